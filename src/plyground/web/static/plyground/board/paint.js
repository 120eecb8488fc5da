/** The board itself and the pieces on it. */

import { CELL } from './geometry.js'
import { ANIMALS, drawPiece } from './pieces.js'
import { draw, group } from './svg.js'

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').Turn} Turn */
/** @typedef {import('../types.js').BoardState} BoardState */
/** @typedef {import('./geometry.js').Geometry} Geometry */

let boards = 0

/**
 * The look that goes with a game: crossings are wood, discs lie on felt, the rest is plain.
 * @param {View} view
 * @param {BoardState['look']} look
 */
export function lookOf(view, look) {
  if (look !== 'auto') return look
  if (view.shape === 'points') return 'wood'
  const disc = view.pieces.some((piece) => piece.kind === 'disc') || view.moves.some((move) => move.piece === 'disc')
  return disc ? 'felt' : 'plain'
}

/**
 * Whether a game has animals, whose home rows are sky and forest.
 * @param {View} view
 */
export const hasAnimals = (view) => view.pieces.some((piece) => Object.hasOwn(ANIMALS, piece.kind))

/** The drawing of one board, in layers. */
export class Painter {
  constructor() {
    boards += 1
    this.paint = `board${boards}`
    this.svg = draw('svg', { class: 'board-svg', 'aria-hidden': 'true', focusable: 'false' })
    /** @type {Record<'base' | 'under' | 'pieces' | 'hands' | 'over' | 'aim' | 'air', SVGGElement>} */
    this.layers = { base: draw('g'), under: draw('g'), pieces: draw('g'), hands: draw('g'), over: draw('g'), aim: draw('g'), air: draw('g') }
    this.svg.append(this.defs(), ...Object.values(this.layers))
    /** @type {Map<string, {key: string, node: SVGGElement, art: SVGGElement}>} */
    this.drawn = new Map()
  }

  defs() {
    const ball = (/** @type {string} */ owner) =>
      draw(
        'radialGradient',
        { id: `${this.paint}-${owner}`, cx: '36%', cy: '30%', r: '75%' },
        draw('stop', { offset: 0, class: `board-${owner}-lit` }),
        draw('stop', { offset: 1, class: `board-${owner}-dim` }),
      )
    const hatch = (/** @type {string} */ owner, /** @type {string} */ d) =>
      draw(
        'pattern',
        { id: `${this.paint}-hatch-${owner}`, width: 20, height: 20, patternUnits: 'userSpaceOnUse' },
        draw('path', { d, class: `board-hatch board-${owner}` }),
      )
    return draw(
      'defs',
      {},
      ball('black'),
      ball('white'),
      hatch('black', 'M-5 5L5-5M0 20L20 0M15 25L25 15'),
      hatch('white', 'M-5 15L5 25M0 0L20 20M15-5L25 5'),
    )
  }

  /**
   * Draw the empty board.
   * @param {Geometry} geometry
   * @param {string} look
   * @param {{coordinates: boolean, homes: boolean}} options
   */
  base(geometry, look, { coordinates, homes }) {
    const { left, top, across, down, margin, width, height, strip } = geometry
    this.geometry = geometry
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`)
    this.svg.setAttribute('class', `board-svg board-look-${look}`)
    const [w, h] = [across * CELL, down * CELL]
    const plank = { x: 0, y: strip, width, height: height - 2 * strip, rx: Math.min(margin, 0.02 * width) }
    const nodes = [draw('rect', { ...plank, class: 'board-frame' })]
    if (look === 'wood') nodes.push(this.grain(width, height - 2 * strip, strip))
    else nodes.push(draw('rect', { x: left, y: top, width: w, height: h, class: 'board-field' }))
    if (look === 'plain') nodes.push(...this.squares(homes))
    if (strip) nodes.push(...this.stands())
    nodes.push(this.lines(), ...(look === 'felt' && across === 8 && down === 8 ? this.felt() : []))
    if (coordinates) nodes.push(...this.coordinates(look))
    this.layers.base.replaceChildren(...nodes)
    this.drawn.clear()
    this.layers.pieces.replaceChildren()
    this.layers.air.replaceChildren()
  }

  /**
   * Lines as wood has them, a little different in every row.
   * @param {number} width
   * @param {number} height
   * @param {number} top
   */
  grain(width, height, top) {
    let d = ''
    const step = height / 26
    for (let i = 1; i < 26; i += 1) {
      const y = top + i * step
      const swing = step * 0.55 * Math.sin(i * 2.3)
      const mid = width * (0.5 + 0.3 * Math.sin(i * 1.7))
      d += `M0 ${y.toFixed(0)}Q${mid.toFixed(0)} ${(y + 2 * swing).toFixed(0)} ${width} ${(y - swing).toFixed(0)}`
    }
    return draw('path', { d, class: 'board-grain', 'stroke-width': (step / 7).toFixed(1) })
  }

  /** @param {boolean} homes */
  squares(homes) {
    const { across, down, left, top, flipped } = /** @type {Geometry} */ (this.geometry)
    const nodes = []
    for (let row = 0; row < down; row += 1) {
      const home = homes && (row === 0 || row === down - 1)
      const name = home ? ((row === 0) !== flipped ? 'board-sky' : 'board-forest') : ''
      for (let column = 0; column < across; column += 1) {
        const place = { x: left + column * CELL, y: top + row * CELL, width: CELL, height: CELL }
        if (name) nodes.push(draw('rect', { ...place, class: name }))
        if ((row + column) % 2) nodes.push(draw('rect', { ...place, class: 'board-odd' }))
      }
    }
    return nodes
  }

  /** The two strips on which the pieces in hand lie. */
  stands() {
    const { width, height, strip } = /** @type {Geometry} */ (this.geometry)
    const size = { x: 0, width, height: strip - 8, rx: 8, class: 'board-stand' }
    return [draw('rect', { ...size, y: 0 }), draw('rect', { ...size, y: height - strip + 8 })]
  }

  lines() {
    const { across, down, left, top, points } = /** @type {Geometry} */ (this.geometry)
    const shift = points ? CELL / 2 : 0
    const [x, y] = [left + shift, top + shift]
    const [w, h] = [across * CELL - 2 * shift, down * CELL - 2 * shift]
    let d = ''
    for (let i = 0; i < across + (points ? 0 : 1); i += 1) d += `M${x + i * CELL} ${y}v${h}`
    for (let i = 0; i < down + (points ? 0 : 1); i += 1) d += `M${x} ${y + i * CELL}h${w}`
    return draw('path', { d, class: 'board-lines' })
  }

  felt() {
    const { left, top } = /** @type {Geometry} */ (this.geometry)
    return [2, 6].flatMap((x) =>
      [2, 6].map((y) => draw('circle', { cx: left + x * CELL, cy: top + y * CELL, r: 7, class: 'board-star' })),
    )
  }

  /** @param {string} look */
  coordinates(look) {
    const { columns, rows, left, top, margin, font, width, height, strip, flipped } = /** @type {Geometry} */ (this.geometry)
    const text = (/** @type {string} */ word, /** @type {number} */ x, /** @type {number} */ y) =>
      draw('text', { x, y: y + font * 0.36, 'font-size': font, 'text-anchor': 'middle', class: 'board-coordinate' }, word)
    const above = strip + margin / 2
    const below = height - strip - margin / 2
    // Othello counts from the top, so there the letters are at the top too.
    const first = (rows[0] === '1') !== flipped ? above : below
    const both = look === 'wood'
    return [
      ...columns.flatMap((word, i) => (both ? [above, below] : [first]).map((y) => text(word, left + (i + 0.5) * CELL, y))),
      ...rows.flatMap((word, i) =>
        (both ? [margin / 2, width - margin / 2] : [margin / 2]).map((x) => text(word, x, top + (i + 0.5) * CELL)),
      ),
    ]
  }

  /**
   * One piece at a place, in a group whose inner group may move.
   * @param {string} kind
   * @param {Turn} owner
   * @param {{x: number, y: number}} place
   * @param {number} [scale]
   */
  piece(kind, owner, place, scale = 1) {
    const turned = /** @type {Geometry} */ (this.geometry).turned(owner)
    const art = draw('g', {}, drawPiece(kind, owner, { turned, paint: this.paint }))
    const node = group(place, art)
    if (scale !== 1) node.setAttribute('transform', `translate(${place.x} ${place.y}) scale(${scale})`)
    return { node, art }
  }

  /**
   * Draw what changed since the last time.
   * @param {View} view
   * @param {Set<string>} dead
   */
  pieces(view, dead) {
    const gone = new Set(this.drawn.keys())
    for (const { at, kind, owner } of view.pieces) {
      const place = this.geometry?.centre(at)
      if (!place) continue
      gone.delete(at)
      const key = `${owner} ${kind}`
      let there = this.drawn.get(at)
      if (there?.key !== key) {
        there?.node.remove()
        there = { key, ...this.piece(kind, owner, place) }
        this.drawn.set(at, there)
        this.layers.pieces.append(there.node)
      }
      there.node.classList.toggle('board-dead', dead.has(at))
    }
    for (const at of gone) {
      this.drawn.get(at)?.node.remove()
      this.drawn.delete(at)
    }
  }

  /**
   * Draw the hands.
   * @param {View} view
   * @param {{from: string | null, piece: string} | null} picked
   */
  hands(view, picked) {
    const geometry = /** @type {Geometry} */ (this.geometry)
    const nodes = /** @type {Node[]} */ ([])
    for (const owner of /** @type {Turn[]} */ (['black', 'white'])) {
      const held = geometry.strip ? view.hands.filter((hand) => hand.owner === owner) : []
      held.forEach(({ kind, count }, index) => {
        const { x, y, step } = geometry.slot(owner, index, held.length)
        const chosen = owner === view.turn && picked?.from === null && picked.piece === kind
        if (chosen) nodes.push(draw('rect', { x: x - step / 2 + 2, y: y - 38, width: step - 4, height: 76, rx: 8, class: 'board-picked' }))
        nodes.push(this.piece(kind, owner, { x, y }, 0.0078 * step).node)
        if (count < 2) return
        const badge = { x: x + step * 0.34, y: y + (geometry.turned(owner) ? 22 : -22) }
        nodes.push(group(badge, draw('circle', { r: 13, class: 'board-badge' }), draw('text', { y: 6.5, 'font-size': 18, 'text-anchor': 'middle', class: 'board-count' }, String(count))))
      })
    }
    this.layers.hands.replaceChildren(...nodes)
  }
}

/** The board itself and the pieces on it. */

import { CELL, Geometry } from '#pages/board/geometry.js'
import { ANIMALS, drawPiece } from '#pages/board/pieces.js'
import { draw, worth } from '#pages/board/svg.js'

/** @import {BoardState, Place, Turn, View} from '#pages/types.js' */
/** @import {Choices} from '#pages/board/choices.js' */

let boards = 0

/** The outlines of cells, from their middle. */
const RING = 'm-44 0a44 44 0 1 0 88 0a44 44 0 1 0-88 0Z'
const HEXAGON = 'm0-57.7l50 28.9v57.7l-50 28.9l-50-28.9v-57.7Z'

/** The style of a game: intersections are on wood, discs in holes or on felt, the rest is plain. @param {View} view @param {BoardState['look']} look */
export function lookOf(view, look) {
  if (look !== 'auto') return look
  if (view.shape === 'points') return 'wood'
  if (view.shape !== 'squares') return view.shape
  return view.pieces.some((piece) => piece.kind === 'disc') ? 'felt' : 'plain'
}

/** Whether a game has animals, whose home rows are sky and forest. @param {View} view */
export const hasAnimals = (view) => view.pieces.some((piece) => Object.hasOwn(ANIMALS, piece.kind))

/** The drawing of one board, in layers. */
export class Painter {
  paint = `board${(boards += 1)}`
  layers = { base: draw('g'), under: draw('g'), pieces: draw('g'), hands: draw('g'), over: draw('g'), aim: draw('g'), air: draw('g') }
  svg = draw('svg', { 'aria-hidden': 'true' }, this.defs(), ...Object.values(this.layers))
  geometry = new Geometry()
  /** Labels without a cell. @type {Set<unknown>} */
  gaps = new Set()
  /** @type {Map<string, {key: string, node: SVGGElement, art: SVGGElement}>} */
  drawn = new Map()

  defs() {
    const stop = (/** @type {number} */ offset, /** @type {string} */ name) => draw('stop', { offset, class: name })
    /** @type {(owner: Turn, hatch: string) => Element[]} */
    const of = (owner, d) => [
      draw(
        'radialGradient',
        { id: `${this.paint}-${owner}`, cx: '36%', cy: '30%', r: '75%' },
        stop(0, `board-${owner}-lit`),
        stop(1, `board-${owner}-dim`),
      ),
      draw(
        'pattern',
        { id: `${this.paint}-hatch-${owner}`, width: 20, height: 20, patternUnits: 'userSpaceOnUse' },
        draw('path', { d, class: `board-hatch board-${owner}` }),
      ),
    ]
    return draw('defs', {}, ...of('black', 'M-5 5L5-5M0 20L20 0M15 25L25 15'), ...of('white', 'M-5 15L5 25M0 0L20 20M15-5L25 5'))
  }

  /** Draws the empty board. @param {Geometry} geometry @param {string} look @param {boolean} coordinates @param {boolean} homes */
  base(geometry, look, coordinates, homes) {
    const { left: x, top: y, across, inner, width, height, plank, hand } = (this.geometry = geometry)
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`)
    this.svg.setAttribute('class', `board-svg board-${look}`)
    // Large squares need no thicker lines.
    this.svg.style.setProperty('--board-pen', `${Math.min(1, 0.35 + across / 14).toFixed(2)}px`)
    const stands = hand ? [0, height - hand] : []
    this.layers.base.replaceChildren(
      draw('rect', { y: plank, width, height: height - 2 * plank, rx: Math.min(x, 0.02 * width), class: 'board-frame' }),
      look === 'wood' ? this.grain() : draw('rect', { x, y, ...inner, class: 'board-field' }),
      ...(look === 'plain' ? this.squares(homes) : []),
      ...stands.map((top) => draw('rect', { y: top, width, height: hand, rx: 8, class: 'board-stand' })),
      this.cells(look),
      ...(look === 'felt' ? this.felt() : []),
      ...(coordinates ? this.coordinates() : []),
    )
    this.drawn.clear()
    this.layers.pieces.replaceChildren()
    this.layers.air.replaceChildren()
  }

  /** Wood grain, slightly different in every row. */
  grain() {
    const { width, height } = this.geometry
    const step = height / 44
    let d = ''
    for (let i = 1; i < 44; i += 1) {
      const swing = 0.5 * Math.sin(i * 0.7)
      const bend = `${(width * (0.5 + 0.3 * Math.sin(i * 1.7))).toFixed()} ${((i + 2 * swing) * step).toFixed()}`
      d += `M0 ${(i * step).toFixed()}Q${bend} ${width} ${((i - swing) * step).toFixed()}`
    }
    return draw('path', { d, class: 'board-grain', 'stroke-width': (step / 6).toFixed(1) })
  }

  /** A faint chequerboard, and the home rows. @param {boolean} homes */
  squares(homes) {
    const { across, down, left, top, inner, flipped } = this.geometry
    /** @type {(row: number, name: string) => Element} */
    const home = (row, name) => draw('rect', { x: left, y: top + row * CELL, width: inner.width, height: CELL, class: name })
    const last = down - 1
    let d = ''
    for (let i = 0; i < across * down; i += 1) {
      const [column, row] = [i % across, Math.floor(i / across)]
      if ((column + row) % 2) d += `M${left + column * CELL} ${top + row * CELL}h${CELL}v${CELL}h-${CELL}Z`
    }
    const rows = homes ? [home(flipped ? last : 0, 'board-sky'), home(flipped ? 0 : last, 'board-forest')] : []
    return [...rows, draw('path', { d, class: 'board-odd' })]
  }

  /** The grid: through the points, or around the squares. */
  lines() {
    const { across, down, left, top, inner, points } = this.geometry
    const shift = points ? CELL / 2 : 0
    const more = points ? 0 : 1
    let d = ''
    for (let i = 0; i < across + more; i += 1) d += `M${left + shift + i * CELL} ${top + shift}v${inner.height - 2 * shift}`
    for (let i = 0; i < down + more; i += 1) d += `M${left + shift} ${top + shift + i * CELL}h${inner.width - 2 * shift}`
    return draw('path', { d, class: 'board-lines' })
  }

  /** The cells: holes of an upright board, pits, hexagons, or a grid. @param {string} look */
  cells(look) {
    const outline = { holes: RING, pits: RING, hexagons: HEXAGON }[look]
    if (!outline) return this.lines()
    const d = [...this.geometry.places].filter(([label]) => !this.gaps.has(label)).map(([, { x, y }]) => `M${x} ${y}${outline}`)
    return draw('path', { d: d.join(''), class: look === 'hexagons' ? 'board-hexagon' : 'board-hole' })
  }

  /** The four dots of a board of eight. */
  felt() {
    const { left, top, labels } = this.geometry
    const dots = labels.length === 64 ? [[2, 2], [2, 6], [6, 2], [6, 6]] : []
    return dots.map(([x, y]) => draw('circle', { cx: left + x * CELL, cy: top + y * CELL, r: 7, class: 'board-star' }))
  }

  /** Letters and numbers, all around a board of points. */
  coordinates() {
    const { columns, rows, margin, font, width, height, plank, flipped, points, upright, slant } = this.geometry
    /** @type {(word: string, x: number, y: number) => Element} */
    const text = (word, x, y) => draw('text', { x, y: y + font * 0.36, 'font-size': font, class: 'board-coordinate' }, word)
    const middle = (/** @type {number} */ column, /** @type {number} */ row) => this.geometry.middle(column, row)
    const slanted = slant ? rows.length - 1 : 0
    const [above, below] = [plank + margin / 2, height - plank - margin / 2]
    // Othello counts rows from the top, so its letters are also at the top.
    const first = (rows[0] === '1') !== (flipped && !upright) ? above : below
    const [ys, xs] = points ? [[above, below], [0.58 * margin, width - 0.58 * margin]] : [[first], [margin / 2]]
    return [
      ...columns.flatMap((word, i) => ys.map((y) => text(word, middle(i, y === below ? slanted : 0).x, y))),
      ...rows.flatMap((word, i) => xs.map((x) => text(word, x + i * slant, middle(0, i).y))),
    ]
  }

  /**
   * One piece, in a fixed group with an inner one that can be animated.
   * @param {string} kind @param {Turn} owner @param {Place} [place] @param {number} [scale]
   */
  piece(kind, owner, { x, y } = { x: 0, y: 0 }, scale = 1) {
    const art = draw('g', {}, drawPiece(kind, owner, this.geometry.turned(owner), this.paint))
    return { node: draw('g', { transform: `translate(${x} ${y}) scale(${scale})` }, art), art }
  }

  /** Draws the changes since the last call. @param {View} view @param {Set<string>} dead */
  pieces(view, dead) {
    const gone = new Set(this.drawn.keys())
    for (const { at, kind, owner } of view.pieces) {
      const key = `${owner} ${kind}`
      let there = this.drawn.get(at)
      if (there?.key !== key) {
        there?.node.remove()
        there = { key, ...this.piece(kind, owner, this.geometry.places.get(at)) }
        this.drawn.set(at, there)
        this.layers.pieces.append(there.node)
      }
      gone.delete(at)
      there.node.classList.toggle('board-dead', dead.has(at))
    }
    for (const at of gone) {
      this.drawn.get(at)?.node.remove()
      this.drawn.delete(at)
    }
  }

  /** Draws the hands. @param {View} view @param {Choices} choices @param {import('#pages/types.js').Badge[]} badges */
  hands({ hands, turn }, choices, badges) {
    const nodes = hands.flatMap((hand) => {
      const { owner, kind, count } = hand
      const mine = hands.filter((other) => other.owner === owner)
      const place = this.geometry.slot(owner, mine.indexOf(hand), mine.length)
      const { x, y, step } = place
      const under = { x: x - step / 2 + 2, y: y - 33, width: step - 4, height: 66, rx: 8, class: 'board-picked' }
      const badge = { cx: x + step * 0.34, cy: y + (this.geometry.turned(owner) ? 19 : -19), r: 13, class: 'board-badge' }
      const number = { x: badge.cx, y: badge.cy + 6.5, 'font-size': 18, class: 'board-count' }
      return [
        ...(choices.holds(owner, kind) ? [draw('rect', under)] : []),
        this.piece(kind, owner, place, 0.0083 * step).node,
        ...(count > 1 ? [draw('circle', badge), draw('text', number, String(count))] : []),
        ...badges.flatMap((value) => (value.piece === kind && owner === turn ? [worth(value, x + step / 2 + 12, y + (badge.cy < y ? 23 : -23))] : [])),
      ]
    })
    this.layers.hands.replaceChildren(...nodes)
  }
}

/** The board itself and the pieces on it. */

import { CELL, GAP, Geometry } from './geometry.js'
import { ANIMALS, drawPiece } from './pieces.js'
import { draw, group } from './svg.js'

/** @import {BoardState, Picked, Turn, View} from '../types.js' */

let boards = 0

/**
 * The look that goes with a game: crossings are wood, discs lie on felt, the rest is plain.
 * @param {View} view @param {BoardState['look']} look
 */
export function lookOf(view, look) {
  if (look !== 'auto') return look
  if (view.shape === 'points') return 'wood'
  return view.pieces.some((piece) => piece.kind === 'disc') ? 'felt' : 'plain'
}

/** Whether a game has animals, whose home rows are sky and forest. @param {View} view */
export const hasAnimals = (view) => view.pieces.some((piece) => Object.hasOwn(ANIMALS, piece.kind))

/** The drawing of one board, in layers. */
export class Painter {
  paint = `board${(boards += 1)}`
  layers = { base: draw('g'), under: draw('g'), pieces: draw('g'), hands: draw('g'), over: draw('g'), aim: draw('g'), air: draw('g') }
  svg = draw('svg', { 'aria-hidden': 'true', focusable: 'false' }, this.defs(), ...Object.values(this.layers))
  geometry = new Geometry()
  /** @type {Map<string, {key: string, node: SVGGElement, art: SVGGElement}>} */
  drawn = new Map()

  defs() {
    const ball = (/** @type {Turn} */ owner) =>
      draw(
        'radialGradient',
        { id: `${this.paint}-${owner}`, cx: '36%', cy: '30%', r: '75%' },
        draw('stop', { offset: 0, class: `board-${owner}-lit` }),
        draw('stop', { offset: 1, class: `board-${owner}-dim` }),
      )
    const hatch = (/** @type {Turn} */ owner, /** @type {string} */ d) =>
      draw(
        'pattern',
        { id: `${this.paint}-hatch-${owner}`, width: 20, height: 20, patternUnits: 'userSpaceOnUse' },
        draw('path', { d, class: `board-hatch board-${owner}` }),
      )
    const [rising, falling] = ['M-5 5L5-5M0 20L20 0M15 25L25 15', 'M-5 15L5 25M0 0L20 20M15-5L25 5']
    return draw('defs', {}, ball('black'), ball('white'), hatch('black', rising), hatch('white', falling))
  }

  /** Draw the empty board. @param {Geometry} geometry @param {string} look @param {{coordinates: boolean, homes: boolean}} options */
  base(geometry, look, { coordinates, homes }) {
    const { left: x, top: y, across, down, margin, width, height, strip } = geometry
    this.geometry = geometry
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`)
    this.svg.setAttribute('class', `board-svg board-${look}`)
    // Large squares need no thicker lines.
    this.svg.style.setProperty('--board-pen', `${Math.min(1, 0.35 + across / 14).toFixed(2)}px`)
    const rx = Math.min(margin, 0.02 * width)
    const stand = { x: 0, width, height: strip - GAP, rx: 8, class: 'board-stand' }
    const stands = strip ? [draw('rect', { ...stand, y: 0 }), draw('rect', { ...stand, y: height - strip + GAP })] : []
    this.layers.base.replaceChildren(
      draw('rect', { x: 0, y: strip, width, height: height - 2 * strip, rx, class: 'board-frame' }),
      look === 'wood' ? this.grain() : draw('rect', { x, y, width: across * CELL, height: down * CELL, class: 'board-field' }),
      ...(look === 'plain' ? this.squares(homes) : []),
      ...stands,
      this.lines(),
      ...(look === 'felt' ? this.felt() : []),
      ...(coordinates ? this.coordinates() : []),
    )
    this.drawn.clear()
    this.layers.pieces.replaceChildren()
    this.layers.air.replaceChildren()
  }

  /** Lines as wood has them, a little different in every row. */
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

  /** A faint chequer, and the home rows. @param {boolean} homes */
  squares(homes) {
    const { across, down, left, top, flipped } = this.geometry
    const rect = (/** @type {number} */ column, /** @type {number} */ row, /** @type {number} */ size, /** @type {string} */ name) =>
      draw('rect', { x: left + column * CELL, y: top + row * CELL, width: size * CELL, height: CELL, class: name })
    const nodes = homes ? [rect(0, flipped ? down - 1 : 0, across, 'board-sky'), rect(0, flipped ? 0 : down - 1, across, 'board-forest')] : []
    for (let i = 0; i < across * down; i += 1) {
      const [column, row] = [i % across, Math.floor(i / across)]
      if ((column + row) % 2) nodes.push(rect(column, row, 1, 'board-odd'))
    }
    return nodes
  }

  /** The grid: through the points, or around the squares. */
  lines() {
    const { across, down, left, top, points } = this.geometry
    const [shift, more] = points ? [CELL / 2, 0] : [0, 1]
    const [w, h] = [across * CELL - 2 * shift, down * CELL - 2 * shift]
    let d = ''
    for (let i = 0; i < across + more; i += 1) d += `M${left + shift + i * CELL} ${top + shift}v${h}`
    for (let i = 0; i < down + more; i += 1) d += `M${left + shift} ${top + shift + i * CELL}h${w}`
    return draw('path', { d, class: 'board-lines' })
  }

  /** The four dots of a board of eight. */
  felt() {
    const { left, top, across, down } = this.geometry
    if (across !== 8 || down !== 8) return []
    return [2, 6].flatMap((x) => [2, 6].map((y) => draw('circle', { cx: left + x * CELL, cy: top + y * CELL, r: 7, class: 'board-star' })))
  }

  /** Letters and numbers, all around a board of points. */
  coordinates() {
    const { columns, rows, left, top, margin, font, width, height, strip, flipped, points } = this.geometry
    const text = (/** @type {string} */ word, /** @type {number} */ x, /** @type {number} */ y) =>
      draw('text', { x, y: y + font * 0.36, 'font-size': font, class: 'board-coordinate' }, word)
    const [above, below] = [strip + margin / 2, height - strip - margin / 2]
    // Othello counts from the top, so there the letters are at the top too.
    const first = (rows[0] === '1') !== flipped ? above : below
    const [ys, xs] = points ? [[above, below], [margin / 2, width - margin / 2]] : [[first], [margin / 2]]
    return [
      ...columns.flatMap((word, i) => ys.map((y) => text(word, left + (i + 0.5) * CELL, y))),
      ...rows.flatMap((word, i) => xs.map((x) => text(word, x, top + (i + 0.5) * CELL))),
    ]
  }

  /**
   * One piece at a place, in a group whose inner group may move.
   * @param {string} kind @param {Turn} owner @param {{x: number, y: number}} place @param {number} [scale]
   */
  piece(kind, owner, place, scale = 1) {
    const art = draw('g', {}, drawPiece(kind, owner, this.geometry.turned(owner), this.paint))
    return { node: group(place, draw('g', { transform: `scale(${scale})` }, art)), art }
  }

  /** Draw what changed since the last time. @param {View} view @param {Set<string>} dead */
  pieces(view, dead) {
    const gone = new Set(this.drawn.keys())
    for (const { at, kind, owner } of view.pieces) {
      const place = this.geometry.centre(at)
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

  /** Draw the hands. @param {View} view @param {Picked | null} picked */
  hands(view, picked) {
    const { geometry } = this
    const nodes = geometry.strip ? view.hands.flatMap(({ owner, kind, count }, i, all) => {
      const mine = all.filter((hand) => hand.owner === owner)
      const place = geometry.slot(owner, mine.indexOf(all[i]), mine.length)
      const { x, y, step } = place
      const chosen = owner === view.turn && picked?.from === null && picked.piece === kind
      const under = { x: x - step / 2 + 2, y: y - 34, width: step - 4, height: 68, rx: 8, class: 'board-picked' }
      const badge = { x: x + step * 0.34, y: y + (geometry.turned(owner) ? 20 : -20) }
      const number = draw('text', { y: 6.5, 'font-size': 18, class: 'board-count' }, String(count))
      return [
        ...(chosen ? [draw('rect', under)] : []),
        this.piece(kind, owner, place, 0.0083 * step).node,
        ...(count > 1 ? [group(badge, draw('circle', { r: 13, class: 'board-badge' }), number)] : []),
      ]
    }) : []
    this.layers.hands.replaceChildren(...nodes)
  }
}

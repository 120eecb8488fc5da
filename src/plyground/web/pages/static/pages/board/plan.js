/** A line of moves on the board: numbered ghost stones, and arrows for pieces that move. For every game. */

import { draw } from '#pages/board/svg.js'

/** @import {Turn, View} from '#pages/types.js' */
/** @import {Board} from '#pages/board/board.js' */
/** @typedef {{from: string | null, to: string, piece: string | null, owner: Turn, number: number}} Step */

const MOST = 6 // stones
const ARROWS = 3

/**
 * The moves of a line as steps, as far as their texts show the target; passes count but have no target.
 * @param {View} view the position that they begin in
 * @param {string[]} line
 * @returns {Step[]}
 */
export function stepsOf(view, line) {
  /** @type {Step[]} */
  const steps = []
  let owner = view.turn
  for (const [place, text] of line.entries()) {
    const known = place ? null : view.moves.find((move) => move.text === text)
    const found = known?.to ? known : read(view, text)
    if (found?.to && !steps.some(({ to, from }) => to === found.to && !from && !found.from)) {
      steps.push({ from: found.from, to: found.to, piece: found.piece, owner, number: place + 1 })
    }
    if (!found && text !== 'pass') break
    if (steps.length >= (steps[0]?.from ? ARROWS : MOST)) break
    owner = owner === 'black' ? 'white' : 'black'
  }
  return steps
}

/**
 * The points of a move, from its text alone: a point, two points, or a piece and a point.
 * @param {View} view @param {string} text
 * @returns {{from: string | null, to: string, piece: string | null} | null}
 */
function read(view, text) {
  const points = new Map(view.rows.flatMap((row) => view.columns.map((column) => [(column + row).toLowerCase(), column + row])))
  const plain = text.toLowerCase().replace(/\+$/, '')
  const kinds = [...view.pieces, ...view.hands].map(({ kind }) => kind)
  const stone = kinds.find((kind) => kind === 'disc') ?? 'stone'
  const point = points.get(plain)
  if (point) return { from: null, to: point, piece: stone }
  for (let cut = plain.length - 1; cut > 0; cut -= 1) {
    const to = points.get(plain.slice(cut))
    if (!to) continue
    const head = plain.slice(0, cut)
    const from = points.get(head)
    if (from) return { from, to, piece: null }
    if (head.endsWith('*')) return { from: null, to, piece: kinds.find((kind) => kind.startsWith(head[0])) ?? stone }
  }
  return null
}

/** The line of moves on one board. */
export class Plan {
  layer = draw('g', { class: 'board-plan' })

  /** @param {Board} board */
  constructor(board) {
    this.board = board
    board.painter.svg.insertBefore(this.layer, board.painter.layers.aim)
  }

  /** Shows these steps instead of the previous ones. @param {Step[]} steps */
  show(steps) {
    this.layer.replaceChildren(...steps.flatMap((step) => (step.from ? this.arrow(step) : this.ghost(step))))
  }

  /** @param {Step} step */
  ghost({ to, piece, owner, number }) {
    const place = this.board.geometry.places.get(to)
    if (!place) return []
    const round = !piece || piece === 'stone' || piece === 'disc'
    const { node } = this.board.painter.piece(piece ?? 'stone', owner, place, round ? 0.9 : 0.8)
    node.setAttribute('class', 'board-plan-ghost')
    // An animal must stay visible; a stone has room in its middle.
    return [node, this.number(place.x + (round ? 0 : 27), place.y - (round ? 0 : 27), number, owner)]
  }

  /** @param {Step} step */
  arrow({ from, to, owner, number }) {
    const { places } = this.board.geometry
    const [begin, end] = [places.get(from), places.get(to)]
    if (!begin || !end) return []
    const far = Math.hypot(end.x - begin.x, end.y - begin.y)
    const turn = (Math.atan2(end.y - begin.y, end.x - begin.x) * 180) / Math.PI
    const d = `M16-7H${far - 40}V-20L${far - 8} 0L${far - 40} 20V7H16Z`
    const shape = draw('path', { d, class: `board-plan-arrow board-plan-${owner}`, transform: `translate(${begin.x} ${begin.y}) rotate(${turn})` })
    if (number === 1) shape.classList.add('board-plan-first')
    // Beside the arrow, because it would cover a short one.
    const [x, y] = [(end.x - begin.x) / far, (end.y - begin.y) / far]
    return [shape, this.number(begin.x + 0.45 * far * x + 27 * y, begin.y + 0.45 * far * y - 27 * x, number, owner, 0.75)]
  }

  /** @param {number} x @param {number} y @param {number} number @param {Turn} owner @param {number} [scale] */
  number(x, y, number, owner, scale = 1) {
    return draw('g', { class: `board-plan-number board-plan-${owner}`, transform: `translate(${x} ${y}) scale(${scale})` },
      draw('circle', { r: 21 }), draw('text', { y: 11, 'font-size': 31 }, String(number)))
  }
}

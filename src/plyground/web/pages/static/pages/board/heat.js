/** A heat map on the board: each square is warmer with its share, under the pieces. For every game. */

import { CELL } from '#pages/board/geometry.js'
import { draw } from '#pages/board/svg.js'

/** @import {Place} from '#pages/types.js' */
/** @import {Board} from '#pages/board/board.js' */
/** @typedef {Record<string, number>} Shares from 0 to 1, by the labels of squares */
/** @typedef {{move: string, share: number}} MoveShare */

const LEAST = 0.005 // a smaller share leaves its square uncoloured
const NUMBER = 0.05 // and a share below this has no number
const CROWDED = 13 // boards with this many columns only show large numbers
const LARGE = 0.2

/**
 * The opacity of a square's colour. It grows with the square root, so that small shares are visible too.
 * @param {number} share
 */
export const warmth = (share) => (share < LEAST ? 0 : Math.round(85 * Math.sqrt(Math.min(1, share))) / 100)

/** @param {number} share @param {number} columns */
export const isNumbered = (share, columns) => share >= (columns > CROWDED ? LARGE : NUMBER)

/**
 * The shares of moves as shares of their target squares; moves without a target, such as a pass, have none.
 * @param {{text: string, to: string | null}[]} moves the legal moves, from a view
 * @param {MoveShare[]} shares
 * @returns {Shares}
 */
export function bySquare(moves, shares) {
  const targets = new Map(moves.map(({ text, to }) => [text, to]))
  /** @type {Shares} */
  const found = {}
  for (const { move, share } of shares) {
    const to = targets.get(move)
    if (to) found[to] = (found[to] ?? 0) + share
  }
  return found
}

/** The heat map of one board; its styles are in heat.css. */
export class Heat {
  layer = draw('g', { class: 'board-heat' })

  /** @param {Board} board */
  constructor(board) {
    this.board = board
    board.painter.svg.insertBefore(this.layer, board.painter.layers.pieces)
  }

  /** Shows these shares instead of the previous ones; call it again after the board is turned. @param {Shares} shares */
  show(shares) {
    const { places, across } = this.board.geometry
    const nodes = Object.entries(shares).flatMap(([label, share]) => {
      const place = places.get(label)
      if (!place || !warmth(share)) return []
      return [this.square(place, share), ...(isNumbered(share, across) ? [this.number(place, share, across)] : [])]
    })
    this.layer.replaceChildren(...nodes)
  }

  /** @param {Place} place @param {number} share */
  square({ x, y }, share) {
    // A point is no square: shading would hide the lines that meet there.
    if (this.board.geometry.points) return draw('circle', { cx: x, cy: y, r: 0.46 * CELL, 'fill-opacity': warmth(share) })
    const { high } = this.board.geometry
    return draw('rect', { x: x - CELL / 2, y: y - high / 2, width: CELL, height: high, 'fill-opacity': warmth(share) })
  }

  /** The share in percent. @param {Place} place @param {number} share @param {number} columns */
  number({ x, y }, share, columns) {
    const size = columns > CROWDED ? 40 : 30
    return draw('text', { x, y: y + size * 0.36, 'font-size': size }, String(Math.round(100 * share)))
  }
}

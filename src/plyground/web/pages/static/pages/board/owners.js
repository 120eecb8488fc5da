/** The owner of each square in the side's colour: dots on points, boxes on squares; the more certain, the larger. For every game. */

import { draw } from '#pages/board/svg.js'

/** @import {Board} from '#pages/board/board.js' */

const LEAST = 0.1 // less certain owners are left out
const LARGEST = 23

/** Half the side of a box. @param {number} value from -1, White's, to 1, Black's */
export const sizeOf = (value) => (Math.abs(value) < LEAST ? 0 : Math.round(LARGEST * Math.min(1, Math.abs(value))))

/** The owners on one board. */
export class Owners {
  layer = draw('g', { class: 'board-owners' })

  /** @param {Board} board */
  constructor(board) {
    this.board = board
    board.painter.svg.insertBefore(this.layer, board.painter.layers.over)
  }

  /** Shows these owners instead of the previous ones; call it again after the board is turned. @param {Record<string, number>} owners */
  show(owners) {
    this.layer.replaceChildren(...Object.entries(owners).flatMap(([label, value]) => {
      const place = this.board.geometry.places.get(label)
      const size = sizeOf(value)
      if (!place || !size) return []
      const { x, y } = place
      // A rectangle with round corners is a dot on a board of points.
      const round = this.board.geometry.points ? size : 3
      return [draw('rect', { x: x - size, y: y - size, width: 2 * size, height: 2 * size, rx: round, class: value > 0 ? 'board-black' : 'board-white' })]
    }))
  }
}

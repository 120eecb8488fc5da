/** Candidate moves on the board, each with a few letters, such as what it loses. For every game. */

import { draw } from '#pages/board/svg.js'
import { stepsOf } from '#pages/board/plan.js'

/** @import {View} from '#pages/types.js' */
/** @import {Board} from '#pages/board/board.js' */
/** @typedef {'best' | 'good' | 'fair' | 'poor'} Grade */
/** @typedef {{move: string, words: string, grade: Grade}} Candidate */

/** The grade of a move that loses this share of the winning chance. @param {number} loss @returns {Grade} */
export const gradeOf = (loss) => (loss < 0.02 ? 'good' : loss < 0.08 ? 'fair' : 'poor')

/** The candidates on one board; its styles are in plan.css. */
export class Candidates {
  layer = draw('g', { class: 'board-candidates' })

  /** @param {Board} board */
  constructor(board) {
    this.board = board
    board.painter.svg.insertBefore(this.layer, board.painter.layers.aim)
  }

  /**
   * Shows these instead of the previous ones; of several on one point, the first. Returns the points that they cover.
   * @param {View} view @param {Candidate[]} candidates @param {boolean} [planned] the first is already there, as the start of a line
   */
  show(view, candidates, planned = false) {
    const { places, across } = this.board.geometry
    /** @type {Set<string>} */
    const taken = new Set()
    const first = planned && candidates.length ? stepsOf(view, [candidates[0].move])[0]?.to : null
    this.layer.replaceChildren(...candidates.slice(planned ? 1 : 0).flatMap(({ move, words, grade }) => {
      const [step] = stepsOf(view, [move])
      const place = places.get(step?.to)
      if (!step || !place || step.to === first || taken.has(step.to)) return []
      taken.add(step.to)
      const size = across > 13 ? 42 : 34
      const from = step.from ? places.get(step.from) : null
      const way = from ? [draw('path', { d: `M${from.x} ${from.y}L${place.x} ${place.y}`, class: 'board-candidate-way' })] : []
      return [draw('g', { class: `board-candidate board-candidate-${grade}` }, ...way,
        draw('circle', { cx: place.x, cy: place.y, r: 40 }),
        draw('text', { x: place.x, y: place.y + 0.36 * size, 'font-size': size - 4 * Math.max(0, words.length - 2) }, words))]
    }))
    return taken
  }
}

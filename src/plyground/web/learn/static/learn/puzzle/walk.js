/** A line of moves to step through, without the DOM. */

/**
 * @typedef {import('#pages/types.js').View} View
 * @typedef {{moves: string[], views: View[], at: number}} Walk with the view before each move, and the final one
 */

/** The index after a key. @param {Walk} walk @param {string} key */
export function placed({ at, moves }, key) {
  if (key === 'Home') return 0
  if (key === 'End') return moves.length
  return Math.min(Math.max(at + (key === 'ArrowLeft' ? -1 : 1), 0), moves.length)
}

/** The side that makes the move at this index. @param {View[]} views @param {number} at */
export const sideAt = (views, at) => views[at].turn

/** A line of moves that is walked through; no page in here. */

/**
 * @typedef {import('#pages/types.js').View} View
 * @typedef {{moves: string[], views: View[], at: number}} Walk with the view before each move, and the last
 */

/** Where a key leads. @param {Walk} walk @param {string} key */
export function placed({ at, moves }, key) {
  if (key === 'Home') return 0
  if (key === 'End') return moves.length
  return Math.min(Math.max(at + (key === 'ArrowLeft' ? -1 : 1), 0), moves.length)
}

/** Who makes the move after so many. @param {View[]} views @param {number} at */
export const sideAt = (views, at) => views[at].turn

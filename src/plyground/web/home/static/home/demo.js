/** The timing of a demonstration, without the DOM. */

const STEP = 1400
const REST = 5000

/**
 * The ply to show next, and how long to wait before it.
 * @param {number} ply the one that is shown
 * @param {number} count how many there are
 * @returns {{ply: number, wait: number}}
 */
export function next(ply, count) {
  if (count < 2) return { ply: 0, wait: Infinity }
  return ply + 1 < count ? { ply: ply + 1, wait: STEP } : { ply: 0, wait: REST }
}

/**
 * Whether boards may move by themselves.
 * @param {{stopped: boolean, reduced: boolean, motion: string | undefined, hidden: boolean}} now
 */
export function mayMove({ stopped, reduced, motion, hidden }) {
  return !stopped && !reduced && motion !== 'off' && !hidden
}

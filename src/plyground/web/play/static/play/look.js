/** Steps through the moves of a game, without the DOM. */

/**
 * The ply after a key or a button.
 * @param {string} step a key's name, or first, back, on, last
 * @param {number} ply
 * @param {number} last
 * @returns {number | null} null if there is none
 */
export function target(step, ply, last) {
  switch (step) {
    case 'ArrowLeft': case 'ArrowUp': case 'back': return Math.max(0, ply - 1)
    case 'ArrowRight': case 'ArrowDown': case 'on': return Math.min(last, ply + 1)
    case 'Home': case 'first': return 0
    case 'End': case 'last': return last
    default: return null
  }
}

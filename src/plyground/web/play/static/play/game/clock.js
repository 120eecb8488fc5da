/** The time left on the clocks between two messages from the server. */

/** @typedef {import('#play/game/types.js').Clock} Clock */
/** @typedef {import('#play/game/types.js').Turn} Turn */

/**
 * Seconds left for a side.
 * @param {Clock} clock from the server
 * @param {Turn} side
 * @param {number} passed seconds since then
 */
export function left(clock, side, passed) {
  return Math.max(0, clock[side] - (clock.running === side ? Math.max(0, passed) : 0))
}

/**
 * In clock format: minutes and seconds, with hours if there are any, and with tenths at the very end.
 * @param {number} seconds
 */
export function clockText(seconds) {
  if (seconds < 10) {
    const tenths = Math.floor(seconds * 10)
    return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`
  }
  const whole = Math.floor(seconds)
  const two = (/** @type {number} */ value) => String(value).padStart(2, '0')
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor(whole / 60) % 60
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

/**
 * The time until the text changes, in milliseconds.
 * @param {number} seconds
 */
export function nextTick(seconds) {
  const step = seconds <= 10 ? 0.1 : 1
  return Math.max(20, 1000 * (seconds - Math.floor(seconds / step) * step) + 5)
}

/**
 * Whether little time is left.
 * @param {number} seconds
 */
export const isLow = (seconds) => seconds < 20

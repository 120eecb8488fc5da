/** The graph of a game as numbers and paths, without the DOM. */

/** @import {ReviewStart} from 'contract' */

export const PAD = 8 // pixels outside the first and the last point

/** The x coordinate of a ply. @param {number} ply @param {number} last @param {number} width */
export const across = (ply, last, width) => PAD + ((width - 2 * PAD) * ply) / Math.max(1, last)

/** The ply nearest to an x coordinate. @param {number} x @param {number} last @param {number} width */
export function plyAt(x, last, width) {
  const ply = Math.round(((x - PAD) * last) / Math.max(1, width - 2 * PAD))
  return Math.max(0, Math.min(last, ply))
}

/** The largest absolute score, at least 1 and rounded up to a round number. @param {ReviewStart[]} values */
export function most(values) {
  const largest = Math.max(1, ...values.map(({ score }) => Math.abs(score ?? 0)))
  const unit = 10 ** Math.floor(Math.log10(largest))
  return unit * ([1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((step) => step * unit >= largest) ?? 10)
}

/** The height from 0 to 1, larger if Black is ahead; a win without a margin has the largest height. @param {ReviewStart} value @param {number} limit */
export const lead = ({ chance, score }, limit) => (score === null ? Math.sign(chance - 0.5) / 2 + 0.5 : 0.5 + score / limit / 2)

/** A line through points with these heights from 0 to 1. @param {number[]} heights @param {number} width @param {number} height */
export function linePath(heights, width, height) {
  const steps = heights.map((high, ply) => `${round(across(ply, heights.length - 1, width))} ${round(down(high, height))}`)
  return `M${steps.join('L')}`
}

/** The area below that line. @param {number[]} heights @param {number} width @param {number} height */
export function areaPath(heights, width, height) {
  const last = across(heights.length - 1, heights.length - 1, width)
  return `${linePath(heights, width, height)}L${round(last)} ${height}L${round(across(0, 1, width))} ${height}Z`
}

/** The y coordinate. @param {number} high from 0 to 1 @param {number} height */
export const down = (high, height) => (1 - Math.max(0, Math.min(1, high))) * height

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10

/**
 * The next of these places after this one, or before it; null if there is none.
 * @param {number[]} places in order
 * @param {number} from
 * @param {boolean} back
 */
export function nearest(places, from, back) {
  return (back ? places.findLast((place) => place < from) : places.find((place) => place > from)) ?? null
}

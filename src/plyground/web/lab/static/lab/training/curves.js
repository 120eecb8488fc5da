/** The data of a training's charts: lines, intervals, and axis ticks, without the DOM. */

import { gettext, interpolate } from '#pages/words.js'

/** @import {TrainingElo, TrainingPoint} from 'contract' */
/** @typedef {'generation' | 'games' | 'hours'} Axis */
/** @typedef {{x: number, y: number, low: number | null, high: number | null}} Point */
/** @typedef {{name: string, points: Point[]}} Line */
/** @typedef {{title: string, percent: boolean, lines: Line[], right: number, whole: boolean}} Curves a chart: its lines have the same unit; the axis goes from 0 to `right`, perhaps in integers */

const MOST_LINES = 6 // lines per chart; further lines would have no colour
const STEPS = [1, 2, 2.5, 5, 10]

/** The name of a loss; an unknown kind keeps the training's name. @param {string} name */
function lossName(name) {
  /** @type {Record<string, string>} */
  const names = { policy: gettext('policy'), value: gettext('value'), score: gettext('score'), owners: gettext('ownership') }
  return Object.hasOwn(names, name) ? names[name] : name
}

/** @param {string} opponent */
const opponentName = (opponent) => (opponent ? interpolate(gettext('against %(name)s'), { name: opponent }) : gettext('against the best earlier network'))

/**
 * All charts with data in these points.
 * @param {TrainingPoint[]} points @param {TrainingElo[]} elos @param {Axis} axis
 * @returns {Curves[]}
 */
export function curvesOf(points, elos, axis) {
  const kinds = [...new Set(points.flatMap(({ losses }) => Object.keys(losses)))]
  const losses = kinds.map((kind) => ({
    name: lossName(kind),
    points: points.flatMap((one) => (kind in one.losses ? [{ x: one[axis], y: one.losses[kind], low: null, high: null }] : [])),
  }))
  const opponents = [...new Set(points.flatMap(({ scores }) => scores.map(({ opponent }) => opponent)))]
  const scores = opponents.map((name) => ({
    name: opponentName(name),
    points: points.flatMap((one) => one.scores.filter(({ opponent }) => opponent === name).map(({ share, low, high }) => ({ x: one[axis], y: share, low, high }))),
  }))
  const places = new Map(points.map((one) => [one.generation, one[axis]]))
  const elo = elos.flatMap(({ generation, elo: y, low, high }) => {
    const x = generation ? places.get(generation) : 0
    return x === undefined ? [] : [{ x, y, low, high }]
  })
  const black = points.map((one) => ({ x: one[axis], y: one.black.share, low: one.black.low, high: one.black.high }))
  const plies = points.map((one) => ({ x: one[axis], y: one.plies, low: null, high: null }))
  const right = Math.max(0, ...points.map((one) => one[axis]))
  const all = [
    { title: gettext('Elo above the untrained network'), percent: false, lines: [{ name: gettext('Elo'), points: elo }] },
    { title: gettext('Score of the network'), percent: true, lines: scores },
    { title: gettext('Loss: how far the network is from what it learns'), percent: false, lines: losses.filter((line) => line.points.some(({ y }) => y > 0)) },
    { title: gettext("Black's share of the points in self-play"), percent: true, lines: [{ name: gettext('Black'), points: black }] },
    { title: gettext('Length of the games in moves'), percent: false, lines: [{ name: gettext('moves'), points: plies }] },
  ]
  return all
    .map((chart) => ({ ...chart, right, whole: axis !== 'hours', lines: chart.lines.filter((line) => line.points.length).slice(0, MOST_LINES) }))
    .filter(({ lines }) => lines.length)
}

/**
 * Round numbers that cover a range, approximately this many.
 * @param {number} low @param {number} high @param {number} count
 * @returns {number[]}
 */
export function ticks(low, high, count) {
  if (!(high > low)) return [low]
  const rough = (high - low) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * /** @type {number} */ (STEPS.find((one) => one * power >= rough * 0.999))
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(10)))
}

/**
 * The lowest and the highest value of a chart: shares go from 0 to 1, and other charts include 0.
 * @param {Curves} chart
 * @returns {{bottom: number, top: number}}
 */
export function bounds({ percent, lines }) {
  const all = lines.flatMap((line) => line.points)
  const top = percent ? 1 : Math.max(0, ...all.map(({ y, high }) => high ?? y)) * 1.05 || 1
  const bottom = percent ? 0 : Math.min(0, ...all.map(({ y, low }) => low ?? y)) * 1.05
  return { bottom, top }
}

/** A number for people. @param {number} value @param {boolean} percent */
export function numberText(value, percent) {
  if (percent) return `${Math.round(100 * value)} %`
  const size = Math.abs(value)
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : 3
  return String(Number(value.toFixed(digits)))
}

/** The last value of a line with its interval, in words. @param {Line} line @param {boolean} percent */
export function lastText({ name, points }, percent) {
  const { y, low, high } = points[points.length - 1]
  const value = numberText(y, percent)
  if (low === null || high === null) return interpolate(gettext('%(name)s: %(value)s'), { name, value })
  const values = { name, value, low: numberText(low, percent), high: numberText(high, percent) }
  return interpolate(gettext('%(name)s: %(value)s (%(low)s to %(high)s)'), values)
}

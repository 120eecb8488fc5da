import assert from 'node:assert/strict'
import { test } from 'node:test'

import { bounds, curvesOf, lastText, numberText, ticks } from '#lab/training/curves.js'

/** @typedef {import('contract').TrainingPoint} TrainingPoint */

/** @param {number} generation @param {Partial<TrainingPoint>} [more] @returns {TrainingPoint} */
const point = (generation, more = {}) => ({
  generation, games: 100 * generation, hours: generation / 10, losses: { policy: 2 / generation, value: 1, score: 0 },
  plies: 20, black: { share: 0.6, low: 0.5, high: 0.7 }, scores: [], ...more,
})
const score = (/** @type {string} */ opponent, /** @type {number} */ share) => ({ opponent, share, low: share - 0.1, high: share + 0.1, games: 20 })

test('every chart follows the chosen axis', () => {
  const points = [point(1), point(2)]
  for (const [axis, found] of /** @type {const} */ ([['generation', [1, 2]], ['games', [100, 200]], ['hours', [0.1, 0.2]]])) {
    for (const { lines } of curvesOf(points, [], axis)) for (const line of lines) assert.deepEqual(line.points.map(({ x }) => x), found)
  }
})

test('losses that are always zero and charts without a line are left out', () => {
  const charts = curvesOf([point(1), point(2)], [], 'generation')
  assert.deepEqual(charts.map(({ lines }) => lines.map(({ name }) => name)), [['policy', 'value'], ['Black'], ['moves']])
  assert.deepEqual(curvesOf([], [], 'games'), [])
})

test('each opponent has a line with the intervals of the generations that played it', () => {
  const points = [point(1), point(2, { scores: [score('random', 0.7), score('', 0.5)] }), point(3, { scores: [score('random', 0.8)] })]
  const [{ percent, lines }] = curvesOf(points, [], 'generation')
  assert.equal(percent, true)
  assert.deepEqual(lines.map(({ name }) => name), ['against random', 'against the best earlier network'])
  assert.deepEqual(lines[0].points.map(({ x, y }) => [x, y]), [[2, 0.7], [3, 0.8]])
  assert.equal(lastText(lines[0], true), 'against random: 80 % (70 % to 90 %)')
})

test('ratings are at their generations, and may be negative', () => {
  const elos = [{ generation: 0, elo: 0, low: 0, high: 0 }, { generation: 2, elo: -50, low: -120, high: 30 }, { generation: 9, elo: 7, low: 0, high: 9 }]
  const [chart] = curvesOf([point(1), point(2)], elos, 'games')
  assert.deepEqual(chart.lines[0].points.map(({ x, y }) => [x, y]), [[0, 0], [200, -50]])
  const { bottom, top } = bounds(chart)
  assert.ok(bottom < -120 && top > 30)
})

test('ticks are round, in order and inside the range', () => {
  assert.deepEqual(ticks(0, 1, 4), [0, 0.25, 0.5, 0.75, 1])
  assert.deepEqual(ticks(0, 37, 4), [0, 10, 20, 30])
  assert.deepEqual(ticks(1, 12, 5), [2.5, 5, 7.5, 10])
  assert.deepEqual(ticks(3, 3, 5), [3])
  for (const high of [0.003, 0.7, 9, 12345]) assert.ok(ticks(0, high, 4).every((value) => value >= 0 && value <= high))
})

test('all charts have the same axis, which begins at zero', () => {
  const charts = curvesOf([point(1), point(4, { scores: [score('random', 0.7)] })], [], 'games')
  assert.deepEqual(charts.map(({ right, whole }) => [right, whole]), charts.map(() => [400, true]))
  assert.equal(bounds(charts[0]).top, 1)
})

test('numbers are as short as is readable', () => {
  assert.deepEqual([0, 0.12345, 9.5, 12.34, 1234.5].map((value) => numberText(value, false)), ['0', '0.123', '9.5', '12.3', '1235'])
  assert.equal(numberText(0.456, true), '46 %')
})

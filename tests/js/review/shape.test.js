/** The graph of a game as numbers. */

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { PAD, across, areaPath, down, lead, linePath, most, nearest, plyAt } from '#study/review/shape.js'

test('cells and plies correspond', () => {
  for (const last of [1, 9, 60, 400]) for (const ply of [0, 1, last >> 1, last]) assert.equal(plyAt(across(ply, last, 500), last, 500), ply)
  assert.equal(plyAt(-50, 60, 500), 0)
  assert.equal(plyAt(9000, 60, 500), 60)
  assert.equal(plyAt(100, 0, 500), 0)
})

test('the limit of scores is a round number, and contains all of them', () => {
  const of = (/** @type {(number | null)[]} */ ...scores) => most(scores.map((score) => ({ chance: 0.5, score })))
  assert.deepEqual([of(0, 0.2), of(3.2, -1), of(-62, 10), of(null, 1.1), of(64)], [1, 4, 80, 1.5, 80])
})

test('a win without a margin has the largest score', () => {
  assert.equal(lead({ chance: 1, score: null }, 10), 1)
  assert.equal(lead({ chance: 0, score: null }, 10), 0)
  assert.equal(lead({ chance: 0.7, score: 5 }, 10), 0.75)
  assert.equal(lead({ chance: 0.3, score: -10 }, 10), 0)
})

test('lines go from left to right, and areas back along the bottom', () => {
  assert.equal(linePath([0.5, 1, 0], 100, 50), `M${PAD} 25L50 0L92 50`)
  assert.equal(areaPath([0.5, 1, 0], 100, 50), `M${PAD} 25L50 0L92 50L92 50L${PAD} 50Z`)
  assert.equal(down(7, 50), 0)
})

test('the next mistake is found in both directions', () => {
  assert.equal(nearest([3, 6, 9], 6, false), 9)
  assert.equal(nearest([3, 6, 9], 6, true), 3)
  assert.equal(nearest([3, 6, 9], 9, false), null)
  assert.equal(nearest([], 0, true), null)
})

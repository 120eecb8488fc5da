import assert from 'node:assert/strict'
import { test } from 'node:test'

import { sizeOf } from '#pages/board/owners.js'
import { share, valueWords } from '#study/analysis/lines.js'

/** @type {import('contract').NetworkAnswer} */
const ANSWER = { network: 'mine', outcomes: { black: 0.62, draw: 0.08, white: 0.3 }, moves: [], score: null, ownership: null }

test('small shares are not shown as zero', () => {
  assert.deepEqual([0, 0.001, 0.006, 0.5, 1].map(share), ['0%', '<1%', '1%', '50%', '100%'])
})

test('a value is shown from the point of view of both sides', () => {
  assert.equal(valueWords(ANSWER, ''), 'Black wins 62%, draw 8%, White wins 30%.')
})

test('a score names the side that leads', () => {
  assert.equal(valueWords({ ...ANSWER, score: -3.44 }, 'points'), 'Black wins 62%, draw 8%, White wins 30%. It expects White to be ahead by 3.4 points.')
  assert.equal(valueWords({ ...ANSWER, score: 2 }, ''), 'Black wins 62%, draw 8%, White wins 30%. It expects Black to be ahead by 2.')
})

test('more certain owners have larger boxes', () => {
  assert.deepEqual([0, 0.05, -0.05].map(sizeOf), [0, 0, 0])
  assert.ok(sizeOf(0.9) > sizeOf(0.4))
  assert.equal(sizeOf(-1), sizeOf(1))
})

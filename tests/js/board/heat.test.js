import assert from 'node:assert/strict'
import { test } from 'node:test'

import { bySquare, isNumbered, warmth } from '#pages/board/heat.js'

test('a larger share has a warmer colour, and a tiny one has none', () => {
  const shares = [0, 0.004, 0.005, 0.01, 0.1, 0.5, 1]
  const found = shares.map(warmth)
  assert.deepEqual(found.slice(0, 2), [0, 0])
  assert.ok(found.every((value, i) => i < 2 || value > found[i - 1]))
  assert.equal(warmth(1), 0.85)
  assert.equal(warmth(1.2), warmth(1))
})

test('crowded boards have numbers only on large shares', () => {
  assert.equal(isNumbered(0.06, 9), true)
  assert.equal(isNumbered(0.04, 9), false)
  assert.equal(isNumbered(0.06, 19), false)
  assert.equal(isNumbered(0.3, 19), true)
})

test('moves to the same square add up, and a pass has no square', () => {
  const moves = [{ text: 'a1b2', to: 'b2' }, { text: 'c3b2', to: 'b2' }, { text: 'pass', to: null }]
  const shares = [
    { move: 'a1b2', share: 0.25 }, { move: 'c3b2', share: 0.5 }, { move: 'pass', share: 0.2 }, { move: 'gone', share: 0.05 },
  ]
  assert.deepEqual(bySquare(moves, shares), { b2: 0.75 })
})

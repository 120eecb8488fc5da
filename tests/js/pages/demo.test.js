import assert from 'node:assert/strict'
import { test } from 'node:test'

import { mayMove, next } from '#home/demo.js'

test('a demonstration runs step by step, pauses at its end, and restarts', () => {
  const first = next(0, 3)
  assert.equal(first.ply, 1)
  const last = next(2, 3)
  assert.equal(last.ply, 0)
  assert.ok(last.wait > first.wait)
})

test('a replay that begins in the middle plays to its end', () => {
  const seen = []
  for (let ply = 1; seen.length < 4; ply = next(ply, 4).ply) seen.push(ply)
  assert.deepEqual(seen, [1, 2, 3, 0])
})

test('an empty demonstration sets no timer', () => {
  assert.equal(next(0, 0).wait, Infinity)
  assert.equal(next(0, 1).wait, Infinity)
})

test('boards stand still if motion is switched off', () => {
  const now = { stopped: false, reduced: false, motion: undefined, hidden: false }
  assert.equal(mayMove(now), true)
  for (const setting of [{ stopped: true }, { reduced: true }, { motion: 'off' }, { hidden: true }]) assert.equal(mayMove({ ...now, ...setting }), false)
})

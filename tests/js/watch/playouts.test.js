import assert from 'node:assert/strict'
import { test } from 'node:test'

import { playouts } from './examples.js'

test('visits and shares are those of the playouts so far, forwards and backwards', () => {
  const tape = playouts()
  const at = (/** @type {number} */ time) => {
    tape.seek(time)
    return [[...tape.visits], [...tape.wins]]
  }
  assert.deepEqual(at(0), [[0, 0, 0, 0], [0, 0, 0, 0]])
  assert.deepEqual(at(1), [[1, 1, 0, 0], [0, 1, 0, 0]])
  assert.deepEqual(at(3), [[3, 2, 1, 1], [1, 2, 0, 0]])
  assert.deepEqual(at(1), [[1, 1, 0, 0], [0, 1, 0, 0]])
})

test('a mean is from the mover\'s point of view and can be converted to Black\'s', () => {
  const tape = playouts()
  assert.equal(tape.mean(0, 2), 0.5)
  assert.equal(tape.mean(1, 2), 1)
  assert.equal(tape.mean(3, 2), null)
  assert.equal(tape.mean(3, 3), 0)
  assert.equal(tape.blackMean(3, 3), 1)
})

test('a node is unknown, in progress, or known', () => {
  const tape = playouts()
  assert.deepEqual([0, 1, 2, 3].map((time) => tape.state(1, time)), [0, 1, 2, 1])
  assert.deepEqual([2, 3].map((time) => tape.state(3, time)), [0, 1])
})

test('a proven value is known from then on', () => {
  const tape = playouts()
  assert.deepEqual([2, 3].map((time) => tape.proven(1, time)), [0, 3])
  assert.equal(tape.nextCut(0), 3)
  assert.equal(tape.nextCut(3), -1)
})

test('a choice shows its parts and the next best', () => {
  const tape = playouts()
  assert.equal(tape.choice(0, 1), null)
  assert.equal(tape.choice(3, 0), null)
  assert.deepEqual(tape.choice(3, 1), { mean: 1, rave: 0.1, explore: 0.3, second: 0.7, instead: 'b' })
  assert.equal(tape.choice(3, 2)?.instead, '')
})

test('showing a node advances time only as far as needed', () => {
  const tape = playouts()
  assert.equal(tape.reach(2, 0), 2)
  assert.equal(tape.reach(2, 3), 3)
  assert.deepEqual(tape.ranking(3), [1, 2])
})

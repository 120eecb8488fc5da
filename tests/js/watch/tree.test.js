import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Tree, order, parents } from '#study/watch/tree.js'
import { tree, treeData } from './examples.js'

test('parents are derived from the depths', () => {
  assert.deepEqual([...parents([0, 1, 2, 2, 1, 2, 0, 1])], [-1, 0, 1, 1, 0, 4, -1, 6])
})

test('nodes are entered, and inner ones left after all their descendants', () => {
  const { events } = tree()
  assert.deepEqual(events, [0, 2, 4, 6, 3, 8, 10, 9, 1])
})

test('a node is unknown, then open, then done', () => {
  const tape = tree()
  assert.deepEqual([0, 1, 3, 4, 8].map((time) => tape.state(1, time)), [0, 1, 1, 2, 2])
  assert.deepEqual([1, 2].map((time) => tape.state(2, time)), [0, 2])
})

test('the value of an open node is the best so far for the side to move', () => {
  const tape = tree()
  assert.equal(tape.known(1, 1), null)
  assert.deepEqual(tape.known(1, 2), [3, 0, null])
  assert.deepEqual(tape.known(1, 3), [3, 0, null]) // White would not choose 5
  assert.equal(tape.best(0, 3), -1)
  assert.equal(tape.best(0, 8), 1)
})

test('the window narrows as values come', () => {
  const tape = tree()
  assert.deepEqual(tape.window(0, 0), { alpha: null, beta: null })
  assert.deepEqual(tape.window(0, 4), { alpha: [3, 0, null], beta: null })
  assert.deepEqual(tape.window(1, 2), { alpha: null, beta: [3, 0, null] })
  assert.deepEqual(tape.window(4, 7), { alpha: [3, 0, null], beta: [2, 0, null] })
})

test('a cut has its time and the number of skipped moves', () => {
  const tape = tree()
  assert.deepEqual([0, 1, 4].map((node) => tape.cut(node)), [0, 0, 2])
  assert.equal(tape.nextCut(0), 7)
  assert.equal(tape.nextCut(7), -1)
  assert.deepEqual(tape.cuts(), { count: 1, moves: 2 })
})

test('nodes are counted as they are visited', () => {
  const tape = tree()
  assert.deepEqual([0, 3, 4, 8].map((time) => tape.visited(time)), [1, 4, 4, 6])
})

test('showing a node goes to the time when it is complete', () => {
  const tape = tree()
  assert.equal(tape.reach(1, 0), 4)
  assert.equal(tape.reach(1, 1), 1) // it is there already
  assert.deepEqual(tape.branches.line(5), ['b', 'c'])
})

test('a search that was stopped leaves its open nodes open', () => {
  const data = treeData()
  for (const node of [0, 4, 5]) data.columns.value[node] = -1
  const tape = new Tree(data)
  assert.equal(tape.left[0], -1)
  assert.equal(tape.state(4, tape.length - 1), 1)
  assert.equal(tape.known(4, tape.length - 1), null)
})

test('wins come before values, the sooner the better', () => {
  const values = /** @type {import('#study/watch/tree.js').Worth[]} */ ([[0, -1, 2], [0, -1, 4], [-3, 0, null], [2, 0, null], [0, 1, 5], [0, 1, 3]])
  assert.deepEqual([...values].reverse().sort(order), values)
})

test('in iterative deepening, every pass has its own nodes', () => {
  const data = treeData()
  data.passes = [{ depth: 1, begin: 0, searched: 3, move: 'a', value: 0 }, { depth: 2, begin: 4, searched: 2, move: 'a', value: 0 }]
  const tape = new Tree(data)
  assert.deepEqual([0, 3, 4, 5].map((node) => tape.pass(node).depth), [1, 1, 2, 2])
})

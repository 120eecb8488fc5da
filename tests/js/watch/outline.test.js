import assert from 'node:assert/strict'
import { test } from 'node:test'

import { SHOWN, rowsOf } from '#study/watch/outline.js'
import { walk } from '#study/watch/panel.js'
import { large, tree } from './examples.js'

test('only unfolded nodes are listed', () => {
  const rows = rowsOf(tree(), (node) => node === 0, new Map())
  assert.deepEqual(rows, [
    { node: 0, level: 1, place: 0, count: 1, open: true },
    { node: 1, level: 2, place: 0, count: 2, open: false },
    { node: 4, level: 2, place: 1, count: 2, open: false },
  ])
})

test('a leaf cannot be unfolded', () => {
  const rows = rowsOf(tree(), () => true, new Map())
  assert.deepEqual(rows.map((row) => 'node' in row && row.open), [true, true, null, null, true, null])
})

test('many siblings are listed in parts', () => {
  const tape = large(100, 1)
  const first = rowsOf(tape, (node) => node === 0, new Map())
  assert.equal(first.length, 1 + SHOWN + 1)
  assert.deepEqual(first[first.length - 1], { above: 0, level: 2, from: SHOWN, count: 100 - SHOWN })
  const later = rowsOf(tape, (node) => node === 0, new Map([[0, 50]]))
  assert.deepEqual(later[1], { above: 0, level: 2, from: 50 - SHOWN, count: 50 })
  assert.equal('node' in later[2] && later[2].place, 50)
})

test('arrow keys move to parent, child and siblings', () => {
  const tape = tree()
  assert.equal(walk(tape, 1, 'ArrowUp'), 0)
  assert.equal(walk(tape, 1, 'ArrowDown'), 2)
  assert.equal(walk(tape, 1, 'ArrowRight'), 4)
  assert.equal(walk(tape, 4, 'ArrowLeft'), 1)
  assert.equal(walk(tape, 4, 'ArrowRight'), -1)
  assert.equal(walk(tape, 0, 'ArrowUp'), -1)
  assert.equal(walk(tape, 0, 'x'), null)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Layout } from '#study/watch/layout.js'
import { large, tree } from './examples.js'

test('a node is as wide as the leaves below it, and a cut takes up space', () => {
  const layout = new Layout(tree())
  assert.deepEqual([...layout.width], [4, 2, 1, 1, 2, 1])
  assert.deepEqual([...layout.x], [0, 0, 0, 1, 2, 2])
  assert.equal(layout.total, 4)
})

test('a small tree is drawn completely, with its cuts', () => {
  const layout = new Layout(tree())
  const boxes = layout.boxes(layout.fit(400), 400)
  assert.deepEqual(boxes.filter((box) => !box.stub).map((box) => box.node), [0, 1, 2, 3, 4, 5])
  assert.deepEqual(boxes.filter((box) => box.stub), [{ node: 4, left: 300, right: 400, row: 2, stub: 2 }])
})

test('only the visible part of a large tree is drawn', () => {
  const tape = large(36, 3) // 47,989 nodes
  const layout = new Layout(tape)
  assert.ok(tape.count > 47_000)
  const whole = layout.boxes(layout.fit(800), 800)
  assert.ok(whole.length < 4 * 800, String(whole.length))
  assert.ok(whole.length > 800)
  const near = layout.boxes(layout.around(1, 800), 800)
  assert.ok(near.length < 4 * 800, String(near.length))
})

test('every part of a row with nodes is drawn', () => {
  const tape = large(30, 3)
  const layout = new Layout(tape)
  const last = layout.boxes(layout.fit(500), 500).filter((box) => box.row === 3)
  let end = 0
  for (const { left, right } of last) {
    assert.ok(left - end < 3, `${left} after ${end}`)
    end = right
  }
  assert.ok(500 - end < 3)
})

test('coordinates lead to their node', () => {
  const layout = new Layout(tree())
  const view = layout.fit(400)
  assert.equal(layout.at(view, 150, 2), 3)
  assert.equal(layout.at(view, 350, 1), 4)
  assert.equal(layout.at(view, 350, 2), -1) // the moves that were cut off
  assert.equal(layout.at(view, 10, 7), -1)
})

test('zooming keeps the point under the finger, and the tree in view', () => {
  const layout = new Layout(tree())
  const near = layout.zoomed(layout.fit(40), 2, 20, 40)
  assert.equal(near.scale, 20)
  assert.equal(near.x + 20 / near.scale, 2)
  assert.deepEqual(layout.zoomed(near, 0.01, 0, 40), layout.fit(40))
  assert.equal(layout.kept({ x: 99, scale: 20 }, 40).x, 2)
})

test('a node outside the view is scrolled into it', () => {
  const layout = new Layout(large(10, 3))
  const view = { x: 0, scale: 20 }
  const far = layout.tape.count - 1
  const moved = layout.showing(view, far, 400)
  assert.ok(moved.x + 400 / moved.scale >= layout.x[far] + 1)
  assert.deepEqual(layout.showing(moved, far, 400), moved)
})

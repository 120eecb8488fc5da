/** Variations: adding, moving through, deleting, promoting, and sending to the server. */

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Variations } from '#study/analysis/variations.js'

/**
 * a b c, and after a another move d with e.
 * @returns {Variations}
 */
function branched() {
  const tree = Variations.line(null, ['a', 'b', 'c'])
  const d = tree.add(tree.root.children[0], 'd')
  tree.add(d, 'e')
  return tree
}

/** @param {Variations} tree @param {string} text moves from the root */
function find(tree, text) {
  let node = tree.root
  for (const move of text) node = node.children.find((one) => one.move === move) ?? node
  return node
}

test('a repeated move adds no node', () => {
  const tree = branched()
  const size = tree.root.size()
  assert.equal(tree.add(tree.root, 'a'), find(tree, 'a'))
  assert.equal(tree.root.size(), size)
})

test('a tree is written and read back', () => {
  const tree = branched()
  find(tree, 'ad').comment = 'why not?'
  const rows = tree.rows()
  assert.deepEqual(rows, [
    [-1, null, null, ''], [0, 'a', null, ''], [1, 'b', null, ''], [2, 'c', null, ''], [1, 'd', null, 'why not?'], [4, 'e', null, ''],
  ])
  assert.deepEqual(Variations.read(null, rows).rows(), rows)
  for (const number of rows.keys()) assert.equal(tree.number(tree.at(number)), number)
})

test('a position set up in the middle begins a new history', () => {
  const tree = Variations.read('first', [[-1, null, null, ''], [0, 'a', null, ''], [1, null, 'second', ''], [2, 'b', null, '']])
  assert.deepEqual(tree.place(tree.at(1)), { position: 'first', moves: ['a'] })
  assert.deepEqual(tree.place(tree.at(2)), { position: 'second', moves: [] })
  assert.deepEqual(tree.place(tree.at(3)), { position: 'second', moves: ['b'] })
  assert.equal(tree.at(3).ply, 1)
})

test('keys move through the tree', () => {
  const tree = branched()
  const [a, b, d] = ['a', 'ab', 'ad'].map((text) => find(tree, text))
  assert.equal(tree.walk(b, 'ArrowLeft'), a)
  assert.equal(tree.walk(tree.root, 'ArrowLeft'), tree.root)
  assert.equal(tree.walk(b, 'ArrowDown'), d)
  assert.equal(tree.walk(d, 'ArrowDown'), b)
  assert.equal(tree.walk(b, 'ArrowUp'), d)
  assert.equal(tree.walk(d, 'Home'), tree.root)
  assert.equal(tree.walk(d, 'End'), find(tree, 'ade'))
  assert.equal(tree.walk(find(tree, 'abc'), 'ArrowRight'), find(tree, 'abc'))
})

test('the next move follows the last chosen variation', () => {
  const tree = branched()
  const a = find(tree, 'a')
  assert.equal(tree.walk(a, 'ArrowRight').move, 'd') // it was added last
  a.latest = null
  assert.equal(tree.walk(a, 'ArrowRight').move, 'b')
})

test('a variation becomes the main line, including its ancestors', () => {
  const tree = branched()
  const e = find(tree, 'ade')
  assert.equal(tree.isMain(e), false)
  tree.promote(e)
  assert.equal(tree.isMain(e), true)
  assert.deepEqual(tree.rows().map(([, move]) => move), [null, 'a', 'd', 'e', 'b', 'c'])
})

test('a deleted variation can be restored in its place', () => {
  const tree = branched()
  const before = tree.rows()
  const back = tree.remove(find(tree, 'ab'))
  assert.deepEqual(tree.rows().map(([, move]) => move), [null, 'a', 'd', 'e'])
  back()
  assert.deepEqual(tree.rows(), before)
  tree.remove(tree.root)()
  assert.deepEqual(tree.rows(), before)
})

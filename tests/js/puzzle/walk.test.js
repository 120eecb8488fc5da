import assert from 'node:assert/strict'
import { test } from 'node:test'

import { placed, sideAt } from '#learn/puzzle/walk.js'

const views = /** @type {any[]} */ ([{ turn: 'white' }, { turn: 'black' }, { turn: 'black' }, { turn: 'white' }])

test('arrow keys move through a line, and stop at its ends', () => {
  const walk = { moves: ['a1', 'b1', 'pass'], views, at: 1 }
  const keys = ['ArrowLeft', 'ArrowRight', 'Home', 'End']
  assert.deepEqual(keys.map((key) => placed(walk, key)), [0, 2, 0, 3])
  assert.equal(placed({ ...walk, at: 3 }, 'ArrowRight'), 3)
  assert.equal(placed({ ...walk, at: 0 }, 'ArrowLeft'), 0)
})

test('the view before a move says who makes it', () => {
  assert.deepEqual([0, 1, 2].map((at) => sideAt(views, at)), ['white', 'black', 'black'])
})

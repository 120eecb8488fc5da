import assert from 'node:assert/strict'
import { test } from 'node:test'

import { target } from '#play/look.js'

test('keys and buttons step through the moves', () => {
  assert.equal(target('ArrowLeft', 3, 5), 2)
  assert.equal(target('ArrowRight', 3, 5), 4)
  assert.equal(target('Home', 3, 5), 0)
  assert.equal(target('End', 3, 5), 5)
  assert.equal(target('back', 3, 5), 2)
  assert.equal(target('on', 3, 5), 4)
})

test('keys and buttons stay within the game', () => {
  assert.equal(target('ArrowLeft', 0, 5), 0)
  assert.equal(target('ArrowRight', 5, 5), 5)
})

test('other keys do nothing', () => assert.equal(target('a', 3, 5), null))

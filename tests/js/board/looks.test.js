import assert from 'node:assert/strict'
import { test } from 'node:test'

import { hasAnimals, lookOf } from '#pages/board/paint.js'
import { ANIMALS } from '#pages/board/pieces.js'
import { animals, board, stones } from './views.js'

test('the style follows the shape and the pieces unless it is given', () => {
  assert.equal(lookOf(stones, 'auto'), 'wood')
  assert.equal(lookOf(board({ pieces: ['a1 black disc'] }), 'auto'), 'felt')
  assert.equal(lookOf(board({ pieces: ['a1 black stone'] }), 'auto'), 'plain')
  assert.equal(lookOf(animals, 'auto'), 'plain')
  assert.equal(lookOf({ ...animals, pieces: [], shape: 'holes' }, 'auto'), 'holes')
  assert.equal(lookOf({ ...animals, pieces: [], shape: 'hexagons' }, 'auto'), 'hexagons')
  assert.equal(lookOf(stones, 'plain'), 'plain')
})

test('only animals have home rows, whatever the name of the kind', () => {
  assert.equal(hasAnimals(animals), true)
  assert.equal(hasAnimals(stones), false)
  assert.equal(hasAnimals(board({ pieces: ['a1 black constructor'] })), false)
})

test('every animal has dots for its steps and a drawing inside its tile', () => {
  assert.deepEqual(Object.keys(ANIMALS).sort(), ['chick', 'elephant', 'giraffe', 'hen', 'lion'])
  for (const [kind, { steps, shapes }] of Object.entries(ANIMALS)) {
    assert.match(steps, /^[UDSfb]+$/, kind)
    for (const [, ...shape] of shapes) {
      if (typeof shape[0] === 'number') {
        const [x, y, rx, ry] = /** @type {number[]} */ (shape)
        assert.ok(Math.abs(x) + rx <= 36 && Math.abs(y) + ry <= 36, kind)
      } else for (const word of String(shape[0]).match(/-?\d+(\.\d+)?/g) ?? []) assert.ok(Math.abs(Number(word)) <= 36, `${kind} ${word}`)
    }
  }
})

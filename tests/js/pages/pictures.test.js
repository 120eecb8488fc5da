import assert from 'node:assert/strict'
import { test } from 'node:test'

import { unpack } from '#pages/pictures.js'

/** @type {import('contract').PackedView} */
const PACKED = {
  game: 'othello', shape: 'squares', columns: ['a', 'b'], rows: ['1', '2'], turn: 'white', ply: 3,
  pieces: [['black', 'disc', 'a1 b2'], ['white', 'disc', 'a2']],
}

test('packed pieces are unpacked again', () => {
  const { view, hint } = unpack(PACKED)
  assert.deepEqual(view.pieces, [
    { at: 'a1', owner: 'black', kind: 'disc' },
    { at: 'b2', owner: 'black', kind: 'disc' },
    { at: 'a2', owner: 'white', kind: 'disc' },
  ])
  assert.equal(view.turn, 'white')
  assert.equal(view.ply, 3)
  assert.deepEqual(view.moves, [])
  assert.deepEqual(view.hands, [])
  assert.equal(view.last_move, null)
  assert.equal(hint, null)
})

test('marks are not part of the view', () => {
  const { view, hint } = unpack({ ...PACKED, hint: { area: ['a1'] } })
  assert.deepEqual(hint, { area: ['a1'] })
  assert.ok(!('hint' in view))
})

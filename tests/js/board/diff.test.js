import assert from 'node:assert/strict'
import { test } from 'node:test'

import { diff } from '#pages/board/diff.js'
import { board, move } from './views.js'

/**
 * Changes in short, in any order.
 * @param {import('./views.js').View | null} before
 * @param {import('./views.js').View} after
 */
const changes = (before, after) =>
  diff(before, after)
    .map((change) => [change.type, change.type === 'slide' ? `${change.from}-${change.at}` : change.at, change.piece.kind].join(' '))
    .sort()

const go = board({ pieces: ['a3 white stone', 'a2 black stone'], ply: 4 })
const taken = board({ pieces: ['a2 black stone', 'b3 black stone'], last_move: move('b3 place - b3 stone'), ply: 5 })

test('a stone lands and the captured ones are lifted off', () => {
  assert.deepEqual(changes(go, taken), ['land b3 stone', 'lift a3 stone'])
})

test('taking back lifts the stone and puts the captured ones back', () => {
  assert.deepEqual(changes(taken, go), ['land a3 stone', 'lift b3 stone'])
})

test('flipped discs keep their former colour', () => {
  const before = board({ pieces: ['a1 white disc', 'b1 black disc'], ply: 1 })
  const after = board({ pieces: ['a1 white disc', 'b1 white disc', 'c1 white disc'], last_move: move('c1 place - c1 disc'), ply: 2 })
  assert.deepEqual(changes(before, after), ['flip b1 disc', 'land c1 disc'])
  const flip = diff(before, after).find((change) => change.type === 'flip')
  assert.ok(flip?.type === 'flip')
  assert.equal(flip.was.owner, 'black')
  assert.equal(flip.piece.owner, 'white')
})

const start = board({ pieces: ['b1 black chick', 'b2 white hen', 'a1 black lion'], ply: 0 })
const captured = board({
  pieces: ['b2 black hen', 'a1 black lion'],
  hands: [{ owner: 'black', kind: 'chick', count: 1 }],
  last_move: move('b1b2+ capture b1 b2 hen'),
  ply: 1,
})

test('a piece slides onto the piece it captures, even if it is promoted', () => {
  assert.deepEqual(changes(start, captured), ['lift b2 hen', 'slide b1-b2 hen'])
})

test('a piece taken back slides back and the captured piece returns', () => {
  assert.deepEqual(changes(captured, start), ['land b2 hen', 'slide b2-b1 chick'])
})

test('a drop lands', () => {
  const dropped = board({ pieces: ['b2 black hen', 'a1 black lion', 'c1 black chick'], last_move: move('C*c1 drop - c1 chick'), ply: 2 })
  assert.deepEqual(changes(captured, dropped), ['land c1 chick'])
  assert.deepEqual(changes(dropped, captured), ['lift c1 chick'])
})

test('nothing is animated in a jump, at first, on another board, or in a pass', () => {
  assert.deepEqual(changes(null, go), [])
  assert.deepEqual(changes(go, { ...taken, ply: 6 }), [])
  assert.deepEqual(changes(go, { ...taken, game: 'other' }), [])
  assert.deepEqual(changes(go, { ...taken, columns: ['a', 'b'] }), [])
  assert.deepEqual(changes(go, { ...go, last_move: move('pass pass - - -'), ply: 5 }), [])
})

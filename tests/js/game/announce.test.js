import assert from 'node:assert/strict'
import { test } from 'node:test'
import { effects, moveWords, news, soundOf } from '#play/announce.js'
import { moves, state, view } from './examples.js'

/** @typedef {import('#pages/types.js').PieceView} PieceView */

/** @param {string} at @param {'black' | 'white'} owner @returns {PieceView} */
const stone = (at, owner) => ({ at, owner, kind: 'stone' })

/** @param {string} to */
const placed = (to) => ({ text: to, kind: 'place', from: null, to, piece: 'stone' })

const before = state({ version: 1, ply: 1, last_ply: 1, moves: moves('A1'), view: view({ ply: 1, turn: 'white', pieces: [stone('A1', 'black'), stone('B2', 'white')] }) })

/** @param {PieceView[]} pieces @param {Partial<import('#play/game/types.js').State>} [more] */
const after = (pieces, more = {}) => state({
  version: 2, ply: 2, last_ply: 2, moves: moves('A1 B1'), view: view({ ply: 2, turn: 'black', pieces, last_move: placed('B1') }), ...more,
})

test('a move is announced with its captures and the turn', () => {
  assert.equal(news(before, after([stone('B1', 'white'), stone('B2', 'white')])), 'White B1. Captures 1. Your turn.')
})

test('flips are announced', () => {
  assert.equal(news(before, after([stone('A1', 'white'), stone('B1', 'white'), stone('B2', 'white')])), 'White B1. Flips 1. Your turn.')
})

test('the situation is not announced on the turn of the computer', () => {
  assert.equal(news(before, after([stone('A1', 'black'), stone('B1', 'white'), stone('B2', 'white')], { to_move: 'computer' })), 'White B1.')
})

test('a takeback is announced and an unchanged state is not', () => {
  const back = state({ version: 3 })
  assert.equal(news(before, back), 'Taken back. Your turn.')
  assert.equal(news(before, before), '')
})

test('moves are described in words', () => {
  const move = { text: 'b2b3', kind: 'move', from: 'b2', to: 'b3', piece: 'chick' }
  assert.equal(moveWords(move, 'black'), 'Black: chick b2 to b3.')
  assert.equal(moveWords({ ...move, kind: 'capture' }, 'black'), 'Black: chick b2 takes on b3.')
  assert.equal(moveWords({ ...move, kind: 'drop', from: null }, 'white'), 'White drops the chick on b3.')
  assert.equal(moveWords({ ...move, kind: 'pass', from: null, to: null }, 'white'), 'White passes.')
})

test('only the piece on the target square counts as captured', () => {
  const last = { text: 'A1B1', kind: 'capture', from: 'A1', to: 'B1', piece: 'lion' }
  const was = view({ pieces: [stone('A1', 'black'), stone('B1', 'white')] })
  assert.deepEqual(effects(was, view({ pieces: [stone('B1', 'black')], last_move: last })), { flipped: 0, taken: 1 })
})

test('each event has its sound', () => {
  const pieces = [stone('A1', 'black'), stone('B1', 'white'), stone('B2', 'white')]
  assert.equal(soundOf(before, after(pieces)), 'place')
  assert.equal(soundOf(before, after(pieces.slice(1))), 'capture')
  assert.equal(soundOf(before, after([stone('A1', 'white'), ...pieces.slice(1)])), 'flip')
  assert.equal(soundOf(before, before), null)
  const result = { winner: /** @type {const} */ ('white'), code: 'line', sentence: '' }
  assert.equal(soundOf(before, after(pieces, { result })), 'lose')
  assert.equal(soundOf(before, after(pieces, { result, people: ['black', 'white'] })), 'win')
  assert.equal(soundOf(before, after(pieces, { result: { ...result, winner: null } })), 'draw')
})

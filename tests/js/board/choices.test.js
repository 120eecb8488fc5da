import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Choices } from '#pages/board/choices.js'
import { animals, board, stones } from './views.js'

/**
 * @param {import('./views.js').View} view
 * @param {{mode?: string, confirm?: boolean}} [options]
 */
function choosing(view, { mode = 'moves', confirm = false } = {}) {
  const choices = new Choices()
  choices.set(view, mode, confirm)
  return choices
}

test('a stone is placed with one click', () => {
  assert.deepEqual(choosing(stones).click('A1'), { type: 'play', move: 'A1' })
})

test('an illegal point is an attempt, so that the page can ask why', () => {
  assert.deepEqual(choosing(stones).click('B2'), { type: 'attempt', from: null, to: 'B2', piece: null })
  assert.deepEqual(choosing(stones).click('C3'), { type: 'attempt', from: null, to: 'C3', piece: null })
})

test('a piece is moved with two clicks', () => {
  const choices = choosing(animals)
  assert.deepEqual(choices.click('b2'), { type: 'pick' })
  assert.deepEqual(choices.picked, { from: 'b2', piece: 'chick' })
  assert.deepEqual(choices.targets().map((move) => move.text), ['b2b3'])
  assert.deepEqual(choices.click('b3'), { type: 'play', move: 'b2b3' })
  assert.equal(choices.picked, null)
})

test('another own piece is picked up instead, the same one is put down', () => {
  const choices = choosing(animals)
  choices.click('b2')
  assert.deepEqual(choices.click('b1'), { type: 'pick' })
  assert.equal(choices.picked?.from, 'b1')
  assert.deepEqual(choices.click('b1'), { type: 'pick' })
  assert.equal(choices.picked, null)
})

test('a piece without legal moves can be picked up, and stays picked up after an illegal move', () => {
  const choices = choosing(animals)
  choices.click('a1')
  assert.deepEqual(choices.click('a3'), { type: 'attempt', from: 'a1', to: 'a3', piece: 'elephant' })
  assert.equal(choices.picked?.from, 'a1')
})

test('without a picked-up piece an empty square and an enemy piece are refused', () => {
  assert.deepEqual(choosing(animals).click('a3'), { type: 'refuse', at: 'a3', reason: 'first' })
  assert.deepEqual(choosing(animals).click('b4'), { type: 'refuse', at: 'b4', reason: 'theirs' })
})

test('a piece is dropped from the hand', () => {
  const choices = choosing(animals)
  assert.deepEqual(choices.hand('black', 'chick'), { type: 'pick' })
  assert.deepEqual(choices.targets().map((move) => move.to), ['a3', 'c3'])
  assert.deepEqual(choices.click('a3'), { type: 'play', move: 'C*a3' })
  choices.hand('black', 'chick')
  assert.deepEqual(choices.click('b4'), { type: 'attempt', from: null, to: 'b4', piece: 'chick' })
  choices.hand('black', 'chick')
  assert.equal(choices.picked, null, 'a second click on the hand lets go')
  assert.deepEqual(choices.hand('white', 'giraffe'), { type: 'refuse', at: null, reason: 'theirs' })
})

test('a piece can be dragged to a target, to a wrong square, back, and off the board', () => {
  const choices = choosing(animals)
  choices.click('b1')
  assert.deepEqual(choices.drop('a2'), { type: 'play', move: 'b1a2' })
  choices.click('b1')
  assert.deepEqual(choices.drop('a4'), { type: 'attempt', from: 'b1', to: 'a4', piece: 'lion' })
  assert.equal(choices.picked, null)
  for (const end of ['b1', null]) {
    choices.click('b1')
    assert.deepEqual(choices.drop(end), { type: 'pick' })
    assert.equal(choices.picked, null)
  }
})

test('with confirm the first tap asks and the second plays', () => {
  const choices = choosing(stones, { confirm: true })
  assert.deepEqual(choices.click('A1'), { type: 'ask' })
  assert.deepEqual(choices.click('C1'), { type: 'ask' })
  assert.equal(choices.pending?.to, 'C1')
  assert.deepEqual(choices.click('C1'), { type: 'play', move: 'C1' })
  choices.click('A1')
  assert.deepEqual(choices.confirmed(), { type: 'play', move: 'A1' })
  assert.deepEqual(choices.confirmed(), { type: 'none' })
})

test('with confirm a wrong point takes the question back', () => {
  const choices = choosing(stones, { confirm: true })
  choices.click('A1')
  assert.equal(choices.click('B2').type, 'attempt')
  assert.equal(choices.pending, null)
})

test('with confirm a piece goes in three taps', () => {
  const choices = choosing(animals, { confirm: true })
  choices.click('b2')
  assert.deepEqual(choices.click('b3'), { type: 'ask' })
  assert.deepEqual(choices.click('b3'), { type: 'play', move: 'b2b3' })
})

test('moves with the same origin and target are a choice; equal texts are one move', () => {
  const two = board({
    pieces: ['a1 black pawn'],
    moves: ['a1a2 move a1 a2 pawn', 'a1a2+ move a1 a2 queen', 'a1b2 move a1 b2 pawn', 'a1b2 move a1 b2 pawn'],
  })
  const choices = choosing(two)
  choices.click('a1')
  const outcome = choices.click('a2')
  assert.ok(outcome.type === 'choose')
  assert.deepEqual(outcome.moves.map((move) => move.text), ['a1a2', 'a1a2+'])
  assert.deepEqual(choices.click('b2'), { type: 'play', move: 'a1b2' })
})

test('a move that names a column matches any square in it', () => {
  const columns = board({ moves: ['a place - a1 stone', 'b place - b1 stone'] })
  assert.deepEqual(choosing(columns).click('b3'), { type: 'play', move: 'b' })
  const careful = choosing(columns, { confirm: true })
  assert.deepEqual(careful.click('b3'), { type: 'ask' })
  assert.equal(careful.pending?.to, 'b1')
  assert.deepEqual(careful.click('b2'), { type: 'play', move: 'b' })
})

test('while counting, clicks on stones toggle', () => {
  const choices = choosing(stones, { mode: 'points' })
  assert.deepEqual(choices.click('A3'), { type: 'toggle', at: 'A3' })
  assert.deepEqual(choices.click('A1'), { type: 'none' })
})

test('when it is not the person\'s turn nothing happens', () => {
  const choices = choosing(animals, { mode: 'none' })
  assert.deepEqual(choices.click('b2'), { type: 'none' })
  assert.deepEqual(choices.hand('black', 'chick'), { type: 'none' })
  assert.deepEqual(choices.targets(), [])
  assert.equal(choices.mine('b2'), false)
})

test('a new position clears the selection; the same one, sent again, does not', () => {
  const choices = choosing(animals)
  choices.click('b2')
  choices.set({ ...animals }, 'moves', false)
  assert.equal(choices.picked?.from, 'b2')
  choices.set({ ...animals, ply: 1 }, 'moves', false)
  assert.equal(choices.picked, null)
  choices.click('b2')
  choices.set({ ...animals, ply: 1, pieces: [] }, 'moves', false)
  assert.equal(choices.picked, null, 'the piece is gone')
})

test('legal points are marked only if that is informative', () => {
  assert.deepEqual(choosing(stones).marked().map((move) => move.to), ['A1', 'C1'])
  const open = board({ moves: ['a1', 'a2', 'a3', 'b1', 'b2', 'b3'].map((at) => `${at} place - ${at} stone`) })
  assert.deepEqual(choosing(open).marked(), [])
  assert.equal(choosing(open).targets().length, 6)
})

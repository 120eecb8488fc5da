/** Perfect play on the page: the value on each square, and when a request is needed. */

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Choices } from '#pages/board/choices.js'
import { cellTexts } from '#pages/board/labels.js'
import { badges } from '#pages/board/values.js'
import { keyOf } from '#play/game/perfect.js'
import { begin, reduce } from '#play/game/store.js'
import { board, stateOf } from '../board/views.js'
import { moves, state } from './examples.js'

const view = board({
  columns: 'abc',
  pieces: ['a1 black elephant', 'b1 black lion', 'b3 white lion'],
  hands: [{ owner: 'black', kind: 'chick', count: 1 }, { owner: 'white', kind: 'chick', count: 1 }],
  moves: ['a1b2 move a1 b2 elephant', 'b1a2 move b1 a2 lion', 'b1b2 move b1 b2 lion', 'C*a2 drop - a2 chick', 'C*c2 drop - c2 chick'],
  turn: 'black',
})

/** @param {string} text @param {number} value */
const worth = (text, value) => ({ text, value, words: { label: `${value}`, spoken: `worth ${value}` } })
const VALUES = [worth('C*c2', 5), worth('b1a2', 0), worth('a1b2', -20), worth('b1b2', -2), worth('C*a2', -2)]

/** @param {(choices: Choices) => void} [pick] */
function choicesOf(pick = () => {}) {
  const choices = new Choices()
  choices.set(view, 'moves', false)
  pick(choices)
  return choices
}

/** @param {Choices} choices */
const values = (choices) => Object.fromEntries(badges(VALUES, choices).map(({ at, piece, value }) => [at ?? piece, value.value]))

test('each piece shows its best move, also in hand', () => {
  assert.deepEqual(values(choicesOf()), { chick: 5, b1: 0, a1: -20 })
})

test('a picked-up piece shows the value of each of its moves', () => {
  assert.deepEqual(values(choicesOf((choices) => choices.click('b1'))), { a2: 0, b2: -2 })
  assert.deepEqual(values(choicesOf((choices) => choices.hand('black', 'chick'))), { c2: 5, a2: -2 })
})

test('an earlier position shows the values of its pieces', () => {
  const choices = new Choices()
  choices.set(view, 'none', false)
  assert.deepEqual(values(choices), { chick: 5, b1: 0, a1: -20 })
})

test('the best moves are marked wherever they are shown', () => {
  const best = (/** @type {Choices} */ choices) => badges(VALUES, choices).filter((one) => one.best).map(({ at, piece }) => at ?? piece)
  assert.deepEqual(best(choicesOf()), ['chick'])
  assert.deepEqual(best(choicesOf((choices) => choices.hand('black', 'chick'))), ['c2'])
  assert.deepEqual(best(choicesOf((choices) => choices.click('b1'))), [])
})

test('a value without its move is not shown', () => {
  assert.deepEqual(badges([worth('a9a8', 1)], choicesOf()), [])
})

test('values are spoken with the squares', () => {
  const choices = choicesOf()
  const texts = cellTexts(stateOf(view), choices, badges(VALUES, choices))
  assert.match(texts.get('b1') ?? '', /worth 0$/)
  assert.doesNotMatch(texts.get('b3') ?? '', /worth/)
})

const playing = state({ tablebase: true, ply: 2, last_ply: 2, moves: moves('A1 B1') })

test('a position is known by its moves', () => {
  assert.equal(keyOf(begin(playing, 0)), '2 A1 B1')
  assert.equal(keyOf(begin({ ...playing, tablebase: false }, 0)), null)
})

test('values are hidden on the turn of the computer unless both sides are computers', () => {
  assert.equal(keyOf(begin({ ...playing, to_move: 'computer' }, 0)), null)
  assert.equal(keyOf(begin({ ...playing, to_move: 'computer', people: [] }, 0)), '2 A1 B1')
})

test('an earlier position is requested once it is loaded', () => {
  const model = begin({ ...playing, to_move: 'computer' }, 0)
  assert.equal(keyOf(reduce(model, { type: 'look', ply: 1, seen: null })), null)
  const { view: seen, aids, score, captured } = playing
  assert.equal(keyOf(reduce(model, { type: 'look', ply: 1, seen: { view: seen, aids, score, captured } })), '1 A1')
})

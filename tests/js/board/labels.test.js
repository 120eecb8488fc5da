import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Choices } from '#pages/board/choices.js'
import { cellTexts, handName, pickText } from '#pages/board/labels.js'
import { animals, stateOf, stones } from './views.js'

/**
 * @param {import('./views.js').View} view
 * @param {Partial<import('./views.js').BoardState>} [more]
 * @param {(choices: Choices) => void} [first]
 */
function texts(view, more = {}, first = () => {}) {
  const choices = new Choices()
  const state = stateOf(view, more)
  choices.set(view, state.mode, state.confirm)
  first(choices)
  return cellTexts(state, choices)
}

test('every square has a text that begins with its label', () => {
  const all = texts(stones)
  assert.equal(all.size, 9)
  for (const [label, text] of all) assert.ok(text.startsWith(`${label}, `), text)
})

test('stones, the last move and legal points are named', () => {
  const all = texts(stones)
  assert.equal(all.get('A3'), 'A3, black stone')
  assert.equal(all.get('B2'), 'B2, white stone, last move')
  assert.equal(all.get('A1'), 'A1, empty, legal move')
  assert.equal(all.get('C3'), 'C3, empty')
  assert.equal(texts(stones, { legal: false }).get('A1'), 'A1, empty')
})

test('own pieces and the moves of the picked one are named', () => {
  assert.equal(texts(animals, { side: 'black' }).get('b2'), 'b2, your chick, can move')
  assert.equal(texts(animals, { side: 'black' }).get('b3'), 'b3, white chick')
  const picked = texts(animals, {}, (choices) => choices.click('b2'))
  assert.equal(picked.get('b3'), 'b3, white chick, legal capture')
  assert.equal(picked.get('b2'), 'b2, black chick')
  const hand = texts(animals, {}, (choices) => choices.hand('black', 'chick'))
  assert.equal(hand.get('a3'), 'a3, empty, legal drop')
})

test('marks, dead stones and hints are named', () => {
  const marks = [
    { kind: 'star', at: ['B2', 'C3'] },
    { kind: 'ko', at: ['C2'] },
    { kind: 'odd', at: ['C1'] },
    { kind: 'dead', at: ['A3'] },
  ]
  const all = texts({ ...stones, marks }, { dead: ['A3'], hint: { from: 'A2', to: 'A1' }, legal: false })
  assert.equal(all.get('C3'), 'C3, empty, star point')
  assert.equal(all.get('B2'), 'B2, white stone, last move', 'a star under a stone is not seen')
  assert.equal(all.get('C2'), 'C2, empty, ko')
  assert.equal(all.get('C1'), 'C1, empty, odd')
  assert.equal(all.get('A3'), 'A3, black stone, dead')
  const marked = texts({ ...stones, marks: [{ kind: 'target', at: ['A3'] }] })
  assert.equal(marked.get('A3'), 'A3, black stone, marked')
  assert.equal(all.get('A1'), 'A1, empty, hint')
  assert.equal(all.get('A2'), 'A2, empty, hint: from here')
})

test('aids are spoken only if they are shown', () => {
  const aids = [
    { kind: 'liberties', owner: /** @type {const} */ ('black'), at: ['A3'], points: ['A2'], count: 1 },
    { kind: 'liberties', owner: /** @type {const} */ ('white'), at: ['B2'], points: ['C2', 'B1'], count: 2 },
    { kind: 'win', owner: /** @type {const} */ ('white'), at: ['C3'], points: [], count: 1 },
  ]
  const all = texts(stones, { aids, shown: ['liberties'] })
  assert.equal(all.get('A3'), 'A3, black stone, 1 liberty')
  assert.equal(all.get('B2'), 'B2, white stone, last move, 2 liberties')
  assert.equal(all.get('C3'), 'C3, empty')
  assert.equal(texts(stones, { aids, shown: ['win'] }).get('C3'), 'C3, empty, white wins here')
})

test('a picked-up piece is announced with the number of its moves', () => {
  const choices = new Choices()
  choices.set(animals, 'moves', false)
  choices.click('b1')
  assert.equal(pickText(choices), 'lion, b1: picked up, 2 moves.')
  choices.click('b2')
  assert.equal(pickText(choices), 'chick, b2: picked up, 1 move.')
  choices.letGo()
  assert.equal(pickText(choices), 'Deselected.')
})

test('pieces in hand are named', () => {
  assert.equal(handName('black', 'chick', 2, 'black'), 'your chick in hand, 2')
  assert.equal(handName('white', 'rook', 1, null), 'white rook in hand, 1')
})

test('a four and an open three are distinguished', () => {
  const row = (/** @type {number} */ count) => ({ kind: 'threat', owner: /** @type {const} */ ('black'), at: ['A3'], points: ['A2'], count })
  const label = (/** @type {number} */ count) => texts(stones, { aids: [row(count)], shown: ['threat'] }).get('A3')
  assert.equal(label(1), 'A3, black stone, black needs one more stone to win')
  assert.equal(label(2), 'A3, black stone, open line of black, two stones short')
})

test('threats in a line of five have names', () => {
  const row = (/** @type {string[]} */ at) => ({ kind: 'threat', owner: /** @type {const} */ ('black'), at, points: ['A9'], count: 5 - at.length })
  const label = (/** @type {string[]} */ at) => texts(stones, { aids: [row(at)], shown: ['threat'] }).get('A3')
  assert.equal(label(['A3', 'A4', 'A5', 'A6']), 'A3, black stone, a four of black')
  assert.equal(label(['A3', 'A4', 'A5']), 'A3, black stone, an open three of black')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { choices, details, leftOut, terms } from '#study/watch/details.js'
import { compared, counts, verdict } from '#study/watch/panel.js'
import { happens, shortWorth, signed, spoken, worth } from '#study/watch/sentences.js'
import { large, playouts, tree } from './examples.js'

test('values have a sign, and wins their winner and distance', () => {
  assert.deepEqual([3, -0.5, 0].map(signed), ['+3', '−0.5', '0'])
  assert.equal(shortWorth([0, 1, 3]), 'B3')
  assert.equal(shortWorth([-4, -1, null]), 'W+4')
  assert.equal(worth([0, -1, 2]), 'a win for White in 2 moves')
  assert.equal(worth([-4, -1, null]), 'a win for White by 4')
  assert.equal(worth(null), 'nothing yet')
})

test('every step of a search is a sentence', () => {
  const tape = tree()
  assert.equal(happens(tape, 0), 'The search begins. Black to move has 2 moves to look at.')
  assert.equal(happens(tape, 1), 'After a: White to move has 2 moves to look at.')
  assert.equal(happens(tape, 2), 'After c the search has reached its depth: the evaluation says +3.')
  assert.equal(happens(tape, 4), 'White takes the smallest value after a: +3.')
  assert.equal(happens(tape, 8), 'Black takes the largest value of all: +3.')
})

test('a cut has a reason', () => {
  const expected = 'Cutoff. Black can already have +3 elsewhere, and here White holds it to +2: Black will not come here. 2 moves are left out.'
  assert.equal(happens(tree(), 7), expected)
})

test('every playout is a sentence', () => {
  const tape = playouts()
  assert.match(happens(tape, 0), /^Nothing has been tried yet/)
  assert.equal(happens(tape, 1), 'Playout 1 went a and played on for 4 moves: Black wins.')
  assert.equal(happens(tape, 2), 'Playout 2 went b and played on for 3 moves: White wins. The evaluation gave Black 40 %; together that counts as 0 %.')
  assert.equal(happens(tape, 3), 'Playout 3 went a c, where the result is proven: Black wins.')
})

test('a node is read aloud with value, window and cut', () => {
  assert.equal(spoken(tree(), 4, 8), 'b: +2, window from +3 to open, cut, 2 moves left out')
  assert.equal(spoken(tree(), 4, 6), 'b: +2, window from +3 to open') // the node is still open
  assert.equal(spoken(playouts(), 1, 3), 'a: 2 visits, 100 %')
  assert.equal(spoken(playouts(), 3, 1), 'c: not tried yet')
})

test('details of a node follow the time', () => {
  const rows = Object.fromEntries(details(tree(), 1, 2))
  assert.deepEqual(rows, { Position: 'a', 'Black has secured': 'nothing yet', 'White has secured': '+3', 'Window at the start': 'open … open', 'Value so far': '+3', 'Best move so far': 'c' })
  assert.equal(Object.fromEntries(details(tree(), 4, 0)).Value, 'not reached yet')
  assert.deepEqual(Object.fromEntries(details(playouts(), 1, 3)), { Position: 'a', Visits: '2', 'Good for Black': '100 %', 'Proven, for the side that moved here': 'a win' })
})

test('a leaf shows the weighted terms of its evaluation', () => {
  const seen = /** @type {any} */ ({ terms: [{ name: 'threats', sentence: '', value: -3, weight: 0.5 }], moves: [] })
  assert.deepEqual(terms(tree(), 2, seen)[1], ['threats', '−3', '× 0.5', '−1.5'])
  assert.deepEqual(terms(tree(), 1, seen), [])
})

test('skipped moves are named if they are known', () => {
  const tape = tree()
  assert.equal(leftOut(tape, 4, /** @type {any} */ ({ moves: ['a', 'c', 'd'] })), 'Left out: a d.')
  assert.equal(leftOut(tape, 4, /** @type {any} */ ({ moves: ['a', 'c', 'd', 'e'] })), '')
  assert.equal(leftOut(tape, 1, /** @type {any} */ ({ moves: ['a', 'c'] })), '')
})

test('a playout shows the values of its choices', () => {
  const rows = choices(playouts(), 3)
  assert.deepEqual(rows[1], ['a', '1.00', '0.10', '0.30', '1.40', 'b 0.70'])
  assert.deepEqual(rows[2], ['c', '0.20', '0.00', '0.40', '0.60', ''])
  assert.deepEqual(choices(playouts(), 0), [])
})

test('the effort and the result of a search are summarised', () => {
  assert.equal(counts(tree(), 3), '4 of 6 nodes')
  assert.equal(counts(playouts(), 2), '2 of 3 playouts')
  assert.equal(verdict(tree()), 'It plays a: +3. 1 cut, 2 moves left out.')
  assert.equal(verdict(playouts()), 'It plays a.')
})

test('two searches are compared by their nodes', () => {
  const titles = ['Minimax', 'Alpha-beta']
  assert.equal(compared([large(2, 3), tree()], titles), 'Alpha-beta visited 6 nodes, Minimax visited 15: 40 % of them were enough.')
  assert.equal(compared([tree(), large(2, 3)], titles), 'Minimax visited 6 nodes, Alpha-beta visited 15: 40 % of them were enough.')
  assert.equal(compared([tree(), tree()], titles), 'Both visited 6 nodes.')
  assert.equal(compared([tree(), playouts()], titles), '')
  assert.equal(compared([tree()], titles), '')
})

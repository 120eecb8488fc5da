/** The analysis board without a page: lines, keys, links, editing, lines of moves on the board. */

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { put } from '#study/analysis/edit.js'
import { queryOf } from '#study/analysis/keeping.js'
import { commandOf } from '#study/analysis/keys.js'
import { chance, percent, shownMoves, signed, spoken, threatName, worth } from '#study/analysis/lines.js'
import { stepsOf } from '#pages/board/plan.js'
import { board } from '../board/views.js'

/** @type {import('contract').AnalysisLine} */
const LINE = { move: 'a', pv: ['a', 'b', 'pass', 'd', 'e'], score: 2.46, win_chance: 0.7, mate: null, exact: false, depth: 9 }

test('scores are from the point of view of Black', () => {
  assert.equal(chance(LINE, 'black'), 0.7)
  assert.ok(Math.abs(chance(LINE, 'white') - 0.3) < 1e-9)
  assert.equal(worth(LINE, 'black', ''), '+2.5')
  assert.equal(worth(LINE, 'white', 'discs'), '−2.5 discs')
})

test('a forced win names the winner and the distance', () => {
  assert.equal(worth({ ...LINE, mate: 3 }, 'white', ''), 'White wins in 3 moves')
  assert.equal(worth({ ...LINE, mate: -1 }, 'white', ''), 'Black wins in 1 move')
  assert.equal(worth({ ...LINE, score: -10_000, exact: true }, 'black', 'discs'), 'White wins')
  assert.equal(worth({ ...LINE, score: 0, exact: true }, 'black', 'discs'), 'a draw')
})

test('only proven values are shown as 0 or 100 %', () => {
  assert.deepEqual([percent(0.999, false), percent(0.0001, false), percent(1, true)], ['99%', '1%', '100%'])
  assert.deepEqual([signed(0.04), signed(-3.14), signed(1234.5)], ['0', '−3.1', '+1235'])
})

test('a line is spoken in a sentence', () => {
  assert.equal(spoken(LINE, 'black', ''), 'a, b, pass, d: +2.5, Black 70%.')
})

test('keys are commands, on the board with Alt', () => {
  const press = { key: 'a', code: 'KeyA', ctrl: false, alt: false, shift: false, where: /** @type {const} */ ('page') }
  assert.equal(commandOf(press, true, false), 'engine')
  assert.equal(commandOf(press, false, false), null)
  assert.equal(commandOf({ ...press, where: 'grid' }, true, false), null)
  assert.equal(commandOf({ ...press, where: 'grid', alt: true }, true, false), 'engine')
  assert.equal(commandOf({ ...press, where: 'field' }, true, false), null)
  assert.equal(commandOf({ ...press, key: '4', code: 'Digit4' }, true, false), 'lines 4')
  assert.equal(commandOf({ ...press, key: '9', code: 'Digit9' }, true, false), null)
  assert.equal(commandOf({ ...press, key: 'ArrowLeft' }, false, false), 'go')
  assert.equal(commandOf({ ...press, key: 'ArrowUp' }, true, false), null)
  assert.equal(commandOf({ ...press, key: 'ArrowUp' }, true, true), 'go')
  assert.equal(commandOf({ ...press, key: 'Delete' }, true, true), 'remove')
})

test('a link contains a short line, but only the position of a long one', () => {
  const query = { game: 'go', size: '9' }
  assert.equal(queryOf(query, { position: null, moves: ['E5', 'D4'] }, 'now'), 'game=go&size=9&moves=E5+D4')
  assert.equal(queryOf(query, { position: 'x b', moves: [] }, 'now'), 'game=go&size=9&position=x+b')
  assert.equal(queryOf(query, { position: null, moves: Array(500).fill('A1') }, 'now b'), 'game=go&size=9&position=now+b')
})

test('a piece is placed, replaced and removed', () => {
  const black = { owner: /** @type {const} */ ('black'), kind: 'stone' }
  const white = { owner: /** @type {const} */ ('white'), kind: 'stone' }
  const one = put([], 'a1', black)
  assert.deepEqual(one, [{ at: 'a1', ...black }])
  assert.deepEqual(put(one, 'a1', white), [{ at: 'a1', ...white }])
  assert.deepEqual(put(one, 'a1', black), [])
  assert.deepEqual(put(one, 'a1', null), [])
})

test('a line of placed stones is numbered, passes count', () => {
  const view = board({ columns: 'ABC', turn: 'white' })
  const steps = stepsOf(view, ['a1', 'pass', 'B2', 'nonsense', 'C3'])
  assert.deepEqual(steps.map(({ to, owner, number }) => [to, owner, number]), [['A1', 'white', 1], ['B2', 'white', 3]])
})

test('moves and drops of a line are distinguished', () => {
  const view = board({ rows: '4321', pieces: ['b2 black chick'] })
  const steps = stepsOf(view, ['b2b3', 'C*a1', 'c3c4+', 'a1a2'])
  assert.deepEqual(steps.map(({ from, to, piece }) => [from, to, piece]), [['b2', 'b3', null], [null, 'a1', 'chick'], ['c3', 'c4', null]])
})

test('a move that names only a column is found on the board', () => {
  const view = board({ columns: 'ab', rows: '21', moves: ['b place - b1 stone'] })
  assert.deepEqual(stepsOf(view, ['b', 'a']).map(({ to }) => to), ['b1'])
})

test('a win by threats is shown to its end, other lines are cut', () => {
  assert.equal(shownMoves({ mate: 17, threats: ['four'] }, 10), 17)
  assert.equal(shownMoves({ mate: 17 }, 10), 10)
  assert.equal(shownMoves({ mate: -16, threats: ['', 'four'] }, 10), 10)
  assert.equal(shownMoves({ mate: null, threats: ['three'] }, 10), 10)
})

test('threats have names, and other moves have none', () => {
  assert.deepEqual(['four_three', '', undefined].map((one) => threatName(one)), ['a four and an open three', '', ''])
})

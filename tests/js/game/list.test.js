import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowsOf, stepTo } from '#play/game/list.js'
import { moves } from './examples.js'

test('two moves per row, Black first', () => {
  const rows = rowsOf(moves('A1 B1 C1'))
  assert.deepEqual(rows.map(({ number, black, white }) => [number, black?.text, white?.text]), [[1, 'A1', 'B1'], [2, 'C1', undefined]])
})

test('a game that White begins leaves the first cell empty', () => {
  const rows = rowsOf(moves('A1 B1 C1').map((move) => ({ ...move, side: move.side === 'black' ? 'white' : 'black' })))
  assert.deepEqual(rows.map(({ black, white }) => [black?.text, white?.text]), [[undefined, 'A1'], ['B1', 'C1']])
})

test('a game without moves has no rows', () => {
  assert.deepEqual(rowsOf([]), [])
})

test('keys step through the game, within its limits', () => {
  assert.equal(stepTo('ArrowLeft', 3, 9), 2)
  assert.equal(stepTo('ArrowLeft', 0, 9), 0)
  assert.equal(stepTo('ArrowRight', 9, 9), 9)
  assert.equal(stepTo('ArrowDown', 8, 9), 9)
  assert.equal(stepTo('ArrowUp', 5, 9), 3)
  assert.equal(stepTo('Home', 5, 9), 0)
  assert.equal(stepTo('End', 5, 9), 9)
  assert.equal(stepTo('x', 5, 9), null)
})

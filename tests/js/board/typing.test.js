import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Typing, lead } from '#pages/board/typing.js'

const columns = [...'ABCDEFGHJKLMNOPQRST']
const rows = Array.from({ length: 19 }, (_, i) => String(19 - i))
const here = { column: 'C', row: '3' }

test('a letter goes to its column, a number to its row, both to the point', () => {
  assert.deepEqual(lead('q', here, columns, rows), { column: 'Q', row: '3' })
  assert.deepEqual(lead('7', here, columns, rows), { column: 'C', row: '7' })
  assert.deepEqual(lead('q16', here, columns, rows), { column: 'Q', row: '16' })
  assert.equal(lead('i', here, columns, rows), null)
  assert.equal(lead('q20', here, columns, rows), null)
  assert.equal(lead('20', here, columns, rows), null)
})

test('a row number that begins others selects its own row', () => {
  assert.equal(lead('1', here, columns, rows)?.row, '1')
  assert.equal(lead('q1', here, columns, rows)?.row, '1')
})

/**
 * @param {string} keys
 * @param {number[]} [times]
 */
function typed(keys, times = []) {
  const typing = new Typing()
  let place = here
  ;[...keys].forEach((key, i) => {
    place = typing.press(key, place, columns, rows, times[i] ?? 0) ?? place
  })
  return place.column + place.row
}

test('keys add up if they follow each other quickly', () => {
  assert.equal(typed('Q10'), 'Q10')
  assert.equal(typed('q10', [0, 1400, 2800]), 'Q10')
  assert.equal(typed('q10', [0, 500, 5000]), 'Q1', 'a late 0 begins anew, and no row begins with it')
  assert.equal(typed('q12', [0, 500, 5000]), 'Q2')
})

test('a key that does not fit begins a new label', () => {
  assert.equal(typed('q16d4'), 'D4')
  assert.equal(typed('99'), 'C9')
})

test('letters of both cases are accepted and other keys ignored', () => {
  const typing = new Typing()
  assert.deepEqual(typing.press('E', { column: 'a', row: '1' }, [...'abcdefgh'], [...'12345678'], 0), { column: 'e', row: '1' })
  for (const key of ['Enter', 'F5', '/', 'z', 'Tab', ' ']) {
    assert.equal(typing.press(key, here, columns, rows, 0), null, key)
  }
})

test('columns can have two letters', () => {
  const wide = ['A', 'Z', 'AA', 'AB']
  assert.deepEqual(lead('aa5', here, wide, rows), { column: 'AA', row: '5' })
  assert.deepEqual(lead('a5', here, wide, rows), { column: 'A', row: '5' })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { matters } from '#play/form.js'

/** @param {string} opponent @param {string} [clock] */
const shown = (opponent, clock = 'none') => Object.entries(matters(opponent, clock)).filter(([, yes]) => yes).map(([name]) => name)

test('against the computer one chooses a colour, and may have a teacher', () => {
  assert.deepEqual(shown('level:2'), ['colour', 'teacher'])
  assert.deepEqual(shown('adaptive'), ['colour', 'teacher'])
})
test('two people at a board need no colour', () => assert.deepEqual(shown('person'), []))
test('a person by link leaves one a colour', () => assert.deepEqual(shown('link'), ['colour']))
test('two computers have a level each', () => assert.deepEqual(shown('watch'), ['black_level', 'white_level']))
test('a clock of one\'s own has minutes and seconds', () => {
  assert.deepEqual(shown('person', 'own'), ['minutes', 'increment'])
  assert.deepEqual(shown('person', '3+2'), [])
})

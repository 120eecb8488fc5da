import assert from 'node:assert/strict'
import { test } from 'node:test'

import { matters } from '#play/form.js'

/** @param {string} opponent @param {string} [clock] */
const shown = (opponent, clock = 'none') => Object.entries(matters(opponent, clock)).filter(([, yes]) => yes).map(([name]) => name)

test('a game against the computer asks for a colour and offers a teacher', () => {
  assert.deepEqual(shown('level:2'), ['colour', 'teacher'])
  assert.deepEqual(shown('adaptive'), ['colour', 'teacher'])
})
test('the strongest opponent asks for its time', () => assert.deepEqual(shown('maximum'), ['seconds', 'colour', 'teacher']))
test('a game of two people at one screen asks for no colour', () => assert.deepEqual(shown('person'), []))
test('a game by link asks for a colour', () => assert.deepEqual(shown('link'), ['colour']))
test('two computers have one level each', () => assert.deepEqual(shown('watch'), ['black_level', 'white_level']))
test('a custom clock has minutes and seconds', () => {
  assert.deepEqual(shown('person', 'own'), ['minutes', 'increment'])
  assert.deepEqual(shown('person', '3+2'), [])
})

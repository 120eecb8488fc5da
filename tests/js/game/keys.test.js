import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandOf } from '#play/game/keys.js'

/**
 * @param {string} key
 * @param {Partial<import('#play/game/keys.js').Press>} [more]
 */
const press = (key, more = {}) => ({ key, code: `Key${key.toUpperCase()}`, ctrl: false, alt: false, shift: false, where: /** @type {const} */ ('page'), ...more })

test('letters are commands on the page', () => {
  assert.equal(commandOf(press('u'), true), 'undo')
  assert.equal(commandOf(press('H'), true), 'hint')
  assert.equal(commandOf(press('x'), true), null)
  assert.equal(commandOf(press('?'), true), 'help')
})

test('letters can be turned off', () => {
  assert.equal(commandOf(press('u'), false), null)
  assert.equal(commandOf(press('z', { ctrl: true }), false), 'undo')
})

test('on the board letters name points, and commands need Alt', () => {
  assert.equal(commandOf(press('h', { where: 'grid' }), true), null)
  assert.equal(commandOf(press('ArrowLeft', { where: 'grid' }), true), null)
  assert.equal(commandOf(press('h', { where: 'grid', alt: true }), true), 'hint')
  assert.equal(commandOf(press('˙', { where: 'grid', alt: true, code: 'KeyH' }), true), 'hint')
})

test('in a text field every key belongs to the field', () => {
  assert.equal(commandOf(press('u', { where: 'field' }), true), null)
  assert.equal(commandOf(press('z', { where: 'field', ctrl: true }), true), null)
})

test('Ctrl+Z undoes, with Shift it redoes; other keys with Ctrl belong to the browser', () => {
  assert.equal(commandOf(press('z', { ctrl: true }), true), 'undo')
  assert.equal(commandOf(press('Z', { ctrl: true, shift: true }), true), 'redo')
  assert.equal(commandOf(press('r', { ctrl: true }), true), null)
})

test('arrow keys go to earlier positions', () => {
  assert.equal(commandOf(press('ArrowLeft'), true), 'go')
  assert.equal(commandOf(press('End', { where: 'list' }), true), 'go')
  assert.equal(commandOf(press('ArrowUp'), true), null)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { common, companyWords } from '#play/live.js'

test('the common moves of two lines are kept', () => {
  assert.equal(common(['A1', 'B2'], ['A1', 'B2', 'C3']), 2)
  assert.equal(common(['A1', 'B2', 'C3'], ['A1', 'C2']), 1)
  assert.equal(common([], ['A1']), 0)
})

test('presence is shown only in games between people', () => {
  const link = { invite: null, joined: true, present: { black: true, white: false }, watchers: 2, offer: null, next: null, computer: null, wait: 0 }
  assert.equal(companyWords(link), 'Black: here · White: away · 2 spectators')
  assert.equal(companyWords({ ...link, watchers: 0 }), 'Black: here · White: away')
  // a player who has not joined yet is not away
  assert.equal(companyWords({ ...link, joined: false }), 'Black: here · 2 spectators')
  assert.equal(companyWords(null), '')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Lost, backoff, persist, readAnswer } from '#pages/api.js'
import { attemptText } from '#play/game/attempt.js'
import { DEFAULTS, aidsOf, confirms, read, shownKinds } from '#pages/settings.js'
import { view } from './examples.js'

test('retry pauses grow up to a bound and vary', () => {
  const waits = [0, 1, 2, 3, 4, 5, 50].map((attempt) => backoff(attempt, () => 0.5))
  assert.deepEqual(waits, [400, 800, 1600, 3200, 4000, 4000, 4000])
  assert.ok(backoff(0, () => 0) < backoff(0, () => 1))
})

test('a request is repeated until it is answered', async () => {
  /** @type {string[]} */
  const seen = []
  let calls = 0
  const send = async () => {
    calls += 1
    if (calls < 3) throw new Lost()
    return 'yes'
  }
  const hooks = { lost: () => seen.push('lost'), found: () => seen.push('found'), wait: async () => { seen.push('wait') } }
  assert.deepEqual(await persist(send, hooks), { answer: 'yes', tries: 3 })
  assert.deepEqual(seen, ['lost', 'wait', 'lost', 'wait', 'found'])
})

test('an error in our own code is not retried', async () => {
  const hooks = { lost: () => {}, found: () => {}, wait: async () => {} }
  await assert.rejects(persist(async () => { throw new TypeError('x') }, hooks), TypeError)
})

test('answers of every kind are read', () => {
  assert.deepEqual(readAnswer(200, '{"a": 1}'), { a: 1 })
  assert.equal(readAnswer(503, '{"error": {"sentence": "Full."}}').error.sentence, 'Full.')
  assert.equal(readAnswer(403, '<html>').error.code, 'unreadable')
  assert.throws(() => readAnswer(502, '<html>'), Lost)
  const away = '{"error": {"code": "database", "sentence": "It is away."}}'
  assert.throws(() => readAnswer(503, away), (/** @type {unknown} */ error) => error instanceof Lost && error.message === 'It is away.')
})

test('an attempted move has its text', () => {
  const drop = { text: 'C*b3', kind: 'drop', from: null, to: 'b3', piece: 'chick' }
  assert.equal(attemptText(view(), { from: null, to: 'B2', piece: null }), 'B2')
  assert.equal(attemptText(view(), { from: 'A1', to: 'B2', piece: 'lion' }), 'A1B2')
  assert.equal(attemptText(view({ moves: [drop] }), { from: null, to: 'a1', piece: 'chick' }), 'C*a1')
  assert.equal(attemptText(view({ moves: [] }), { from: null, to: 'a1', piece: 'giraffe' }), 'G*a1')
})

test('invalid stored settings are ignored', () => {
  assert.deepEqual(read(null), DEFAULTS)
  assert.deepEqual(read('{'), DEFAULTS)
  assert.deepEqual(read('null'), DEFAULTS)
  assert.deepEqual(read('{"theme": "pink", "sounds": 1, "confirm": "x", "more": 3}'), DEFAULTS)
  const found = read('{"theme": "dark", "sounds": false, "confirm": true}')
  assert.deepEqual([found.theme, found.sounds, found.confirm, found.legal], ['dark', false, true, true])
})

test('moves on large touch boards are confirmed by default', () => {
  assert.equal(confirms(DEFAULTS, 19, true), true)
  assert.equal(confirms(DEFAULTS, 19, false), false)
  assert.equal(confirms(DEFAULTS, 13, true), true)
  assert.equal(confirms(DEFAULTS, 12, true), false)
  assert.equal(confirms({ ...DEFAULTS, confirm: false }, 19, true), false)
})

test('aids of the game and aids seen are offered', () => {
  assert.deepEqual(aidsOf({ name: 'robogo', options: { captures: 'no' } }, []), ['threats'])
  assert.deepEqual(aidsOf({ name: 'othello', options: {} }, []), ['flips', 'mobility'])
  assert.deepEqual(aidsOf({ name: 'mine', options: {} }, ['win']), ['threats'])
  assert.deepEqual(aidsOf({ name: 'mine', options: {} }, []), [])
  assert.deepEqual(shownKinds({ ...DEFAULTS, threats: true, flips: true }), ['win', 'threat', 'flips'])
})

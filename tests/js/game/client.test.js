import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Store, begin } from '#play/game/store.js'
import { GameClient } from '#play/game/client.js'
import { moves, state } from './examples.js'

/** @typedef {{body: any, answer: (status: number, data: object) => void}} Asked */

/** A server that answers when the test tells it to. */
function server() {
  /** @type {Asked[]} */
  const asked = []
  const page = /** @type {any} */ (globalThis)
  page.document = { querySelector: () => null, getElementById: () => ({ textContent: '' }) }
  page.fetch = (/** @type {string} */ _path, /** @type {{body: string}} */ { body }) =>
    new Promise((resolve) => {
      const answer = (/** @type {number} */ status, /** @type {object} */ data) => resolve({ status, headers: new Map(), text: async () => JSON.stringify(data) })
      asked.push({ body: JSON.parse(body), answer })
    })
  return asked
}

test('a move that is already played is no longer pending', async () => {
  const asked = server()
  /** @type {string[]} */
  const toasts = []
  const client = new GameClient(new Store(begin(state(), 0)), { say: () => {}, toast: (sentence) => toasts.push(sentence), sounds: () => false })
  const later = state({ version: 3, ply: 2, last_ply: 2, moves: moves('A1 B2') })
  try {
    const first = client.act('move', { move: 'A1' })
    await client.act('move', { move: 'B1' })
    assert.equal(asked.length, 1, 'a second click is a slip')
    client.accept(later)
    const second = client.act('move', { move: 'C1' })
    assert.deepEqual([asked.length, asked[1]?.body.version, asked[1]?.body.move], [2, 3, 'C1'])
    asked[0]?.answer(409, { error: { code: 'stale', sentence: 'Too late.', at: null }, state: later })
    await first
    assert.deepEqual([toasts, client.busy?.ply], [[], 2], 'its answer is no news, and ends no other command')
    asked[1]?.answer(200, state({ version: 4, ply: 3, last_ply: 3, moves: moves('A1 B2 C1') }))
    await second
    assert.deepEqual([client.busy, client.state.ply], [null, 3])
  } finally {
    client.tabs.close()
  }
})

test('commands pressed quickly are carried out one after another', async () => {
  const asked = server()
  const client = new GameClient(new Store(begin(state({ version: 5, ply: 2, last_ply: 2, moves: moves('A1 B2') }), 0)), { say: () => {}, toast: () => {}, sounds: () => false })
  try {
    const first = client.act('undo')
    const second = client.act('undo')
    const third = client.act('redo')
    await client.act('move', { move: 'B1' })
    assert.deepEqual([client.waits('undo'), client.waits('move')], [true, false])
    for (const [sent, ply] of [1, 0, 1].entries()) {
      assert.equal(asked.length, sent + 1, 'the others wait, and the move was a slip')
      asked[sent]?.answer(200, state({ version: 6 + sent, ply, last_ply: 2, moves: moves('A1 B2') }))
      await [first, second, third][sent]
    }
    assert.deepEqual(asked.map(({ body }) => [body.action, body.version, body.ply]), [['undo', 5, 2], ['undo', 6, 1], ['redo', 7, 0]])
    assert.deepEqual([client.busy, client.state.ply], [null, 1])
  } finally {
    client.tabs.close()
  }
})

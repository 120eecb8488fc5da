/** The engine's stream: its pieces, failures, and a new position that ends the search before. */

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Engine, read } from '#study/analysis/engine.js'

Object.assign(globalThis, { document: { querySelector: () => null } })

test('a stream is read in pieces', () => {
  const { events, rest } = read('event: thinking\ndata: {"nodes": 3}\n\n: comment\n\nevent: done\nda')
  assert.deepEqual(events, [['thinking', { nodes: 3 }]])
  assert.equal(rest, 'event: done\nda')
})

/** @param {[number, string, Record<string, string>][]} answers status, text, headers; one after the other */
function asked(answers) {
  /** @type {[string, any][]} */
  const heard = []
  /** @type {number[]} */
  const waits = []
  /** @type {AbortSignal[]} */
  const signals = []
  const sending = /** @type {typeof fetch} */ (async (_url, init) => {
    signals.push(/** @type {AbortSignal} */ (init?.signal))
    const [status, text, headers] = answers.shift() ?? [200, '', {}]
    return new Response(text, { status, headers })
  })
  const engine = new Engine((type, data) => heard.push([type, data]), sending, async (seconds) => { waits.push(seconds) })
  return { engine, heard, waits, signals, answers }
}

const DONE = 'event: done\ndata: {"nodes": 9}\n\n'

test('reports of a search are shown', async () => {
  const { engine, heard } = asked([[200, `event: thinking\ndata: {"nodes": 1}\n\n${DONE}`, {}]])
  await engine.run({}, new AbortController())
  assert.deepEqual(heard, [['thinking', { nodes: 1 }], ['done', { nodes: 9 }]])
})

test('used up engine time is reported and waited for', async () => {
  const no = JSON.stringify({ error: { code: 'no_engine_time', sentence: 'In 7 seconds.' } })
  const { engine, heard, waits } = asked([[429, no, { 'Retry-After': '7' }], [200, DONE, {}]])
  await engine.run({}, new AbortController())
  assert.deepEqual(heard, [['waits', { sentence: 'In 7 seconds.' }], ['done', { nodes: 9 }]])
  assert.equal(waits.at(-1), 7)
})

test('a search that was just abandoned reports no error', async () => {
  const no = JSON.stringify({ error: { code: 'too_many_searches', sentence: 'Wait.' } })
  const { engine, heard } = asked([[429, no, { 'Retry-After': '1' }], [200, DONE, {}]])
  await engine.run({}, new AbortController())
  assert.deepEqual(heard, [['done', { nodes: 9 }]])
})

test('an error is reported once', async () => {
  const no = JSON.stringify({ error: { code: 'game_over', sentence: 'Over.' } })
  const { engine, heard, answers } = asked([[422, no, {}], [200, DONE, {}]])
  await engine.run({}, new AbortController())
  assert.deepEqual(heard, [['failed', { sentence: 'Over.' }]])
  assert.equal(answers.length, 1)
})

test('a broken stream is requested again', async () => {
  const { engine, heard } = asked([[200, 'event: thinking\ndata: {}\n\n', {}], [200, DONE, {}]])
  await engine.run({}, new AbortController())
  assert.deepEqual(heard.map(([type]) => type), ['thinking', 'done'])
})

test('a stopped search reports nothing more', async () => {
  const { engine, heard } = asked([[200, DONE, {}]])
  const mine = new AbortController()
  mine.abort()
  await engine.run({}, mine)
  assert.deepEqual(heard, [])
  engine.start({})
  const first = engine.running
  engine.start({})
  assert.equal(first?.signal.aborted, true)
  engine.stop()
  assert.equal(engine.running, null)
})

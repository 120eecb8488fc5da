import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Boards, around } from '#study/watch/boards.js'
import { Clock } from '#study/watch/clock.js'
import { playouts, tree } from './examples.js'

test('time passes while it plays, and stops at the end', () => {
  const clock = new Clock()
  clock.length = 10
  assert.equal(clock.tick(1000), false)
  clock.toggle()
  assert.equal(clock.tick(100), false) // 0.4 of a step
  assert.equal(clock.tick(150), true)
  assert.equal(clock.time, 1)
  clock.speed = 1000
  clock.tick(200)
  assert.deepEqual([clock.time, clock.playing], [9, false])
})

test('at the end it starts again', () => {
  const clock = new Clock()
  clock.length = 5
  clock.go(99)
  assert.equal(clock.time, 4)
  clock.toggle()
  assert.deepEqual([clock.time, clock.playing], [0, true])
  clock.toggle()
  assert.equal(clock.playing, false)
})

test('a replay of one step does not play', () => {
  const clock = new Clock()
  clock.toggle()
  assert.equal(clock.playing, false)
})

test('boards are requested ahead, each once', () => {
  assert.deepEqual(around(tree(), 0, 0), [0, 1, 2, 3, 4, 5])
  assert.deepEqual(around(playouts(), 2, 1), [2, 3])
})

test('a board is requested once, without the cursor, and cached', async () => {
  /** @type {string[]} */
  const asked = []
  const seen = (/** @type {string} */ line) => /** @type {any} */ ({ line, moves: [], terms: [], result: '' })
  const boards = new Boards({ game: 'x', at: '7' }, async (url) => {
    asked.push(url)
    const lines = new URL(url, 'http://localhost').searchParams.get('lines') ?? ''
    return { boards: lines.split(';').map(seen) }
  })
  const tape = tree()
  const first = await new Promise((resolve) => boards.want(tape, 1, 1, resolve))
  assert.equal(/** @type {any} */ (first).line, 'a')
  const query = new URL(asked[0], 'http://localhost').searchParams
  assert.deepEqual([query.get('game'), query.get('at'), query.get('spec')], ['x', null, 'alphabeta:depth=2'])
  let now = null
  boards.want(tape, 5, 6, (found) => { now = found })
  assert.equal(/** @type {any} */ (now).line, 'b c')
  assert.equal(asked.length, 1)
})

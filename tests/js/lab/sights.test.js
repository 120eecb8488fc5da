import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Lost } from '#pages/api.js'
import { gameText } from '#lab/training/replay.js'
import { Sights, queryOf } from '#lab/training/sights.js'
import { bestOf, percent, sharesOf, valueText } from '#lab/training/view.js'

const start = { generation: 0, game: 0, ply: 0 }
const soon = () => new Promise((resolve) => { setTimeout(resolve, 5) })

test('a query names the game only if there is one', () => {
  assert.equal(queryOf({ network: 3, ...start }), 'network=3&ply=0')
  assert.equal(queryOf({ network: null, generation: 2, game: 0, ply: 7 }), 'generation=2&game=0&ply=7')
})

test('while one request is in progress, only the latest of the others is sent', async () => {
  /** @type {string[]} */
  const asked = []
  /** @type {number[]} */
  const told = []
  const sights = new Sights('/seen/', async (_method, path) => {
    asked.push(path)
    await soon()
    return { status: 200, data: path }
  }, 0)
  for (const network of [1, 2, 3, 4]) sights.want({ network, ...start }, () => told.push(network), assert.fail)
  while (told.length < 1) await soon()
  assert.deepEqual(asked, ['/seen/?network=1&ply=0', '/seen/?network=4&ply=0'])
  assert.deepEqual(told, [4])
  sights.want({ network: 1, ...start }, () => told.push(1), assert.fail)
  assert.deepEqual([told, asked.length], [[4, 1], 2])
})

test('a refusal is shown, and an unanswered question is asked again', async () => {
  let calls = 0
  /** @type {string[]} */
  const wrong = []
  const sights = new Sights('/seen/', () => {
    calls += 1
    if (calls === 1) return Promise.reject(new Lost())
    return Promise.resolve({ status: 422, data: { error: { sentence: 'No.' } } })
  }, 0)
  sights.want({ network: 1, ...start }, () => assert.fail(), (sentence) => wrong.push(sentence))
  while (!wrong.length) await soon()
  assert.deepEqual([calls, wrong], [2, ['No.']])
})

const move = (/** @type {string} */ text, /** @type {number | null} */ network, /** @type {number | null} */ search, played = false) =>
  ({ move: text, to: text, network, search, played })

test('the table has the best moves of the source, and always the move played', () => {
  const moves = [...'abcdefghij'].map((text, i) => move(text, (10 - i) / 55, i / 45, text === 'j'))
  assert.deepEqual(bestOf(moves, 'network').map((row) => row.move), [...'abcdefgj'])
  assert.deepEqual(bestOf(moves, 'search').map((row) => row.move), [...'jihgfedc'])
})

test('squares have the shares of the selected source', () => {
  const moves = [move('a', 0.7, null), move('b', 0.3, null)]
  assert.deepEqual(sharesOf(moves, 'network'), { a: 0.7, b: 0.3 })
  assert.deepEqual(sharesOf(moves, 'search'), { a: 0, b: 0 })
})

test('shares, values and games are described in words', () => {
  assert.deepEqual([percent(null), percent(0.126)], ['–', '13 %'])
  assert.equal(valueText({ black: 0.5, draw: 0.2, white: 0.3 }), 'Black 50 %, draw 20 %, White 30 %')
  assert.equal(gameText({ number: 4, winner: 'white', plies: 1 }), 'Game 5: White wins, 1 move')
  assert.equal(gameText({ number: 0, winner: null, plies: 42 }), 'Game 1: draw, 42 moves')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asideOf, statusOf } from '#play/game/status.js'
import { begin, drawnHint, reduce } from '#play/game/store.js'
import { wanted } from '#play/game/thinking.js'
import { moves, state, view } from './examples.js'

/** @param {Parameters<typeof statusOf>[0]} model */
const offers = (model) => statusOf(model, false).offers.map((offer) => offer.command)

const thinking = state({ to_move: 'computer', situation: 'White to move: the computer.' })

test('the first move comes with instructions', () => {
  assert.match(statusOf(begin(state(), 0), false).detail, /crossing/)
  const squares = state({ view: view({ shape: 'squares' }) })
  assert.match(statusOf(begin(squares, 0), false).detail, /marked square/)
  const upright = state({ view: view({ shape: 'holes' }) })
  assert.equal(statusOf(begin(upright, 0), false).detail, 'Choose a column.')
  const any = view({ shape: 'squares', columns: ['A'], rows: ['2', '1'] })
  assert.equal(statusOf(begin(state({ view: any }), 0), false).detail, 'Choose a square.')
})

test('a forced pass has a button', () => {
  const pass = view().moves.slice(1)
  assert.deepEqual(offers(begin(state({ view: view({ moves: pass }) }), 0)), ['pass'])
  assert.deepEqual(offers(begin(state(), 0)), [])
})

test('a lost connection comes before everything else', () => {
  const away = reduce(begin(state({ stage: 'over' }), 0), { type: 'lost', lost: 'It is away.' })
  assert.equal(statusOf(away, false).text, 'It is away.')
  const model = reduce(begin(state({ stage: 'over' }), 0), { type: 'lost', lost: true })
  assert.match(statusOf(model, false).text, /No connection/)
})

test('the end is worded for the person and offers a next step', () => {
  const can = { ...state().can, rematch: true }
  const lost = state({ stage: 'over', to_move: null, can, result: { winner: 'white', code: 'line', sentence: 'You lose.' } })
  const status = statusOf(begin(lost, 0), false)
  assert.equal(status.tone, 'bad')
  assert.equal(status.text, 'You lose.')
  assert.deepEqual(status.offers.map((offer) => offer.command), ['rematch', 'new'])
  assert.equal(statusOf(begin({ ...lost, people: ['black', 'white'] }, 0), false).tone, 'good')
})

test('counting offers to agree or to play on, with the score', () => {
  const can = { ...state().can, agree: true }
  const model = begin(state({ stage: 'counting', to_move: null, can, score: { black: 5, white: 6.5, unit: 'points', shown: true } }), 0)
  assert.deepEqual(offers(model), ['agree', 'play_on'])
  assert.match(statusOf(model, false).detail, /Black 5, White 6.5/)
})

test('thinking shows the depth, and the line only if switched on', () => {
  let model = begin(thinking, 0)
  model = reduce(model, { type: 'thought', thought: { depth: 7, pv: ['A1', 'B2'], chance: 0.53, side: 'white' } })
  assert.equal(statusOf(model, false).detail, 'Thinking… depth 7')
  assert.equal(statusOf(model, true).detail, 'Thinking… depth 7. White 53%: A1 B2')
  assert.deepEqual(offers(model), [])
  assert.deepEqual(offers(reduce(model, { type: 'slow' })), ['hurry'])
})

test('the place in the queue is shown', () => {
  const model = reduce(begin(thinking, 0), { type: 'thought', thought: { ahead: 3 } })
  assert.match(statusOf(model, false).detail, /3 before/)
})

test('a search that failed can be tried again, and is not tried by itself', () => {
  const model = reduce(begin(thinking, 0), { type: 'trouble', trouble: { sentence: 'No.', retry: 'reply' } })
  assert.deepEqual(offers(model), ['retry'])
  assert.equal(wanted(model), false)
})

test('a game between two computers can pause and go step by step', () => {
  const watching = begin(state({ people: [], to_move: 'computer' }), 0)
  assert.deepEqual(offers(watching), ['run'])
  assert.equal(wanted(watching), true)
  const paused = reduce(watching, { type: 'running', running: false })
  assert.deepEqual(offers(paused), ['run', 'step'])
  assert.equal(wanted(paused), false)
})

test('an earlier position offers to return or to play from there', () => {
  const played = state({ ply: 2, last_ply: 2, moves: moves('A1 B1') })
  const model = reduce(begin(played, 0), { type: 'look', ply: 1, seen: null })
  assert.match(statusOf(model, false).text, /move 1 of 2/)
  assert.equal(statusOf(model, false).detail, 'Last move: Black A1')
  assert.deepEqual(offers(model), ['live', 'fork'])
})

test('each stage of a hint has its sentence', () => {
  const hint = { version: 1, area: [], from: null, to: 'A1', words: { area: 'Look here.', move: 'Try A1.', why: 'Because.', terms: [{ name: 'lines +1', sentence: 'How long they are.' }] } }
  let model = reduce(begin(state(), 0), { type: 'asking' })
  assert.deepEqual(offers(model), ['unhint'])
  model = reduce(model, { type: 'hinted', hint })
  assert.equal(statusOf(model, false).text, 'Look here.')
  model = reduce(model, { type: 'deeper' })
  assert.equal(statusOf(model, false).text, 'Try A1.')
  assert.deepEqual(statusOf(model, false).terms, [])
  model = reduce(model, { type: 'deeper' })
  assert.equal(statusOf(model, false).detail, 'Because.')
  assert.deepEqual(statusOf(model, false).terms, hint.words.terms)
  assert.deepEqual(offers(model), ['unhint'])
})

test('other changes are announced once', () => {
  const hint = { version: 1, area: ['A3', 'B3', 'A2'], from: null, to: 'A3', words: { area: 'Look here.', move: 'Try A3.', why: 'Because.', terms: [] } }
  const still = begin(state(), 0)
  const asked = reduce(still, { type: 'asking' })
  const hinted = reduce(asked, { type: 'hinted', hint })
  assert.match(asideOf(asked, still), /Looking for a hint/)
  assert.equal(asideOf(hinted, asked), 'Look here. A3 – A2')
  assert.equal(asideOf(reduce(hinted, { type: 'deeper' }), hinted), 'Try A3.')
  const why = reduce(reduce(hinted, { type: 'deeper' }), { type: 'deeper' })
  assert.equal(asideOf(why, hinted), 'Because.')
  assert.equal(asideOf(hinted, hinted), '')
  assert.equal(asideOf(still, hinted), '')
  assert.match(asideOf(reduce(still, { type: 'lost', lost: true }), still), /No connection/)
})

test('an earlier position is announced once although it loads later', () => {
  const played = begin(state({ ply: 2, last_ply: 2, moves: moves('A1 B1') }), 0)
  const looking = reduce(played, { type: 'look', ply: 1, seen: null })
  assert.match(asideOf(looking, played), /move 1 of 2. Last move: Black A1/)
  const { view: board, aids, score, captured } = played.state
  assert.equal(asideOf(reduce(looking, { type: 'look', ply: 1, seen: { view: board, aids, score, captured } }), looking), '')
})

test('a warning of the teacher blocks the reply and ends with the move', () => {
  const now = state({ ...thinking, version: 5, ply: 2, last_ply: 2, moves: moves('A1 B1') })
  const status = { tone: /** @type {const} */ ('warn'), text: 'Careful.', detail: 'Take it back?', offers: [] }
  const place = { move: 'C1', from: null, to: 'C1' }
  const warning = { at: 2, answer: place, better: place, words: { text: '', answer: '', better: '' }, status, drawn: { to: 'C1' } }
  const model = begin(now, 0)
  const warned = reduce(model, { type: 'warning', warning })
  assert.equal(wanted(model), true)
  assert.equal(wanted(warned), false)
  assert.equal(statusOf(warned, false), status)
  assert.deepEqual(drawnHint(warned), { to: 'C1' })
  assert.equal(asideOf(warned, model), 'Careful. Take it back?')
  const looking = reduce(warned, { type: 'look', ply: 1, seen: null })
  assert.match(statusOf(looking, false).text, /looking at move 1/)
  assert.equal(drawnHint(looking), null)
  assert.equal(reduce(warned, { type: 'state', state: now, now: 1 }).warning, warning)
  assert.equal(reduce(warned, { type: 'state', state: { ...now, version: 6 }, now: 1 }).warning, null)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Store, begin, drawnHint, reduce, shown } from '#play/game/store.js'
import { moves, state, view } from './examples.js'

/** @typedef {import('#play/game/store.js').News} News */

const seen = { view: view({ ply: 1 }), aids: [], score: null, captured: null }
const played = state({ version: 5, ply: 2, last_ply: 4, moves: moves('A1 B1 C1 A2') })
const hint = { version: 5, area: ['A1', 'B1'], from: null, to: 'A1', words: { area: 'a', move: 'm', why: 'w', terms: [] } }

/** @param {import('#play/game/types.js').State} next @returns {News} */
const received = (next) => ({ type: 'state', state: next, now: 9 })

test('an older state changes nothing', () => {
  const model = begin(played, 1)
  assert.equal(reduce(model, received(state({ version: 4 }))), model)
})

test('a newer state removes hint, thinking and errors; the same version keeps them', () => {
  let model = reduce(begin(played, 1), { type: 'hinted', hint })
  model = reduce(model, { type: 'trouble', trouble: { sentence: 'x', retry: 'reply' } })
  const same = reduce(model, received({ ...played, situation: 'again' }))
  assert.equal(same.hint?.stage, 1)
  assert.equal(same.trouble?.sentence, 'x')
  const newer = reduce(model, received({ ...played, version: 6 }))
  assert.equal(newer.hint, null)
  assert.equal(newer.trouble, null)
  assert.equal(newer.received, 9)
})

test('the side of the person is at the bottom, where pieces have a direction', () => {
  const view = /** @type {any} */ (state().view)
  const lions = { ...view, pieces: [{ at: 'b1', owner: 'black', kind: 'lion' }] }
  const stones = { ...view, pieces: [{ at: 'b1', owner: 'black', kind: 'stone' }] }
  assert.equal(begin(state({ people: ['white'], view: lions }), 0).flipped, true)
  assert.equal(begin(state({ people: ['white'], view: stones }), 0).flipped, false)
  assert.equal(begin(state(), 0).flipped, false)
  assert.equal(begin(state({ people: ['black', 'white'] }), 0).flipped, false)
})

test('the position shown stays between the first and the last move, and looking back ends at the last', () => {
  const model = begin(played, 0)
  assert.equal(reduce(model, { type: 'look', ply: -3, seen }).looking?.ply, 0)
  assert.equal(reduce(model, { type: 'look', ply: 99, seen }).looking?.ply, 4)
  assert.equal(reduce(model, { type: 'look', ply: 2, seen }).looking, null)
})

test('an earlier position stays shown when the game continues, unless its move is gone', () => {
  const model = reduce(begin(played, 0), { type: 'look', ply: 1, seen })
  const on = state({ version: 6, ply: 3, last_ply: 3, moves: moves('A1 B1 C2') })
  assert.equal(reduce(model, received(on)).looking?.ply, 1)
  const other = state({ version: 6, ply: 2, last_ply: 2, moves: moves('C3 B1') })
  assert.equal(reduce(model, received(other)).looking, null)
})

test('an earlier position is shown and cannot be clicked', () => {
  const model = reduce(begin(played, 0), { type: 'look', ply: 1, seen })
  assert.equal(shown(model).view, seen.view)
  assert.equal(shown(model).mode, 'none')
  assert.equal(shown(begin(played, 0)).mode, 'moves')
  const waiting = reduce(begin(played, 0), { type: 'look', ply: 1, seen: null })
  assert.equal(shown(waiting).mode, 'none')
})

test('a click means a move, a group, or nothing', () => {
  const can = { ...played.can, agree: true }
  assert.equal(shown(begin(state({ to_move: 'computer' }), 0)).mode, 'none')
  assert.equal(shown(begin(state({ stage: 'counting', to_move: null, can }), 0)).mode, 'points')
  assert.equal(shown(begin(state({ stage: 'over', to_move: null }), 0)).mode, 'none')
})

test('a hint has three stages, and then closes', () => {
  let model = reduce(begin(played, 0), { type: 'asking' })
  assert.equal(model.hint?.stage, 0)
  assert.equal(reduce(model, { type: 'deeper' }), model)
  model = reduce(model, { type: 'hinted', hint })
  assert.deepEqual(drawnHint(model), { area: ['A1', 'B1'] })
  model = reduce(model, { type: 'deeper' })
  assert.deepEqual(drawnHint(model), { from: null, to: 'A1' })
  model = reduce(model, { type: 'deeper' })
  assert.equal(model.hint?.stage, 3)
  assert.equal(reduce(model, { type: 'deeper' }).hint, null)
})

test('a hint for an earlier position is not shown', () => {
  const model = reduce(begin(played, 0), { type: 'asking' })
  assert.equal(reduce(model, { type: 'hinted', hint: { ...hint, version: 4 } }).hint, null)
})

test('reports of thinking are merged until the computer has moved', () => {
  const thinking = state({ to_move: 'computer' })
  let model = reduce(begin(thinking, 0), { type: 'thought', thought: { ahead: 2 } })
  model = reduce(model, { type: 'slow' })
  model = reduce(model, { type: 'thought', thought: { ahead: null, depth: 5 } })
  assert.equal(model.thought?.depth, 5)
  assert.equal(model.thought?.slow, true)
  assert.equal(reduce(model, received(state({ version: 2 }))).thought, null)
})

test('listeners get the previous model, and only for changes', () => {
  const store = new Store(begin(played, 0))
  /** @type {number[]} */
  const versions = []
  store.listeners.push((model, before) => versions.push(before.state.version, model.state.version))
  store.tell(received(state({ version: 2 })))
  store.tell(received({ ...played, version: 6 }))
  assert.deepEqual(versions, [5, 6])
})

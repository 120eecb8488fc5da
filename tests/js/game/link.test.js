import assert from 'node:assert/strict'
import { test } from 'node:test'
import { news } from '#play/announce.js'
import { answerWords, company, declined, onlyProposed, stillGood, watchersWords, whyNotLinked } from '#play/game/link.js'
import { asideOf, statusOf } from '#play/game/status.js'
import { begin, reduce, shown } from '#play/game/store.js'
import { moves, state, view } from './examples.js'

/** @typedef {import('#play/game/types.js').State} State */

/**
 * Black's page of a game between two people.
 * @param {Partial<State>} [patch]
 * @param {Partial<NonNullable<State['link']>>} [link]
 * @returns {State}
 */
function linked(patch = {}, link = {}) {
  return state({
    me: 'black',
    link: { invite: null, joined: true, present: { black: true, white: true }, watchers: 0, offer: null, next: null, computer: null, wait: 0, ...link },
    ...patch,
  })
}

/** @param {State} one */
const status = (one) => statusOf(begin(one, 0), false)

/** @param {State} one */
const commands = (one) => status(one).offers.map(({ command }) => command)

test('your own offer can be withdrawn, and the opponent\'s accepted or declined', () => {
  const mine = linked({}, { offer: { kind: 'draw', by: 'black' } })
  assert.equal(status(mine).text, 'You offered a draw.')
  assert.deepEqual(commands(mine), ['withdraw'])
  const theirs = linked({}, { offer: { kind: 'draw', by: 'white' } })
  assert.equal(status(theirs).text, 'Your opponent offers a draw.')
  assert.equal(status(theirs).detail, 'Your turn.')
  assert.deepEqual(commands(theirs), ['accept', 'decline'])
})

test('a spectator cannot answer offers', () => {
  assert.deepEqual(commands(linked({ me: null, people: [], to_move: 'other' }, { offer: { kind: 'draw', by: 'white' } })), [])
})

test('a count that the other side agrees to can be agreed to, or played on', () => {
  const can = { ...state().can, agree: true }
  const theirs = linked({ stage: 'counting', can }, { offer: { kind: 'agree', by: 'white' } })
  assert.match(status(theirs).text, /agrees/)
  assert.deepEqual(commands(theirs), ['agree', 'play_on'])
  const mine = linked({ stage: 'counting' }, { offer: { kind: 'agree', by: 'black' } })
  assert.deepEqual(commands(mine), ['withdraw'])
  assert.equal(shown(begin(mine, 0)).mode, 'points')
})

test('resuming play a second time needs an offer', () => {
  const mine = linked({ stage: 'counting' }, { offer: { kind: 'play_on', by: 'black' } })
  assert.deepEqual([status(mine).text, commands(mine)], ['You asked to play on.', ['withdraw']])
  const theirs = linked({ stage: 'counting' }, { offer: { kind: 'play_on', by: 'white' } })
  assert.deepEqual([status(theirs).text, commands(theirs)], ['Your opponent wants to play on.', ['accept', 'decline']])
})

test('a rematch begins when both players want it', () => {
  const over = { stage: /** @type {const} */ ('over'), to_move: null, result: { winner: /** @type {const} */ ('black'), code: 'line', sentence: 'You win.' } }
  assert.deepEqual(commands(linked(over, { offer: { kind: 'rematch', by: 'black' } })), ['withdraw', 'new'])
  const theirs = linked(over, { offer: { kind: 'rematch', by: 'white' } })
  assert.equal(status(theirs).detail, 'You win.')
  assert.deepEqual(commands(theirs), ['accept', 'decline'])
  assert.deepEqual(commands(linked(over, { next: '/games/h/' })), ['next', 'new'])
})

test('the status says whether the opponent is away', () => {
  const waits = linked({ to_move: 'other', situation: 'White to move.', ply: 1, last_ply: 1, moves: moves('A1') })
  assert.deepEqual([status(waits).text, status(waits).detail], ['White to move.', 'Last move: Black A1'])
  assert.equal(shown(begin(waits, 0)).mode, 'none')
  const away = { ...waits, link: { ...linked().link, present: { black: true, white: false } } }
  assert.equal(status(/** @type {State} */ (away)).detail, 'Your opponent is away.')
})

test('an offer is announced alone', () => {
  const before = linked()
  const after = linked({ version: 2 }, { offer: { kind: 'undo', by: 'white' } })
  assert.equal(onlyProposed(before, after), true)
  assert.equal(news(before, after), '')
  const model = begin(before, 0)
  assert.match(asideOf(reduce(model, { type: 'state', state: after, now: 1 }), model), /asks to take a move back/)
  assert.equal(asideOf(begin(after, 0), begin(after, 0)), '')
})

test('a move that ends an offer is announced as usual', () => {
  const before = linked({ to_move: 'other' }, { offer: { kind: 'draw', by: 'black' } })
  const move = { text: 'A1', kind: 'place', from: null, to: 'A1', piece: 'stone' }
  const after = linked({ version: 2, ply: 1, last_ply: 1, moves: moves('A1'), view: view({ turn: 'white', last_move: move }) })
  assert.equal(news(before, after), 'Black A1. Your turn.')
  assert.equal(declined(before, after), false)
})

test('your own offer is declined if it disappears without another change', () => {
  const before = linked({}, { offer: { kind: 'draw', by: 'black' } })
  assert.equal(declined(before, linked({ version: 2 })), true)
  assert.equal(declined(before, linked({ version: 2, stage: 'over' })), false)
  assert.equal(declined(linked({}, { offer: { kind: 'draw', by: 'white' } }), linked({ version: 2 })), false)
  const rematch = linked({ stage: 'over' }, { offer: { kind: 'rematch', by: 'black' } })
  assert.equal(declined(rematch, linked({ stage: 'over', version: 2 }, { next: '/games/h/' })), false)
})

test('a changed count and a declined count are distinguished', () => {
  const before = linked({ stage: 'counting', dead: ['A1'] }, { offer: { kind: 'agree', by: 'black' } })
  assert.equal(answerWords(before, linked({ version: 2, stage: 'counting', dead: ['A1', 'B2'] })), 'Your opponent changed the count.')
  assert.equal(answerWords(before, linked({ version: 2, stage: 'counting', dead: ['A1'] })), 'Your opponent declined.')
  assert.equal(answerWords(before, linked({ version: 2, stage: 'over' })), '')
})

test('a visitor without a session is asked to log in', () => {
  const model = { ...begin(linked(), 0), trouble: { sentence: 'You are signed out here, or this game is gone.', retry: /** @type {const} */ ('signin') } }
  const { text, offers } = statusOf(model, false)
  assert.match(text, /signed out/)
  assert.deepEqual(offers.map(({ command }) => command), ['signin'])
})

test('presence changes only who is present', () => {
  const model = begin(linked(), 0)
  const gone = reduce(model, { type: 'presence', black: true, white: false, watchers: 2 })
  assert.equal(company(model.state), true)
  assert.equal(company(gone.state), false)
  assert.equal(gone.state.link?.watchers, 2)
  assert.equal(gone.state.version, model.state.version)
  assert.equal(reduce(gone, { type: 'presence', black: true, white: false, watchers: 2 }), gone)
  assert.equal(company(linked({}, { joined: false })), null)
  assert.equal(company(state()), null)
})

test('a move stays valid if no other move was played', () => {
  assert.equal(stillGood(linked({ version: 2, ply: 3 }), 3), true)
  assert.equal(stillGood(linked({ version: 2, ply: 4 }), 3), false)
  assert.equal(stillGood(linked({ version: 2, ply: 3 }, { offer: { kind: 'draw', by: 'white' } }), 3), false)
  assert.equal(stillGood(state({ version: 2, ply: 3 }), 3), false)
  assert.equal(stillGood(undefined, 3), false)
})

test('a player at an earlier position sees that it is their turn', () => {
  const model = reduce(begin(linked({ ply: 2, last_ply: 2, moves: moves('A1 B1') }), 0), { type: 'look', ply: 1, seen: null })
  assert.equal(statusOf(model, false).detail, 'Your turn.')
})

test('spectators are counted if there are any', () => {
  assert.deepEqual([0, 1, 2].map(watchersWords), ['', '1 spectator', '2 spectators'])
})

test('a disabled button says why', () => {
  assert.match(whyNotLinked(linked(), 'hint'), /hints and redo are not available/)
  assert.match(whyNotLinked(linked({}, { joined: false }), 'draw'), /The other seat is empty/)
  assert.match(whyNotLinked(linked({ stage: 'over' }, { joined: false }), 'rematch'), /The other seat is empty/)
  assert.match(whyNotLinked(linked(), 'draw'), /too many offers/)
  assert.match(whyNotLinked(linked({ ply: 1, moves: moves('A1') }), 'undo'), /too many offers/)
  assert.equal(whyNotLinked(linked({}, { offer: { kind: 'undo', by: 'black' } }), 'undo'), 'You asked to take a move back.')
  assert.equal(whyNotLinked(linked(), 'undo'), '')
  assert.equal(whyNotLinked(state(), 'hint'), '')
})

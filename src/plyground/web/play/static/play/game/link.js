/** Games by link: proposals and presence in words, without the DOM. */

import { gettext, interpolate, ngettext } from '#pages/words.js'

/** @typedef {import('#play/game/types.js').State} State */
/** @typedef {import('#play/game/types.js').Turn} Turn */
/** @typedef {import('#play/game/status.js').Status} Status */

/** @param {State} state @returns {Turn} */
const opponent = ({ me }) => (me === 'black' ? 'white' : 'black')

/**
 * The pending proposal of either side; null if there is none.
 * @param {State} state
 * @returns {{kind: 'undo' | 'draw' | 'agree' | 'play_on' | 'rematch', mine: boolean} | null}
 */
export function proposal({ me, link }) {
  return me && link?.offer ? { kind: link.offer.kind, mine: link.offer.by === me } : null
}

/**
 * The proposal in words.
 * @param {State} state
 */
export function proposalWords(state) {
  const asked = proposal(state)
  if (!asked) return ''
  const mine = {
    undo: gettext('You asked to take a move back.'),
    draw: gettext('You offered a draw.'),
    agree: gettext('You agreed to this count.'),
    play_on: gettext('You asked to play on.'),
    rematch: gettext('You asked for a rematch.'),
  }
  const theirs = {
    undo: gettext('Your opponent asks to take a move back.'),
    draw: gettext('Your opponent offers a draw.'),
    agree: gettext('Your opponent agrees to this count.'),
    play_on: gettext('Your opponent wants to play on.'),
    rematch: gettext('Your opponent wants a rematch.'),
  }
  return (asked.mine ? mine : theirs)[asked.kind]
}

/**
 * The status, with a proposal before everything else.
 * @param {State} state
 * @param {Status} status the status without it
 * @returns {Status}
 */
export function withProposal(state, status) {
  const asked = proposal(state)
  if (!asked) return status
  const text = proposalWords(state)
  const { kind, mine } = asked
  if (mine) {
    const wait = kind === 'agree' ? status.detail : gettext('Waiting for an answer.')
    return { ...status, text, detail: wait, offers: [{ command: 'withdraw', label: gettext('Withdraw') }, ...status.offers.filter(({ command }) => command === 'new')] }
  }
  if (kind === 'agree') return { ...status, text }
  const offers = [{ command: 'accept', label: gettext('Accept'), main: true }, { command: 'decline', label: gettext('Decline') }]
  return { ...status, tone: 'turn', text, detail: status.text, offers }
}

/**
 * The other player is to move, or has not joined yet.
 * @param {State} state
 * @param {string} last the last move in words
 * @returns {Status}
 */
export function elsewhere(state, last) {
  const { link, situation } = state
  const away = link?.joined && !link.present[opponent(state)]
  return { tone: 'even', text: situation, detail: away ? gettext('Your opponent is away.') : last, offers: [] }
}

/**
 * Whether the other side declined my proposal: it is gone, and the game has not changed.
 * @param {State} before
 * @param {State} after
 */
export function declined(before, after) {
  const same = before.ply === after.ply && before.stage === after.stage && !after.link?.next
  return Boolean(proposal(before)?.mine && !after.link?.offer && same)
}

/**
 * The same in words: marking other stones means disagreement with the count.
 * @param {State} before
 * @param {State} after
 */
export function answerWords(before, after) {
  if (!declined(before, after)) return ''
  const counted = proposal(before)?.kind === 'agree' && String(before.dead) !== String(after.dead)
  return counted ? gettext('Your opponent changed the count.') : gettext('Your opponent declined.')
}

/**
 * Whether only a proposal changed, and nothing on the board.
 * @param {State} before
 * @param {State} after
 */
export function onlyProposed(before, after) {
  const rest = (/** @type {State} */ state) => JSON.stringify([state.ply, state.last_ply, state.stage, state.dead, state.link?.joined])
  const offer = (/** @type {State} */ state) => JSON.stringify(state.link?.offer)
  return offer(before) !== offer(after) && rest(before) === rest(after)
}

/**
 * Whether a move with an old version is still valid: a player only joined, or withdrew a proposal.
 * @param {State | undefined} state the current one
 * @param {number} ply of the board on which the move was made
 */
export function stillGood(state, ply) {
  return Boolean(state?.link && state.ply === ply && state.to_move === 'person' && !state.link.offer)
}

/**
 * Whether my opponent is present; null if that is unknown or no opponent has joined.
 * @param {State} state
 */
export function company(state) {
  const { me, link } = state
  return me && link?.joined ? link.present[opponent(state)] : null
}

/** @param {boolean} here */
export const hereWords = (here) => (here ? gettext('here') : gettext('away'))

/** @param {number} count */
export const watchersWords = (count) => (count ? interpolate(ngettext('%(count)s spectator', '%(count)s spectators', count), { count }) : '')

/**
 * Why a button is disabled, in a game by link.
 * @param {State} state
 * @param {string} command
 */
export function whyNotLinked(state, command) {
  const { link, stage, strict } = state
  if (!link) return ''
  if (command === 'hint' || command === 'redo') return gettext('Between two people, hints and redo are not available.')
  if (command === 'pass') return ''
  if (!link.joined && (stage !== 'over' || command === 'rematch')) return gettext('The other seat is empty.')
  const moved = state.moves.slice(0, state.ply).some(({ side }) => side === state.me)
  const often = stage === 'playing' && (command === 'draw' || (command === 'undo' && moved && !strict))
  return proposalWords(state) || (often ? gettext('You have made too many offers for now.') : '')
}

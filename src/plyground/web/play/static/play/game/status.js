/** The status in a sentence or two, and the possible actions, without the DOM. */

import { gettext, interpolate } from '#pages/words.js'
import { moveName, sideName } from '#play/announce.js'
import { elsewhere, proposalWords, withProposal } from '#play/game/link.js'

/** @typedef {import('#play/game/types.js').Model} Model */
/** @typedef {import('#play/game/types.js').State} State */
/** @typedef {{command: string, label: string, main?: boolean}} Offer */
/** @typedef {{tone: 'turn' | 'wait' | 'good' | 'bad' | 'even' | 'look' | 'warn', text: string, detail: string, offers: Offer[], terms?: import('#play/game/types.js').Hint['words']['terms']}} Status */

/**
 * The status after the end.
 * @param {State} state
 * @returns {Status}
 */
function over(state) {
  const { result, people, can } = state
  const alone = people.length === 1
  const won = result?.winner === people[0]
  const tone = !result?.winner ? 'even' : !alone || won ? 'good' : 'bad'
  let detail = gettext('Look back at the game, move by move.')
  if (alone && result?.winner) detail = won ? gettext('Well played!') : gettext('Good game. Have another try?')
  else if (alone) detail = gettext('Well fought, both of you.')
  /** @type {Offer[]} */
  const offers = can.rematch ? [{ command: 'rematch', label: gettext('Rematch'), main: true }] : []
  if (state.link?.next) offers.push({ command: 'next', label: gettext('Go to the rematch'), main: true })
  if (state.last_ply) offers.push({ command: 'review', label: gettext('Review') })
  offers.push({ command: 'new', label: gettext('New game') })
  return { tone, text: result?.sentence ?? state.situation, detail, offers }
}

/**
 * @param {State} state
 * @returns {Status}
 */
function counting(state) {
  const { score, situation, can } = state
  const values = { black: score?.black, white: score?.white }
  const detail = score ? interpolate(gettext('Black %(black)s, White %(white)s. Choose a group to change it.'), values) : ''
  const offers = can.agree
    ? [{ command: 'agree', label: gettext('Agree'), main: true }, { command: 'play_on', label: gettext('Play on') }]
    : []
  return { tone: 'turn', text: situation, detail, offers }
}

/**
 * @param {NonNullable<Model['hint']>} hint
 * @returns {Status}
 */
function hinting({ stage, hint }) {
  if (!hint) return { tone: 'wait', text: gettext('Looking for a hint…'), detail: '', offers: [{ command: 'unhint', label: gettext('Close') }] }
  const { words } = hint
  const text = stage === 1 ? words.area : words.move
  /** @type {Offer[]} */
  const offers = [{ command: 'unhint', label: gettext('Close') }]
  if (stage === 1) offers.unshift({ command: 'hint', label: gettext('Show the move'), main: true })
  if (stage === 2) offers.unshift({ command: 'hint', label: gettext('Why?'), main: true })
  return { tone: 'turn', text, detail: stage === 3 ? words.why : '', offers, terms: stage === 3 ? words.terms : [] }
}

/**
 * The search's latest report.
 * @param {Model} model
 * @param {boolean} line whether to show its expected line
 */
function thinkingDetail({ thought }, line) {
  if (!thought) return ''
  if (thought.ahead) return interpolate(gettext('Waiting; %(ahead)s before this one.'), { ahead: thought.ahead })
  if (!thought.depth) return gettext('Thinking…')
  const depth = interpolate(gettext('Thinking… depth %(depth)s'), { depth: thought.depth })
  if (!line || thought.chance === null || !thought.side) return depth
  const values = { depth, side: sideName(thought.side), chance: `${Math.round(thought.chance * 100)}%`, line: thought.pv.map(moveName).join(' ') }
  return interpolate(gettext('%(depth)s. %(side)s %(chance)s: %(line)s'), values)
}

/**
 * @param {Model} model
 * @param {boolean} line
 * @returns {Status}
 */
function waiting(model, line) {
  const { state, thought, running } = model
  if (!state.people.length) {
    const offers = running
      ? [{ command: 'run', label: gettext('Pause') }]
      : [{ command: 'run', label: gettext('Play'), main: true }, { command: 'step', label: gettext('One move') }]
    return { tone: 'wait', text: state.situation, detail: running || thought ? thinkingDetail(model, line) : gettext('Paused.'), offers }
  }
  const offers = thought?.slow && !thought.ahead ? [{ command: 'hurry', label: gettext('Move now') }] : []
  return { tone: 'wait', text: state.situation, detail: thinkingDetail(model, line), offers }
}

/**
 * The move that led to a position.
 * @param {State} state
 * @param {number} ply
 */
function lastMove(state, ply) {
  const last = state.moves[ply - 1]
  return last ? interpolate(gettext('Last move: %(side)s %(move)s'), { side: sideName(last.side), move: moveName(last.text) }) : ''
}

/**
 * A person is to move.
 * @param {State} state
 * @returns {Status}
 */
function turn(state) {
  const { view, situation, can } = state
  const must = can.pass && view.moves.length === 1
  if (must) return { tone: 'turn', text: situation, detail: '', offers: [{ command: 'pass', label: gettext('Pass'), main: true }] }
  // As on the board: if almost every point is legal, none is marked.
  const few = view.moves.length <= 0.6 * (view.columns.length * view.rows.length - view.pieces.length)
  let detail = ''
  if (state.ply > 1) detail = lastMove(state, state.ply)
  else if (view.moves.some((move) => move.from)) detail = gettext('Choose one of your pieces, then where it goes.')
  else if (view.shape === 'holes') detail = gettext('Choose a column.')
  else detail = view.shape === 'points' ? gettext('Choose a crossing of lines for your stone.') : few ? gettext('Choose a marked square.') : gettext('Choose a square.')
  return { tone: 'turn', text: situation, detail, offers: [] }
}

/**
 * The status of the game.
 * @param {Model} model
 * @param {boolean} line whether the engine's line is shown
 * @returns {Status}
 */
export function statusOf(model, line) {
  const { state, looking, trouble, warning } = model
  if (model.lost) {
    const text = typeof model.lost === 'string' ? model.lost : gettext('No connection; trying again.')
    return { tone: 'warn', text, detail: gettext('Your game is safe and continues where it was.'), offers: [] }
  }
  if (warning?.status && warning.at === (looking?.ply ?? state.ply)) return warning.status
  if (looking) {
    const values = { ply: looking.ply, last: state.last_ply }
    const text = looking.ply ? gettext('You are looking at move %(ply)s of %(last)s.') : gettext('You are looking at the beginning.')
    const offers = [{ command: 'live', label: gettext('Back to the game'), main: true }, { command: 'fork', label: gettext('Play from here') }]
    return { tone: 'look', text: interpolate(text, values), detail: state.me && state.to_move === 'person' ? state.situation : lastMove(state, looking.ply), offers }
  }
  if (trouble) {
    const ways = {
      gone: { command: 'new', label: gettext('New game') },
      signin: { command: 'signin', label: gettext('Sign in') },
      reply: { command: 'retry', label: gettext('Try again') },
    }
    return { tone: 'warn', text: trouble.sentence, detail: '', offers: [{ ...ways[trouble.retry], main: true }] }
  }
  return withProposal(state, plainly(model, line))
}

/**
 * The status of the board.
 * @param {Model} model
 * @param {boolean} line
 * @returns {Status}
 */
function plainly(model, line) {
  const { state, hint } = model
  if (state.stage === 'over') return over(state)
  if (state.stage === 'counting') return counting(state)
  if (hint) return hinting(hint)
  if (state.to_move === 'other') return elsewhere(state, lastMove(state, state.ply))
  return state.to_move === 'computer' ? waiting(model, line) : turn(state)
}

/**
 * The announcement for other changes than moves: a hint, an earlier position, an error.
 * @param {Model} model
 * @param {Model} before
 */
export function asideOf(model, before) {
  const { hint, looking, lost, trouble, warning } = model
  const looked = looking && looking.ply !== before.looking?.ply
  const asked = proposalWords(model.state)
  const other = (hint && hint !== before.hint) || (trouble && trouble !== before.trouble) || (warning && warning !== before.warning) || lost !== before.lost
  if (asked && asked !== proposalWords(before.state) && !lost && !looking) return asked
  if (!looked && !other) return ''
  const { text, detail } = statusOf(model, false)
  // Screen readers get the corners of the area.
  const area = hint?.stage === 1 && !looking && !lost ? (hint.hint?.area ?? []) : []
  const corners = area.length > 1 ? `${area[0]} – ${area.at(-1)}` : area[0]
  // The reason comes after the move, which was announced before.
  const words = hint?.stage === 3 && !looking && !lost ? [detail] : [text, detail, corners]
  return words.filter(Boolean).join(' ')
}

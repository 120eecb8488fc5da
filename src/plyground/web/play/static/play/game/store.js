/** The state of the page, and its changes, without the DOM. */

/** @typedef {import('#play/game/types.js').Model} Model */
/** @typedef {import('#play/game/types.js').State} State */
/** @typedef {import('#play/game/types.js').Seen} Seen */
/** @typedef {import('#play/game/types.js').Hint} Hint */
/** @typedef {import('#play/game/types.js').Thought} Thought */

/**
 * @typedef {{type: 'state', state: State, now: number}
 *   | {type: 'look', ply: number, seen: Seen | null}
 *   | {type: 'live'} | {type: 'flip'} | {type: 'slow'} | {type: 'asking'} | {type: 'deeper'} | {type: 'unhint'}
 *   | {type: 'hinted', hint: Hint}
 *   | {type: 'thought', thought: Partial<Thought> | null}
 *   | {type: 'lost', lost: boolean | string}
 *   | {type: 'presence', black: boolean, white: boolean, watchers: number}
 *   | {type: 'trouble', trouble: Model['trouble']}
 *   | {type: 'warning', warning: Model['warning']}
 *   | {type: 'running', running: boolean}} News
 */

/** Whether a board looks otherwise from the other side: stones and discs have no direction. @param {State['view']} view */
const hasDirection = (view) => view.pieces.some(({ kind }) => kind !== 'stone' && kind !== 'disc')

/**
 * @param {State} state
 * @param {number} now
 * @returns {Model}
 */
export function begin(state, now) {
  return {
    state, received: now, looking: null, hint: null, thought: null, lost: false, trouble: null, warning: null, running: true,
    flipped: state.people.length === 1 && state.people[0] === 'white' && hasDirection(state.view),
  }
}

/** @type {Thought} */
const NO_THOUGHT = { ahead: null, depth: 0, pv: [], chance: null, side: null, slow: false }

/**
 * The moves up to a ply, as one text that identifies a position.
 * @param {State} state
 * @param {number} ply
 */
export const path = (state, ply) => state.moves.slice(0, ply).map((move) => move.text).join(' ')

/**
 * Applies a new state; an older one changes nothing.
 * @param {Model} model
 * @param {State} state
 * @param {number} now
 * @returns {Model}
 */
function accept(model, state, now) {
  const old = model.state
  if (state.version < old.version) return model
  const same = state.version === old.version
  const { looking } = model
  const kept = looking && looking.ply !== state.ply && looking.ply <= state.last_ply && path(old, looking.ply) === path(state, looking.ply)
  return {
    ...model,
    state,
    received: now,
    looking: kept ? looking : null,
    hint: same ? model.hint : null,
    thought: same && state.to_move === 'computer' ? model.thought : null,
    trouble: same ? model.trouble : null,
    warning: same ? model.warning : null,
  }
}

/**
 * @param {Model} model
 * @param {number} ply
 * @param {Seen | null} seen
 * @returns {Model}
 */
function look(model, ply, seen) {
  const { state } = model
  const to = Math.max(0, Math.min(ply, state.last_ply))
  return { ...model, looking: to === state.ply ? null : { ply: to, seen } }
}

/**
 * The next stage of a hint: the area, the move, the reason; then it closes.
 * @param {Model} model
 * @returns {Model}
 */
function deeper(model) {
  const { hint } = model
  if (!hint?.hint) return model
  if (hint.stage === 3) return { ...model, hint: null }
  return { ...model, hint: { ...hint, stage: /** @type {1 | 2 | 3} */ (hint.stage + 1) } }
}

/**
 * Updates the presence, which is not a change of the game, so its version stays.
 * @param {Model} model
 * @param {{black: boolean, white: boolean, watchers: number}} news
 * @returns {Model}
 */
function presence(model, { black, white, watchers }) {
  const { link } = model.state
  if (!link || (link.present.black === black && link.present.white === white && link.watchers === watchers)) return model
  return { ...model, state: { ...model.state, link: { ...link, present: { black, white }, watchers } } }
}

/**
 * @param {Model} model
 * @param {News} news
 * @returns {Model}
 */
export function reduce(model, news) {
  switch (news.type) {
    case 'state': return accept(model, news.state, news.now)
    case 'look': return look(model, news.ply, news.seen)
    case 'live': return { ...model, looking: null }
    case 'flip': return { ...model, flipped: !model.flipped }
    case 'asking': return { ...model, hint: { stage: 0, hint: null } }
    case 'hinted': return news.hint.version === model.state.version ? { ...model, hint: { stage: 1, hint: news.hint } } : { ...model, hint: null }
    case 'deeper': return deeper(model)
    case 'unhint': return { ...model, hint: null }
    case 'thought': return { ...model, thought: news.thought && { ...(model.thought ?? NO_THOUGHT), ...news.thought } }
    case 'slow': return { ...model, thought: model.thought && { ...model.thought, slow: true } }
    case 'lost': return { ...model, lost: news.lost }
    case 'presence': return presence(model, news)
    case 'trouble': return { ...model, trouble: news.trouble, thought: null }
    case 'warning': return { ...model, warning: news.warning, thought: null }
    case 'running': return { ...model, running: news.running }
  }
}

/**
 * The position for the board, and the meaning of a click on it.
 * @param {Model} model
 * @returns {Seen & {ply: number, mode: 'none' | 'moves' | 'points', dead: string[]}}
 */
export function shown({ state, looking }) {
  if (looking?.seen) return { ...looking.seen, ply: looking.ply, mode: 'none', dead: [] }
  const { view, aids, score, captured, ply, dead } = state
  const moves = !looking && state.stage === 'playing' && state.to_move === 'person'
  // A player who has agreed may still mark stones, which takes the agreement back.
  const points = !looking && state.stage === 'counting' && (state.can.agree || Boolean(state.me))
  return { view, aids, score, captured, ply, dead, mode: moves ? 'moves' : points ? 'points' : 'none' }
}

/**
 * The hint in the board's format.
 * @param {Model} model
 */
export function drawnHint({ state, hint, looking, warning }) {
  if (warning?.at === (looking?.ply ?? state.ply)) return warning.drawn ?? null
  if (!hint?.hint || looking) return null
  const { area, from, to } = hint.hint
  if (hint.stage === 1) return { area }
  return to ? { from, to } : null
}

/** The model, with listeners for changes. */
export class Store {
  /** @param {Model} model */
  constructor(model) {
    this.model = model
    /** @type {((model: Model, before: Model) => void)[]} */
    this.listeners = []
  }

  /** @param {News} news */
  tell(news) {
    const before = this.model
    this.model = reduce(before, news)
    if (this.model !== before) for (const listener of this.listeners) listener(this.model, before)
  }
}

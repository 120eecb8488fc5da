/** Sends a person's commands to the server, and passes the server's states to the page. */

import { news, otherSide, say, soundOf } from '#play/announce.js'
import { ask, pause, persist } from '#pages/api.js'
import { gettext, interpolate } from '#pages/words.js'
import { play } from '#pages/sound.js'
import { attemptText } from '#play/game/attempt.js'
import { stillGood } from '#play/game/link.js'
import { path } from '#play/game/store.js'

/** @typedef {import('#play/game/types.js').State} State */
/** @typedef {import('#play/game/types.js').Seen} Seen */
/** @typedef {import('#play/game/store.js').Store} Store */
/** @typedef {import('#pages/api.js').Answer} Answer */

const CACHED = 400 // positions

/** Actions that wait for the one before them; a move made meanwhile is a slip of the hand, and ignored. */
const QUEUED = ['undo', 'redo', 'toggle', 'agree']

/** A player in the format of forms: a level without its adaptive part. @param {string} spec */
const playerOf = (spec) => (spec.startsWith('level:') ? spec.split(',')[0] : spec)

/** One game, from its page's point of view. */
export class GameClient {
  /**
   * @param {Store} store
   * @param {{say: (at: string | null, sentence: string) => void, toast: (sentence: string) => void, sounds: () => boolean}} hooks
   */
  constructor(store, hooks) {
    this.store = store
    this.hooks = hooks
    this.api = `/api/games/${store.model.state.id}/`
    /** @type {{ply: number | null} | null} the command on its way, and the ply it was sent at */
    this.busy = null
    /** @type {Promise<void>} the last command sent or queued */
    this.last = Promise.resolve()
    /** @type {Promise<boolean> | null} */
    this.refreshing = null
    /** @type {Map<string, Seen>} */
    this.cache = new Map()
    /** The time of the last drawn move, and its sound. */
    this.moved = 0
    this.sounded = ''
    this.tabs = new BroadcastChannel('plyground')
    this.tabs.onmessage = ({ data }) => {
      const { state } = this.store.model
      if (data.game === state.id && data.version > state.version) this.refresh()
    }
    this.keep(store.model.state)
  }

  get state() {
    return this.store.model.state
  }

  /**
   * Retries until there is an answer, and reports the lost connection meanwhile.
   * @param {() => Promise<Answer>} send
   */
  async persist(send) {
    return (await this.patiently(send)).answer
  }

  /** @param {() => Promise<Answer>} send */
  patiently(send) {
    const tell = (/** @type {boolean | string} */ lost) => this.store.model.lost !== lost && this.store.tell({ type: 'lost', lost })
    return persist(send, { lost: (why) => tell(why || true), found: () => tell(false), wait: pause })
  }

  /**
   * Accepts a state from the server, from any source.
   * @param {State} state
   */
  accept(state) {
    const before = this.state
    if (state.version < before.version) return
    this.keep(state)
    this.store.tell({ type: 'state', state, now: performance.now() })
    if (state.note) this.hooks.toast(state.note)
    if (state.version === before.version) return
    // The game has gone on, so the pending command is done or outdated, whenever its answer arrives.
    if (this.busy && this.busy.ply !== null && this.busy.ply !== state.ply) this.busy = null
    this.tabs.postMessage({ game: state.id, version: state.version })
    say(news(before, state))
    const sound = soundOf(before, state)
    if (sound && sound !== this.sounded && this.hooks.sounds()) play(sound)
    this.sounded = ''
  }

  /** Notes that a move was drawn before its answer. @param {'place' | 'slide' | null} sound */
  placed(sound) {
    if (!sound || this.busy) return
    this.moved = performance.now()
    this.sounded = sound
    if (this.hooks.sounds()) play(sound)
  }

  /** Loads the current state; returns whether the game still exists. */
  refresh() {
    this.refreshing ??= this.fetch().finally(() => {
      this.refreshing = null
    })
    return this.refreshing
  }

  async fetch() {
    const answer = await this.persist(() => ask('GET', this.api))
    if (answer.status >= 300) this.fail(answer)
    // The visitor has logged in again, perhaps in another tab.
    else if (this.store.model.trouble?.retry === 'signin') location.reload()
    else this.accept(answer.data)
    return answer.status !== 404
  }

  /**
   * Reports a refusal. If the game is no longer ours, the page ends with that.
   * @param {{status: number, data: any}} answer
   */
  fail({ status, data: { error } }) {
    if (status !== 404 || error.code !== 'no_such_game') return this.hooks.toast(error.sentence)
    if (this.store.model.looking) this.store.tell({ type: 'live' })
    this.store.tell({ type: 'trouble', trouble: { sentence: gettext('You are signed out here, or this game is gone.'), retry: 'signin' } })
  }

  /** Whether this action has to wait for the command on its way. @param {string} action */
  waits(action) {
    return typeof this.busy?.ply === 'number' && QUEUED.includes(action)
  }

  /**
   * Sends a command that changes the game, one at a time.
   * @param {string} action
   * @param {{move?: string, point?: string, on?: boolean}} [more]
   * @param {string | null} [at] where a refusal belongs
   * @returns {Promise<void>}
   */
  act(action, more = {}, at = null) {
    if (!this.busy) this.last = this.send(action, more, at)
    else if (this.waits(action)) this.last = this.last.then(() => this.act(action, more, at))
    else return Promise.resolve()
    return this.last
  }

  /**
   * @param {string} action
   * @param {{move?: string, point?: string, on?: boolean}} more
   * @param {string | null} at
   */
  async send(action, more, at) {
    const sent = { ply: this.state.ply }
    this.busy = sent
    try {
      if (this.store.model.looking) this.store.tell({ type: 'live' })
      const send = () => {
        const { version, ply } = this.state
        return this.patiently(() => ask('POST', `${this.api}actions/`, { version, ply, action, ...more }))
      }
      let { answer, tries } = await send()
      const { state } = answer.data
      if (this.busy !== sent) {
        const current = answer.status < 300 ? answer.data : state
        if (current) this.accept(current)
        return
      }
      if (answer.status === 409 && more.move && tries === 1 && stillGood(state, sent.ply)) {
        this.accept(state)
        ;({ answer, tries } = await send())
      }
      if (action !== 'flag' || answer.status < 300 || answer.status === 404) this.answered(answer, at, tries, more.move)
      else if (answer.data.state) this.accept(answer.data.state)
    } finally {
      if (this.busy === sent) this.busy = null
    }
  }

  /**
   * @param {Answer} answer
   * @param {string | null} at
   * @param {number} tries
   * @param {string} [move]
   */
  answered({ status, data }, at, tries, move) {
    if (status < 300) return this.accept(data)
    if (status === 404) return this.fail({ status, data })
    const { error, state } = data
    if (status === 409 && state) {
      this.accept(state)
      // After a retry it is most likely our own move that is already there.
      const ours = tries > 1 && move && state.moves.some((/** @type {{text: string}} */ row) => row.text === move)
      if (!ours) this.hooks.toast(error.sentence)
      return
    }
    if (this.hooks.sounds()) play('no')
    const place = error.at ?? at
    if (status === 422 && place) this.hooks.say(place, error.sentence)
    else this.hooks.toast(error.sentence)
  }

  /**
   * A click without a legal move: the rules explain the refusal.
   * @param {{from: string | null, to: string, piece: string | null}} tried
   */
  attempt(tried) {
    // An occupied point is refused without asking the server.
    if (!tried.from && !tried.piece && this.state.view.pieces.some(({ at }) => at === tried.to)) {
      if (this.hooks.sounds()) play('no')
      return this.hooks.say(tried.to, interpolate(gettext('There is already a piece on %(point)s.'), { point: tried.to }))
    }
    return this.act('move', { move: attemptText(this.state.view, tried) }, tried.to)
  }

  /** @param {State} state */
  keep(state) {
    if (state.stage === 'counting') return
    if (this.cache.size >= CACHED) this.cache.clear()
    const { view, aids, score, captured } = state
    this.cache.set(path(state, state.ply), { view, aids, score, captured })
  }

  /**
   * Shows the position after this many plies.
   * @param {number} ply
   */
  async look(ply) {
    const { state } = this
    const to = Math.max(0, Math.min(ply, state.last_ply))
    const key = path(state, to)
    const known = this.cache.get(key) ?? null
    const before = this.store.model.looking?.seen ?? null
    // Until it arrives, the current position stays.
    this.store.tell({ type: 'look', ply: to, seen: known ?? before })
    if (known || to === state.ply) return
    const answer = await this.persist(() => ask('GET', `${this.api}at/${to}/`))
    if (answer.status >= 300) return this.fail(answer)
    this.cache.set(key, answer.data)
    if (this.store.model.looking?.ply === to) this.store.tell({ type: 'look', ply: to, seen: answer.data })
  }

  /**
   * Requests another game, and goes there; between people the other player has to agree.
   * @param {string} what
   * @param {object} [body]
   */
  async leave(what, body = {}) {
    if (this.busy) return
    this.busy = { ply: null }
    const answer = await this.persist(() => ask('POST', this.api + what, { version: this.store.model.state.version, ...body }))
    this.busy = null
    const { status, data } = answer
    if (status < 300) return data.url ? location.assign(data.url) : this.accept(data.state)
    if (data.state) this.accept(data.state)
    this.fail(answer)
  }

  /** A new game from the current position, with the same opponent. */
  fork() {
    const { state, looking } = this.store.model
    const people = state.people.length
    const computer = playerOf(state.seats[otherSide(state.people[0])].spec)
    const turn = (looking?.seen ?? state).view.turn
    const body = people === 2 || state.link ? { opponent: 'person' } : { opponent: computer, colour: people ? state.people[0] : turn }
    return this.leave('fork/', { ply: looking?.ply ?? state.ply, ...body })
  }

  /** The address of the new-game page, with the settings of this game. */
  newGameUrl() {
    const { game, seats, people, strict, teacher, link } = this.state
    const url = new URL(`/new/${game.name}/`, location.href)
    const set = (/** @type {string} */ name, /** @type {unknown} */ value) => url.searchParams.set(name, String(value))
    for (const [name, value] of Object.entries(game.options)) if (value !== null) set(name, value)
    if (people.length === 2) set('opponent', 'person')
    if (people.length === 1) {
      const { spec } = seats[otherSide(people[0])]
      set('opponent', link ? 'link' : spec.includes(',up=') ? 'adaptive' : playerOf(spec))
      set('colour', people[0])
    }
    if (strict) set('strict', 'yes')
    if (teacher) set('teacher', 'yes')
    return url
  }
}

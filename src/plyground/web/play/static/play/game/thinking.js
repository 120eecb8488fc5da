/** The computer's replies and hints: jobs on the server, and their events. */

import { ask, backoff, pause } from '#pages/api.js'
import { listen } from '#pages/stream.js'

/** @typedef {import('#play/game/types.js').Model} Model */
/** @typedef {import('#play/game/types.js').State} State */
/** @typedef {import('#play/game/store.js').Store} Store */

const HURRY = 700 // milliseconds before "Move now" is offered

/**
 * Whether the page should request the computer's move now.
 * @param {Model} model
 */
export function wanted({ state, running, trouble, warning }) {
  return state.stage === 'playing' && state.to_move === 'computer' && !trouble && !warning && (running || state.people.length > 0)
}

/**
 * @typedef {object} Hooks what the driver needs from the page
 * @property {(send: () => Promise<import('#pages/api.js').Answer>) => Promise<import('#pages/api.js').Answer>} persist
 * @property {(state: State) => void} accept
 * @property {() => Promise<unknown>} refresh
 * @property {(sentence: string) => void} toast
 * @property {() => number} beat milliseconds until the computer's move may be shown; none are left where it is negative
 * @property {() => number} rest milliseconds between the moves of two computers
 */

/** One reply at a time, and perhaps a hint in parallel. */
export class Thinker {
  /**
   * @param {Store} store
   * @param {Hooks} hooks
   */
  constructor(store, hooks) {
    this.store = store
    this.hooks = hooks
    this.version = -1
    this.begun = false
    this.failures = 0
    /** @type {(() => void) | null} */
    this.leave = null
    /** @type {string | null} */
    this.job = null
    /** @type {(() => void) | null} */
    this.leaveHint = null
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined
    this.lastMove = 0
  }

  /** Checks the game, and requests the computer's move if it is to move. */
  follow() {
    const { model } = this.store
    const { stage, to_move, version } = model.state
    const known = this.version === version
    if (stage !== 'playing' || to_move !== 'computer') this.stop()
    else if (wanted(model)) known || this.begin(false)
    // A search that has begun is followed to its end, even if a pause was requested.
    else if (!known || !this.begun) this.stop()
  }

  /** @param {boolean} now without the pause between two computers */
  begin(now) {
    this.stop()
    const { state } = this.store.model
    this.version = state.version
    this.begun = now
    const watching = state.people.length === 0
    const rest = watching && !now ? this.lastMove + this.hooks.rest() - performance.now() : 0
    if (state.job?.kind === 'reply') this.open(state.job.id)
    else this.timer = setTimeout(() => this.ask(state), Math.max(0, rest))
  }

  /** Stops listening. */
  stop() {
    clearTimeout(this.timer)
    this.leave?.()
    this.leave = null
    this.job = null
    this.version = -1
  }

  /** @param {State} state */
  async ask({ id, version }, anyway = false) {
    this.begun = true
    const { status, data, retry } = await this.hooks.persist(() => ask('POST', '/api/jobs/', { game: id, kind: 'reply', version, anyway }))
    if (this.version !== version) return
    if (status < 300) this.open(data.job.id ?? data.job)
    else if (data.state) this.hooks.accept(data.state)
    else if (status === 404) void this.hooks.refresh() // which shows that the game is not ours any more
    else {
      this.trouble(data.error.sentence)
      if (retry) this.timer = setTimeout(() => this.retry(), 1000 * retry)
    }
  }

  /** @param {string} job */
  open(job) {
    this.job = job
    this.begun = true
    this.store.tell({ type: 'thought', thought: { slow: false } })
    this.timer = setTimeout(() => this.store.tell({ type: 'slow' }), HURRY)
    this.leave = listen(job, (type, data) => this.hear(type, data))
  }

  /**
   * @param {string} type
   * @param {any} data
   */
  hear(type, data) {
    if (type === 'queued') this.store.tell({ type: 'thought', thought: { ahead: data.ahead } })
    else if (type === 'thinking') {
      const { depth, pv, win_chance: chance, side } = data
      this.store.tell({ type: 'thought', thought: { ahead: null, depth, pv, chance, side } })
    } else if (type === 'done') {
      const { people, clock } = this.store.model.state
      const wait = people.length && !clock && !data.warning ? this.hooks.beat() : 0
      clearTimeout(this.timer)
      if (wait > 0) this.timer = setTimeout(() => this.done(data), wait)
      else this.done(data)
    } else if (type === 'failed') this.trouble(data.sentence)
    else this.again()
  }

  /** @param {any} data the move that was found, or the teacher's warning */
  done(data) {
    this.failures = 0
    this.lastMove = performance.now()
    this.stop()
    if (data.warning) this.store.tell({ type: 'warning', warning: { ...data.warning, at: data.state.ply } })
    else this.hooks.accept(data.state)
  }

  /** The job or the connection is gone: loads the state, after a pause. */
  async again() {
    const { version } = this
    this.stop()
    this.version = version
    await pause(this.failures ? backoff(this.failures) : 0)
    this.failures += 1
    if (this.version !== version) return
    await this.hooks.refresh()
    if (this.version === version) this.version = -1
    this.follow()
  }

  /** @param {string} sentence */
  trouble(sentence) {
    this.stop()
    this.store.tell({ type: 'trouble', trouble: { sentence, retry: 'reply' } })
  }

  retry() {
    this.store.tell({ type: 'trouble', trouble: null })
    this.follow()
  }

  /** The person goes on after the teacher's warning. */
  anyway() {
    this.stop()
    this.version = this.store.model.state.version
    void this.ask(this.store.model.state, true)
    this.store.tell({ type: 'warning', warning: null })
  }

  /** Asks for the best move so far. */
  hurry() {
    if (this.job) ask('POST', `/api/jobs/${this.job}/hurry/`, {}).catch(() => {})
  }

  /** Requests the first stage of a hint; the next ones come with it. */
  async hint() {
    const { state, hint } = this.store.model
    if (hint) return this.store.tell({ type: 'deeper' })
    this.store.tell({ type: 'asking' })
    const { version, id } = state
    const { status, data } = await this.hooks.persist(() => ask('POST', '/api/jobs/', { game: id, kind: 'hint', version }))
    if (status >= 300) {
      this.store.tell({ type: 'unhint' })
      if (data.state) return this.hooks.accept(data.state)
      return this.hooks.toast(data.error.sentence)
    }
    if (!this.store.model.hint) return
    this.leaveHint?.()
    this.leaveHint = listen(data.job.id ?? data.job, (type, data) => this.hinted(type, data))
  }

  /**
   * @param {string} type
   * @param {any} data
   */
  hinted(type, data) {
    if (type === 'queued' || type === 'thinking') return
    this.leaveHint = null
    if (this.store.model.hint?.stage !== 0) return
    if (type === 'done') return this.store.tell({ type: 'hinted', hint: data.hint })
    this.store.tell({ type: 'unhint' })
    if (data.sentence) this.hooks.toast(data.sentence)
  }

  unhint() {
    this.leaveHint?.()
    this.leaveHint = null
    this.store.tell({ type: 'unhint' })
  }
}

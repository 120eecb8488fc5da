/** Follows the other side's actions: one stream while the page is visible, and occasional polls while it is hidden. No DOM. */

import { backoff } from '#pages/api.js'

const CALM = 5000 // milliseconds after which a stream counts as working
const GLANCE = 30_000 // between two polls of a hidden page
const SILENCE = 60_000 // after which a silent stream may be dead
const SETTLED = 600_000 // after the end, the opponent is no longer expected
const MOST = 30_000 // between two retries
const ASKS = 4000 // between two polls while there is no stream

/**
 * @typedef {object} Hooks what a follower needs from its page
 * @property {(tell: (type: string, data: any) => void) => () => void} listen opens the stream; returns a function that closes it
 * @property {() => boolean} wanted whether events are expected
 * @property {() => boolean} waits whether the other side is to act
 * @property {() => boolean} over
 * @property {() => boolean} hidden
 * @property {() => number} version
 * @property {() => Promise<boolean>} refresh loads the state, with retries; returns whether the game still exists
 * @property {(type: string, data: any) => void} tell
 */

/** @param {number} time in milliseconds @returns {Promise<void>} */
const sleep = (time) => new Promise((resolve) => void setTimeout(resolve, time))

/** Keeps one stream open as long as it is useful. */
export class Follower {
  /** @param {Hooks} hooks */
  constructor(hooks) {
    this.hooks = hooks
    this.failures = 0
    this.opened = 0
    this.healing = false
    this.gone = false
    /** @type {number | null} when the end was first seen */
    this.ended = null
    /** @type {(() => void) | null} */
    this.close = null
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined
  }

  /** Checks the situation, and opens or closes the stream. */
  look() {
    const { wanted, hidden, waits, over } = this.hooks
    this.ended = over() ? (this.ended ?? Date.now()) : null
    const settled = this.ended !== null && Date.now() - this.ended >= SETTLED
    if (this.gone || settled || !wanted()) return this.stop()
    if (!hidden()) {
      if (!this.close && !this.healing) this.open()
      return
    }
    if (this.close) this.stop()
    if (waits()) this.timer ??= setTimeout(() => void this.glance(), GLANCE)
    else this.stop()
  }

  /** Stops listening. */
  stop() {
    clearTimeout(this.timer)
    this.timer = undefined
    this.close?.()
    this.close = null
  }

  open() {
    this.stop()
    this.opened = Date.now()
    this.close = this.hooks.listen((type, data) => this.hear(type, data))
    this.wait()
  }

  /** A page does not see heartbeats: after a long silence it polls. */
  wait() {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.check(), SILENCE)
  }

  /**
   * @param {string} type
   * @param {any} data
   */
  hear(type, data) {
    if (!this.close) return
    if (type === 'lost') return void this.heal()
    if (type === 'gone') return this.end()
    this.wait()
    this.hooks.tell(type, data)
  }

  /** No more events are expected. */
  end() {
    this.gone = true
    this.stop()
    this.hooks.tell('gone', {})
  }

  /** The stream broke off: polls, and reopens it, with growing pauses if that continues. */
  async heal() {
    this.failures = Date.now() - this.opened > CALM ? 0 : this.failures + 1
    this.stop()
    this.healing = true
    if (!(await this.hooks.refresh())) return this.end()
    for (let left = backoff(this.failures, Math.random, MOST); left > 0; left -= ASKS) {
      await sleep(Math.min(left, ASKS))
      // The game goes on meanwhile.
      if (left > ASKS && !(await this.hooks.refresh())) return this.end()
    }
    this.healing = false
    this.look()
  }

  /** A missed event shows that the stream is dead. */
  async check() {
    const { close } = this
    const version = this.hooks.version()
    if (!(await this.hooks.refresh())) return this.end()
    if (this.close !== close || !close) return
    if (this.hooks.version() > version) this.stop()
    else this.wait()
    this.look()
  }

  async glance() {
    if (!(await this.hooks.refresh())) return this.end()
    this.timer = undefined
    this.look()
  }
}

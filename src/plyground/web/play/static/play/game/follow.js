/** Hearing of what others do: one stream while the page is seen, and a look now and then while it is not. No page in here. */

import { backoff } from '#pages/api.js'

const CALM = 5000 // milliseconds after which a stream was a good one
const GLANCE = 30_000 // between two looks of a page that is not seen
const SILENCE = 60_000 // after which a stream may have gone without a word
const SETTLED = 600_000 // after the end nobody is waited for any longer
const MOST = 30_000 // between two tries
const ASKS = 4000 // between two looks while no stream is tried

/**
 * @typedef {object} Hooks what a follower needs of its page
 * @property {(tell: (type: string, data: any) => void) => () => void} listen opens the stream; gives what closes it
 * @property {() => boolean} wanted whether there is anything to hear of
 * @property {() => boolean} waits whether somebody else is to act
 * @property {() => boolean} over
 * @property {() => boolean} hidden
 * @property {() => number} version
 * @property {() => Promise<boolean>} refresh asks how things are until somebody answers; whether there is a game still
 * @property {(type: string, data: any) => void} tell
 */

/** @param {number} time in milliseconds @returns {Promise<void>} */
const sleep = (time) => new Promise((resolve) => void setTimeout(resolve, time))

/** Keeps one stream open as long as it is of use. */
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

  /** See how things are, and listen or not. */
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

  /** Listen no more. */
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

  /** A page does not see heartbeats: after a long silence it asks. */
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

  /** There is nothing to hear of any more. */
  end() {
    this.gone = true
    this.stop()
    this.hooks.tell('gone', {})
  }

  /** The stream broke off: see how things are, and listen again; later and later if that goes on. */
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

  /** An event that did not arrive shows that the stream is dead. */
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

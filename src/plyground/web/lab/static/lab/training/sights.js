/**
 * Positions with networks' evaluations, requested one after the other and cached; a newer request replaces a waiting
 * one.
 */

import { Lost, ask } from '#pages/api.js'

/** @import {SeenPosition} from 'contract' */
/** @typedef {{network: number | null, generation: number, game: number, ply: number}} Wanted */
/** @typedef {(method: string, path: string) => Promise<{status: number, data: any}>} Asking */

const MOST = 2000 // positions in the cache
const PAUSE = 60 // milliseconds between two requests
const AGAIN = 1000 // milliseconds after a failed request

/** The query of a request. @param {Wanted} wanted */
export function queryOf({ network, generation, game, ply }) {
  const numbers = { ...(network === null ? {} : { network }), ...(generation ? { generation, game } : {}), ply }
  return new URLSearchParams(Object.entries(numbers).map(([name, value]) => [name, String(value)])).toString()
}

export class Sights {
  /** @type {Map<string, SeenPosition>} */
  known = new Map()
  /** @type {{query: string, then: (seen: SeenPosition) => void, wrong: (sentence: string) => void} | null} */
  wanted = null
  busy = false

  /** @param {string} address @param {Asking} [asking] @param {number} [pause] */
  constructor(address, asking = ask, pause = PAUSE) {
    this.address = address
    this.asking = asking
    this.pause = pause
  }

  /**
   * Delivers a position, now or later; a new request replaces a waiting one.
   * @param {Wanted} wanted @param {(seen: SeenPosition) => void} then @param {(sentence: string) => void} wrong
   */
  want(wanted, then, wrong) {
    const query = queryOf(wanted)
    const seen = this.known.get(query)
    this.wanted = null
    if (seen) return then(seen)
    this.wanted = { query, then, wrong }
    void this.work()
  }

  async work() {
    if (this.busy || !this.wanted) return
    this.busy = true
    const asked = this.wanted
    let rest = this.pause
    try {
      const { status, data } = await this.asking('GET', `${this.address}?${asked.query}`)
      if (status < 300) this.keep(asked.query, data)
      if (this.wanted === asked) {
        this.wanted = null
        if (status < 300) asked.then(data)
        else asked.wrong(data.error.sentence)
      }
    } catch (error) {
      if (!(error instanceof Lost)) throw error
      rest = AGAIN
    }
    setTimeout(() => {
      this.busy = false
      void this.work()
    }, rest)
  }

  /** @param {string} query @param {SeenPosition} seen */
  keep(query, seen) {
    this.known.set(query, seen)
    if (this.known.size > MOST) this.known.delete(/** @type {string} */ (this.known.keys().next().value))
  }
}

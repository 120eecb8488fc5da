/** The positions of the tree, requested one after the other and cached; after quick steps only the last one is requested. */

import { ask } from '#pages/api.js'

/** @import {StudyPosition} from 'contract' */
/** @typedef {import('#study/analysis/types.js').Place} Place */
/** @typedef {(method: string, path: string, body: object) => Promise<{status: number, data: any}>} Asking */

const MOST = 1500 // positions in the cache
const PAUSE = 60 // milliseconds between two requests

/** @param {Place} place */
export const keyOf = ({ position, moves }) => `${position ?? ''}|${moves.join(' ')}`

export class Boards {
  /** @type {Map<string, StudyPosition>} */
  known = new Map()
  /** @type {{place: Place, then: (seen: StudyPosition) => void, wrong: (sentence: string, at: string | null) => void} | null} */
  wanted = null
  busy = false

  /** @param {{game: string, options: object}} rules @param {Asking} [asking] */
  constructor(rules, asking = ask) {
    this.rules = rules
    this.asking = asking
  }

  /** @param {Place} place @param {StudyPosition} seen */
  keep(place, seen) {
    this.known.set(keyOf(place), seen)
    if (this.known.size > MOST) this.known.delete(/** @type {string} */ (this.known.keys().next().value))
  }

  /**
   * Delivers the board of a place, now or later; a new request replaces a waiting one.
   * @param {Place} place @param {(seen: StudyPosition) => void} then @param {(sentence: string, at: string | null) => void} wrong
   */
  want(place, then, wrong) {
    const seen = this.known.get(keyOf(place))
    this.wanted = null
    if (seen) return then(seen)
    this.wanted = { place, then, wrong }
    void this.work()
  }

  async work() {
    if (this.busy || !this.wanted) return
    this.busy = true
    const asked = this.wanted
    try {
      const { status, data } = await this.asking('POST', '/analysis/at/', { ...this.rules, ...asked.place })
      if (status < 300) this.keep(asked.place, data)
      if (this.wanted === asked) {
        this.wanted = null
        if (status < 300) asked.then(data)
        else asked.wrong(data.error.sentence, data.error.at ?? null)
      }
    } catch {
      // There was no answer; the next request tries again.
      await new Promise((resolve) => { setTimeout(resolve, 1000) })
    }
    setTimeout(() => {
      this.busy = false
      void this.work()
    }, PAUSE)
  }
}

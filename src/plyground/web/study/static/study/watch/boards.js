/** The boards along a search: requested a few at a time, one request after the other, and cached. */

/** @import {WatchBoard, WatchBoards} from 'contract' */
/** @typedef {import('#study/watch/types.js').Tape} Tape */

const AT_ONCE = 24
const MOST = 4000 // boards in the cache
const PAUSE = 120 // milliseconds between two requests

export class Boards {
  /**
   * @param {Record<string, string>} query the query of the page
   * @param {(url: string) => Promise<WatchBoards>} [fetching]
   */
  constructor(query, fetching = load) {
    const { at: _at, ...rest } = query
    this.query = rest
    this.fetching = fetching
    /** @type {Map<string, WatchBoard>} */
    this.known = new Map()
    this.busy = false
    /** @type {{tape: Tape, node: number, time: number, then: (seen: WatchBoard) => void} | null} */
    this.wanted = null
  }

  /** @param {Tape} tape @param {number} node */
  key(tape, node) {
    return `${tape.data.spec}|${tape.branches.line(node).join(' ')}`
  }

  /**
   * Delivers the board of a node, now or later; a new request replaces a waiting one.
   * @param {Tape} tape
   * @param {number} node
   * @param {number} time
   * @param {(seen: WatchBoard) => void} then
   */
  want(tape, node, time, then) {
    const seen = this.known.get(this.key(tape, node))
    this.wanted = null
    if (seen) return then(seen)
    this.wanted = { tape, node, time, then }
    void this.work()
  }

  async work() {
    if (this.busy || !this.wanted) return
    this.busy = true
    const { tape, node, time } = this.wanted
    const nodes = around(tape, node, time).filter((one) => !this.known.has(this.key(tape, one)))
    const lines = nodes.map((one) => tape.branches.line(one).join(' ')).join(';')
    const query = new URLSearchParams({ ...this.query, spec: tape.data.spec, lines })
    try {
      const { boards } = await this.fetching(`/watch/at/?${query}`)
      nodes.forEach((one, place) => this.keep(this.key(tape, one), boards[place]))
    } catch {
      // The board stays as it is; the next step retries.
      this.wanted = null
    }
    this.settle()
    setTimeout(() => {
      this.busy = false
      void this.work()
    }, PAUSE)
  }

  /** @param {string} key @param {WatchBoard} seen */
  keep(key, seen) {
    this.known.set(key, seen)
    if (this.known.size > MOST) this.known.delete(/** @type {string} */ (this.known.keys().next().value))
  }

  /** Delivers what has arrived to a waiting request. */
  settle() {
    const wanted = this.wanted
    const seen = wanted && this.known.get(this.key(wanted.tape, wanted.node))
    if (!wanted || !seen) return
    this.wanted = null
    wanted.then(seen)
  }
}

/**
 * A node, and those likely to follow: the next in time, each once.
 * @param {Tape} tape
 * @param {number} node
 * @param {number} time
 * @returns {number[]}
 */
export function around(tape, node, time) {
  const found = new Set([node])
  for (let at = time + 1; at < tape.length && at < time + 2 * AT_ONCE && found.size < AT_ONCE; at++) found.add(tape.nodeAt(at))
  return [...found]
}

/** @param {string} url @returns {Promise<WatchBoards>} */
async function load(url) {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(String(answer.status))
  return answer.json()
}

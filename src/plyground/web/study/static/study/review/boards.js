/** The boards of a review, each asked for once. */

import { ask } from '#pages/api.js'

export class Boards {
  /** @param {string} path */
  constructor(path) {
    this.path = path
    /** @type {Map<string, Promise<any>>} */
    this.answers = new Map()
  }

  /**
   * The board after a move, or those along a line beside it; null if nobody answers.
   * @param {number} ply
   * @param {string} line
   * @returns {Promise<any>}
   */
  fetch(ply, line) {
    const path = `${this.path}${ply}/${line ? '?line=' : ''}${line}`
    const known = this.answers.get(path)
    if (known) return known
    const found = ask('GET', path).then(({ data }) => (data.error ? null : data), () => null)
    void found.then((data) => data ?? this.answers.delete(path))
    this.answers.set(path, found)
    return found
  }
}

/** The boards of a review, each requested once. */

import { ask } from '#pages/api.js'

/** @import {ReviewBoard, ReviewBoards} from 'contract' */

export class Boards {
  /** @param {string} path */
  constructor(path) {
    this.path = path
    /** @type {Map<string, Promise<any>>} */
    this.answers = new Map()
  }

  /** The board after a move; null without an answer. @param {number} ply @returns {Promise<ReviewBoard | null>} */
  board(ply) {
    return this.fetch(`${ply}/`)
  }

  /** The boards along a line beside a move. @param {number} ply @param {'better' | 'answer'} line @returns {Promise<ReviewBoards | null>} */
  line(ply, line) {
    return this.fetch(`${ply}/?line=${line}`)
  }

  /** @param {string} place @returns {Promise<any>} */
  fetch(place) {
    const path = this.path + place
    const known = this.answers.get(path)
    if (known) return known
    const found = ask('GET', path).then(({ data }) => (data.error ? null : data), () => null)
    void found.then((data) => data ?? this.answers.delete(path))
    this.answers.set(path, found)
    return found
  }
}

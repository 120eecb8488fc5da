/** A lesson's requests to the server: its steps, and verdicts on moves. */

import { ask, pause, persist } from '#pages/api.js'

/** @import {LessonStep} from 'contract' */
/** @typedef {import('#pages/api.js').Answer} Answer */

/** One lesson on the server. */
export class Teacher {
  /**
   * @param {string} address of the lesson
   * @param {LessonStep} first already loaded
   * @param {(lost: boolean) => void} lost called with true while the server does not answer
   */
  constructor(address, first, lost) {
    this.address = address
    this.lost = lost
    /** @type {Map<number, Promise<LessonStep>>} */
    this.known = new Map([[first.number, Promise.resolve(first)]])
  }

  /** Retries until there is an answer. @param {() => Promise<Answer>} send @returns {Promise<Answer>} */
  async patiently(send) {
    const hooks = { lost: () => this.lost(true), found: () => this.lost(false), wait: pause }
    return (await persist(send, hooks)).answer
  }

  /** The verdict on the last move, or a hint. @param {{step: number, moves: string[], command?: string}} body */
  ask(body) {
    return this.patiently(() => ask('POST', `${this.address}answer/`, body))
  }

  /** A step before the first move. @param {number} number @returns {Promise<LessonStep>} */
  step(number) {
    let step = this.known.get(number)
    if (!step) {
      step = this.patiently(() => ask('GET', `${this.address}steps/${number}/`)).then(({ status, data }) => {
        if (status >= 300) throw new Error(data.error.sentence)
        return data
      })
      step.catch(() => this.known.delete(number))
      this.known.set(number, step)
    }
    return step
  }
}

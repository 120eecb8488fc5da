/** What a lesson asks of the server: its steps, and what is said of a move. */

import { ask, pause, persist } from '#pages/api.js'

/** @import {LessonStep} from 'contract' */
/** @typedef {import('#pages/api.js').Answer} Answer */

/** One lesson on the server. */
export class Teacher {
  /**
   * @param {string} address of the lesson
   * @param {LessonStep} first that is known already
   * @param {(lost: boolean) => void} lost called with true while the server does not answer
   */
  constructor(address, first, lost) {
    this.address = address
    this.lost = lost
    /** @type {Map<number, Promise<LessonStep>>} */
    this.known = new Map([[first.number, Promise.resolve(first)]])
  }

  /** Until somebody answers. @param {() => Promise<Answer>} send @returns {Promise<Answer>} */
  async patiently(send) {
    const hooks = { lost: () => this.lost(true), found: () => this.lost(false), wait: pause }
    return (await persist(send, hooks)).answer
  }

  /** What is said of the last move, or a hint. @param {{step: number, moves: string[], command?: string}} body */
  ask(body) {
    return this.patiently(() => ask('POST', `${this.address}answer/`, body))
  }

  /** A step as it begins. @param {number} number @returns {Promise<LessonStep>} */
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

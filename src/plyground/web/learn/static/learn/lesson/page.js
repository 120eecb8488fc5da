/** The page of a lesson: one step after the other. */

import { say } from '#play/announce.js'
import { gettext, interpolate } from '#pages/words.js'
import { mayGoOn, spoken } from '#learn/lesson/course.js'
import { byId, enable } from '#learn/lesson/parts.js'
import { Room } from '#learn/lesson/room.js'

/** @import {LessonStep} from 'contract' */

/** A lesson in progress. */
class Lesson extends Room {
  constructor() {
    super()
    this.commands.new = this.commands.next = () => this.next()
    this.commands.back = () => this.go(this.course.step.number - 1)
  }

  /** @param {string} key */
  arrow(key) {
    if (key === 'ArrowRight') void this.next()
    else if (key === 'ArrowLeft') void this.go(this.course.step.number - 1)
  }

  /** Shows the progress, and the next actions. */
  showWay() {
    const { course, count } = this
    const { number } = course.step
    const ended = number + 1 === count && course.reached >= count && mayGoOn(course)
    byId('where').textContent = interpolate(gettext('Step %(number)s of %(count)s'), { number: number + 1, count })
    const bar = /** @type {HTMLProgressElement} */ (byId('steps'))
    bar.value = Math.max(course.reached, number)
    enable('back', number > 0)
    enable('next', mayGoOn(course))
    byId('next').classList.toggle('primary', mayGoOn(course))
    byId('next').hidden = ended
    byId('end').hidden = !ended
  }

  /** @param {LessonStep} step */
  begin(step) {
    super.begin(step)
    if (step.number + 1 < this.count) void this.teacher.step(step.number + 1).catch(() => {})
  }

  /** @param {number} number */
  async go(number) {
    if (number < 0 || number >= this.count || this.busy) return
    const focused = byId('course').contains(document.activeElement) || document.activeElement === document.body
    try {
      this.begin(await this.teacher.step(number))
    } catch (error) {
      return this.tell(String(error instanceof Error ? error.message : error))
    }
    say(`${byId('where').textContent}. ${spoken(this.course.step.words)} ${byId('turn').textContent}`)
    if (focused) byId('text').focus({ preventScroll: matchMedia('(min-width: 60rem)').matches })
  }

  /** Goes to the next step; a step without a task counts as done. */
  async next() {
    const { step } = this.course
    if (!mayGoOn(this.course)) return this.tell(gettext('First make the right move. A hint helps.'))
    if (step.reading && this.course.reached <= step.number) {
      const { status, data } = await this.teacher.ask({ step: step.number, moves: [] })
      if (status >= 300) return this.tell(data.error.sentence)
      this.change({ reached: Math.max(this.course.reached, step.number + 1) })
    }
    if (step.number + 1 < this.count) return this.go(step.number + 1)
    this.show()
    this.finish()
  }
}

new Lesson().open()

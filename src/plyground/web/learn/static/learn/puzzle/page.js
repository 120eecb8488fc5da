/** The page of a puzzle: one step of a lesson, and its solution to step through. */

import { moveName, moveWords, say, sideName } from '#play/announce.js'
import { html } from '#pages/board/svg.js'
import { byId, enable } from '#learn/lesson/parts.js'
import { Room } from '#learn/lesson/room.js'
import { gettext, interpolate } from '#pages/words.js'
import { placed, sideAt } from '#learn/puzzle/walk.js'

/** @typedef {import('#pages/types.js').View} View */

const PAUSE = 1100 // milliseconds per move of the solution

/** A puzzle in progress. */
class Puzzle extends Room {
  constructor() {
    super()
    /** The solution, while it is shown. @type {import('#learn/puzzle/walk.js').Walk | null} */
    this.walk = null
    /** @type {number | undefined} */
    this.timer = undefined
    /** The number of hints shown, which the rating takes into account. */
    this.hints = 0
    const send = this.teacher.ask.bind(this.teacher)
    this.teacher.ask = async (body) => {
      const answer = await send(Object.assign(body, { hints: this.hints }))
      this.rated(answer.data?.rating)
      return answer
    }
    this.commands.perfect = () => this.solve()
    this.commands.new = () => { location.href = /** @type {HTMLAnchorElement} */ (byId('next')).href }
  }

  mayPlay() {
    return !this.walk && super.mayPlay()
  }

  /** @param {View} [view] */
  showBoard(view) {
    super.showBoard(view ?? (this.walk ? this.walk.views[this.walk.at] : undefined))
  }

  showWay() {
    const { outcome } = this.course
    byId('end').hidden = outcome !== 'done' || Boolean(this.walk)
    byId('walk').hidden = !this.walk
    if (!this.walk) return
    byId('turn').textContent = ''
    enable('again', true)
    enable('hint', false)
    enable('pass', false)
  }

  help() {
    if (this.walk) return Promise.resolve()
    if (this.mayPlay()) this.hints += 1
    return super.help()
  }

  /** Shows what the first attempt changed. @param {string | undefined} words */
  rated(words) {
    if (!words) return
    byId('rating').textContent = words
    byId('rating').hidden = false
  }

  retry() {
    if (this.walk) return this.leave()
    super.retry()
  }

  // The solution

  /** Requests the solution and shows it; a second time it restarts. */
  async solve() {
    if (this.busy) return
    clearTimeout(this.timer)
    const { status, data } = await this.teacher.ask({ step: 0, moves: [], command: 'solution' })
    if (status >= 300) return this.tell(data.error.sentence)
    this.hint = { at: [] }
    this.walk = { ...data, at: 0 }
    this.draw()
    this.stand(1)
    this.goOn()
  }

  /** Plays the moves until the visitor takes over, unless animations are off. */
  goOn() {
    clearTimeout(this.timer)
    if (!this.walk || !this.moves() || this.walk.at + 1 >= this.walk.views.length) return
    this.timer = setTimeout(() => {
      if (!this.walk) return
      this.stand(this.walk.at + 1)
      this.goOn()
    }, PAUSE)
  }

  /** @param {string} key */
  arrow(key) {
    if (!this.walk) return
    clearTimeout(this.timer)
    this.stand(placed(this.walk, key))
  }

  /** The moves as a list of buttons. */
  draw() {
    const { moves = [], views = [] } = this.walk ?? {}
    byId('line').replaceChildren(
      ...moves.map((move, i) => {
        const button = html('button', { type: 'button', 'data-ply': String(i + 1) }, moveName(move))
        button.setAttribute('aria-label', `${sideName(sideAt(views, i))} ${moveName(move)}`)
        return html('li', {}, button)
      }),
    )
  }

  /** Shows the board after this many moves of the solution. @param {number} at */
  stand(at) {
    if (!this.walk) return
    this.walk = { ...this.walk, at }
    const { views, moves } = this.walk
    const move = views[at].last_move
    const words = at && move ? moveWords(move, sideAt(views, at - 1)) : gettext('The position of the puzzle.')
    const where = interpolate(gettext('Move %(number)s of %(count)s.'), { number: at, count: moves.length })
    byId('line').querySelectorAll('button').forEach((button, i) => {
      if (i + 1 === at) button.setAttribute('aria-current', 'step')
      else button.removeAttribute('aria-current')
    })
    this.change({ feedback: at ? `${where} ${words}` : words })
    this.show()
    byId('walk').scrollIntoView({ block: 'nearest' })
    this.sound('place')
    say(this.course.feedback)
  }

  /** Returns to the puzzle, at its beginning. */
  leave() {
    clearTimeout(this.timer)
    this.walk = null
    this.begin(this.course.step)
    say(gettext('Try again.'))
  }

  /** @param {number} ply */
  look(ply) {
    clearTimeout(this.timer)
    this.stand(ply)
  }
}

new Puzzle().open()

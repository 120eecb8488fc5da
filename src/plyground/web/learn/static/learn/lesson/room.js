/** The page of a lesson's step or of a puzzle: a board, texts, moves, hints. */

import { say } from '#play/announce.js'
import { Board } from '#pages/board/board.js'
import { place } from '#pages/board/place.js'
import { attemptText } from '#play/game/attempt.js'
import { listenToInput } from '#play/game/input.js'
import { confirms, load } from '#pages/settings.js'
import { play as playSound, prepare } from '#pages/sound.js'
import { gettext, interpolate } from '#pages/words.js'
import { byId, enable, write } from '#learn/lesson/parts.js'
import { Teacher } from '#learn/lesson/teacher.js'
import { again, areaOf, back, enter, mayHint, mayPlay, mayRetry, spoken, answered } from '#learn/lesson/course.js'

/** @import {LessonPage, LessonStep} from 'contract' */
/** @typedef {import('#pages/types.js').View} View */

const PAUSE = 550 // milliseconds before the other side answers

/** The state and the actions of the page. */
export class Room {
  constructor() {
    /** @type {LessonPage} */
    this.given = JSON.parse(byId('lesson').textContent ?? '')
    this.count = Number(byId('course').dataset.steps)
    this.settings = load()
    this.board = new Board(byId('board'))
    this.coarse = matchMedia('(pointer: coarse)')
    this.still = matchMedia('(prefers-reduced-motion: reduce)')
    this.teacher = new Teacher(this.given.lesson, this.given.step, (lost) => { byId('lost').hidden = !lost })
    this.course = enter(this.given.step, this.count, this.given.reached)
    /** The points of the last hint, and the move after it was shown. @type {{at: string[], from?: string | null, to?: string}} */
    this.hint = { at: [] }
    this.busy = false
    /** The moves of both sides since the step began. @type {string[]} */
    this.line = []
    /** @type {Record<string, () => unknown>} */
    this.commands = {
      hint: () => this.help(),
      undo: () => this.retry(),
      redo: () => this.retry(),
      retry: () => this.retry(),
      pass: () => (this.course.now.view.moves.some((move) => move.kind === 'pass') ? this.play('pass') : undefined),
    }
  }

  /** Starts listening, and shows the first step. */
  open() {
    const host = byId('board')
    host.addEventListener('play', (event) => {
      const { move } = /** @type {CustomEvent} */ (event).detail
      place(this.board, move)
      void this.play(move)
    })
    host.addEventListener('attempt', (event) => {
      const tried = /** @type {CustomEvent} */ (event).detail
      void this.play(attemptText(this.course.now.view, tried), tried.to)
    })
    listenToInput(host, {
      run: (command) => this.commands[command]?.(),
      step: (key) => this.arrow(key),
      look: (ply) => this.look(ply),
      escape: () => { if (this.course.outcome === 'wrong') this.retry() },
      letters: () => this.settings.keys,
    })
    this.coarse.addEventListener('change', () => this.showBoard())
    prepare()
    this.begin(this.given.step)
  }

  /** An arrow key, or its button. @param {string} _key @returns {void} */
  arrow(_key) {}

  /** A move of a list. @param {number} _ply @returns {void} */
  look(_ply) {}

  /** @param {string} name */
  sound(name) {
    if (this.settings.sounds) playSound(/** @type {Parameters<typeof playSound>[0]} */ (name))
  }

  /** Whether boards may change by themselves. */
  moves() {
    return !this.still.matches && this.settings.motion
  }

  // Display

  /** Whether the person can move now. */
  mayPlay() {
    return mayPlay(this.course) && !this.busy
  }

  /** @param {View} [view] */
  showBoard(view = this.course.now.view) {
    const { step, now } = this.course
    const { at, ...move } = this.hint
    const area = areaOf(this.course, at)
    this.board.set({
      view,
      aids: now.aids,
      shown: step.shows,
      mode: this.mayPlay() ? 'moves' : 'none',
      flipped: this.given.flipped ?? false,
      legal: this.settings.legal,
      coordinates: true,
      confirm: confirms(this.settings, view.columns.length, this.coarse.matches),
      hint: area.length || move.to ? { area, ...move } : null,
      label: interpolate(gettext('%(title)s board'), { title: byId('course').dataset.title }),
      side: step.view.turn,
    })
  }

  show() {
    const { step, outcome, feedback } = this.course
    byId('course').dataset.outcome = step.reading ? 'reading' : outcome
    const turn = step.view.turn === 'black' ? gettext('You play Black. It is your move.') : gettext('You play White. It is your move.')
    byId('turn').textContent = step.reading ? gettext('Read, then go on.') : mayPlay(this.course) ? turn : ''
    byId('turn').dataset.side = step.reading ? '' : step.view.turn
    write(byId('feedback'), feedback)
    byId('feedback').hidden = !feedback
    if (feedback) byId('feedback').scrollIntoView({ block: 'nearest' })
    byId('pass').hidden = !step.passes
    enable('pass', mayPlay(this.course))
    byId('hint').hidden = byId('again').hidden = step.reading
    enable('hint', mayHint(this.course))
    enable('again', mayRetry(this.course))
    byId('again').classList.toggle('primary', outcome === 'wrong')
    this.showWay()
    this.showBoard()
    this.showAnalysis()
  }

  /** The analysis board begins where this one is. */
  showAnalysis() {
    const url = new URL(this.course.step.analysis, location.href)
    const moves = [url.searchParams.get('moves') ?? '', ...this.line].filter(Boolean).join(' ')
    if (moves) url.searchParams.set('moves', moves)
    byId('analyse').setAttribute('href', url.pathname + url.search)
  }

  /** Shows the progress, and the next actions. */
  showWay() {}

  /** @param {Partial<import('#learn/lesson/course.js').Course>} part the changed part of the state */
  change(part) {
    this.course = { ...this.course, ...part }
  }

  /** @param {string} sentence */
  tell(sentence) {
    this.change({ feedback: sentence })
    this.show()
    say(spoken(sentence))
  }

  // A step from beginning to end

  /** A step from its beginning. @param {LessonStep} step */
  begin(step) {
    this.course = enter(step, this.count, this.course.reached)
    this.busy = false
    this.line = []
    this.hint = { at: [] }
    write(byId('text'), step.words)
    this.board.escape()
    this.show()
  }

  finish() {
    if (byId('end').hidden) return
    say(byId('end-title').textContent ?? '')
    this.sound('win')
    byId('end').focus({ preventScroll: true })
    byId('end').scrollIntoView({ block: 'nearest' })
  }

  // Moves

  /** @param {string} move @param {string | null} [at] where a refusal belongs */
  async play(move, at = null) {
    if (!this.mayPlay()) return
    this.busy = true
    const { step, moves } = this.course
    const { status, data } = await this.teacher.ask({ step: step.number, moves: [...moves, move] })
    if (this.course.moves !== moves) return // restarted meanwhile
    this.busy = false
    if (status >= 300) return this.tell(data.error.sentence)
    const { outcome, words, views = [] } = data
    if (outcome === 'refused') {
      this.sound('no')
      this.showBoard()
      return this.board.say(data.at ?? at, words)
    }
    if (views.length > 1) await this.answerShown(views)
    if (this.course.moves !== moves) return
    this.busy = false
    this.course = answered(this.course, data)
    if (outcome !== 'wrong') this.line.push(...views.map((/** @type {View} */ view) => view.last_move?.text ?? 'pass'))
    this.hint = { at: [] }
    this.show()
    this.sound(outcome === 'wrong' ? 'no' : 'place')
    const on = step.number + 1 < this.count ? gettext('Press Next to go on.') : ''
    say(outcome === 'done' ? `${spoken(words)} ${on}` : spoken(words))
    if (outcome === 'done' && step.number + 1 === this.count) this.finish()
  }

  /** Shows the person's move, and after a moment the answer. @param {View[]} views */
  async answerShown(views) {
    this.busy = true
    this.sound('place')
    this.showBoard(views[0])
    await new Promise((resolve) => { setTimeout(resolve, this.moves() ? PAUSE : 0) })
  }

  /** Shows the next hint; after the last one the move. */
  async help() {
    if (!mayHint(this.course)) return
    const { step, hints, hinted, moves } = this.course
    this.change({ hinted: hinted + 1 })
    const found = hints[hinted]
    if (found) {
      this.hint = { at: found.at }
      return this.tell(found.words)
    }
    const { status, data } = await this.teacher.ask({ step: step.number, moves, command: 'hint' })
    if (this.course.moves !== moves || !mayPlay(this.course)) return
    if (status >= 300) return this.tell(data.error.sentence)
    this.hint = data.to ? { at: [], from: data.from, to: data.to } : { at: [] }
    this.tell(data.words)
  }

  /** Goes back to before the wrong move, or to the step's beginning. */
  retry() {
    if (!mayRetry(this.course)) return
    const wrong = this.course.outcome === 'wrong'
    if (!wrong) this.line = []
    this.course = wrong ? back(this.course) : again(this.course)
    this.busy = false
    this.hint = { at: [] }
    this.show()
    say(gettext('Try again.'))
  }
}

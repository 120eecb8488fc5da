/** The page of a lesson: a board, words, and a step after the other. */

import { say } from '../announce.js'
import { Board } from '../board/board.js'
import { html } from '../board/svg.js'
import { attemptText } from '../game/attempt.js'
import { listenToInput } from '../game/input.js'
import { confirms, load } from '../settings.js'
import { play as playSound, prepare } from '../sound.js'
import { gettext, interpolate } from '../words.js'
import { Teacher } from './teacher.js'
import { again, areaOf, back, enter, mayGoOn, mayHint, mayPlay, mayRetry, paragraphs, spoken, told } from './course.js'

/** @typedef {import('./course.js').Step} Step */

const PAUSE = 550 // milliseconds before the other side answers

/** @param {string} id @returns {HTMLElement} */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id))
const given = JSON.parse(byId('lesson').textContent ?? '')
const count = Number(byId('course').dataset.steps)
const settings = load()
const host = byId('board')
const board = new Board(host)
const coarse = matchMedia('(pointer: coarse)')
const still = matchMedia('(prefers-reduced-motion: reduce)')
const { title } = document

const teacher = new Teacher(given.lesson, given.step, (lost) => { byId('lost').hidden = !lost })
let course = enter(given.step, count, given.reached)
/** The points of the last hint, and the move once it was told. @type {{at: string[], from?: string | null, to?: string}} */
let hint = { at: [] }
let busy = false

/** @param {HTMLElement} box @param {string} text */
function write(box, text) {
  box.replaceChildren(
    ...paragraphs(text).map((parts) =>
      html('p', {}, ...parts.map(({ text: words, strong }) => (strong ? html('strong', {}, words) : words)))),
  )
}

/** Buttons that do nothing now keep their place, and the focus. @param {string} id @param {boolean} can */
function enable(id, can) {
  const button = byId(id)
  if (can) button.removeAttribute('aria-disabled')
  else button.setAttribute('aria-disabled', 'true')
}

/** @param {import('../types.js').View} [view] */
function showBoard(view = course.now.view) {
  const { step, now } = course
  const { at, ...move } = hint
  const area = areaOf(course, at)
  board.set({
    view,
    aids: now.aids,
    shown: step.shows,
    mode: mayPlay(course) && !busy ? 'moves' : 'none',
    legal: settings.legal,
    coordinates: true,
    confirm: confirms(settings, view.columns.length, coarse.matches),
    hint: area.length || move.to ? { area, ...move } : null,
    label: interpolate(gettext('%(title)s board'), { title: byId('course').dataset.title }),
    side: step.view.turn,
  })
  const { width, height } = /** @type {SVGSVGElement} */ (host.querySelector('svg')).viewBox.baseVal
  byId('course').style.setProperty('--aspect', String(width / height))
}

function show() {
  const { step, outcome, said } = course
  const last = step.number + 1 === count
  byId('where').textContent = interpolate(gettext('Step %(number)s of %(count)s'), { number: step.number + 1, count })
  const bar = /** @type {HTMLProgressElement} */ (byId('steps'))
  bar.value = Math.max(course.reached, step.number)
  byId('course').dataset.outcome = step.reading ? 'reading' : outcome
  const turn = step.view.turn === 'black' ? gettext('You have black. It is your move.') : gettext('You have white. It is your move.')
  byId('turn').textContent = step.reading ? gettext('Read, then go on.') : mayPlay(course) ? turn : ''
  byId('turn').dataset.side = step.reading ? '' : step.view.turn
  write(byId('said'), said)
  byId('said').hidden = !said
  if (said) byId('said').scrollIntoView({ block: 'nearest' })
  byId('pass').hidden = !step.passes
  enable('pass', mayPlay(course))
  byId('hint').hidden = byId('again').hidden = step.reading
  enable('hint', mayHint(course))
  enable('again', mayRetry(course))
  byId('again').classList.toggle('primary', outcome === 'wrong')
  enable('back', step.number > 0)
  enable('next', mayGoOn(course))
  byId('next').classList.toggle('primary', mayGoOn(course))
  byId('next').hidden = last && course.reached >= count && mayGoOn(course)
  byId('end').hidden = !(last && course.reached >= count && mayGoOn(course))
  showBoard()
}

/** A step from its beginning. @param {Step} step */
function begin(step) {
  course = enter(step, count, course.reached)
  hint = { at: [] }
  write(byId('text'), step.words)
  board.escape()
  show()
  if (step.number + 1 < count) void teacher.step(step.number + 1).catch(() => {})
}

/** @param {number} number */
async function go(number) {
  if (number < 0 || number >= count || busy) return
  const focused = byId('course').contains(document.activeElement) || document.activeElement === document.body
  try {
    begin(await teacher.step(number))
  } catch (error) {
    return tell(String(error instanceof Error ? error.message : error))
  }
  document.title = title
  say(`${byId('where').textContent}. ${spoken(course.step.words)} ${byId('turn').textContent}`)
  if (focused) byId('text').focus({ preventScroll: matchMedia('(min-width: 60rem)').matches })
}

/** @param {string} sentence */
function tell(sentence) {
  course = { ...course, said: sentence }
  show()
  say(spoken(sentence))
}

/** On to the next step; what was only to be read is done with that. */
async function next() {
  const { step } = course
  if (!mayGoOn(course)) return tell(gettext('First make the move that is asked for. A hint helps.'))
  if (step.reading && course.reached <= step.number) {
    const { status, data } = await teacher.ask({ step: step.number, moves: [] })
    if (status >= 300) return tell(data.error.sentence)
    course = { ...course, reached: Math.max(course.reached, step.number + 1) }
  }
  if (step.number + 1 < count) return go(step.number + 1)
  show()
  finish()
}

function finish() {
  if (byId('end').hidden) return
  const words = byId('end-title').textContent ?? ''
  say(words)
  if (settings.sounds) playSound('win')
  byId('end').focus({ preventScroll: true })
  byId('end').scrollIntoView({ block: 'nearest' })
}

/** @param {string} move @param {string | null} [at] where a refusal belongs */
async function play(move, at = null) {
  if (busy || !mayPlay(course)) return
  busy = true
  const { step, moves } = course
  const { status, data } = await teacher.ask({ step: step.number, moves: [...moves, move] })
  busy = false
  if (course.step !== step) return
  if (status >= 300) return tell(data.error.sentence)
  const { outcome, words, views = [] } = data
  if (outcome === 'refused') {
    if (settings.sounds) playSound('no')
    showBoard()
    return board.say(data.at ?? at, words)
  }
  if (views.length > 1) await answerShown(views)
  course = told(course, data)
  hint = { at: [] }
  show()
  if (settings.sounds) playSound(outcome === 'wrong' ? 'no' : 'place')
  const on = step.number + 1 < count ? gettext('Press Next to go on.') : ''
  say(outcome === 'done' ? `${spoken(words)} ${on}` : spoken(words))
  if (outcome === 'done' && step.number + 1 === count) finish()
}

/** The own move, and after a moment the answer. @param {import('../types.js').View[]} views */
async function answerShown(views) {
  busy = true
  if (settings.sounds) playSound('place')
  showBoard(views[0])
  await new Promise((resolve) => { setTimeout(resolve, still.matches || !settings.motion ? 0 : PAUSE) })
  busy = false
}

/** The next hint; after the last one the move. */
async function help() {
  if (!mayHint(course)) return
  const { step, hinted, moves } = course
  course = { ...course, hinted: hinted + 1 }
  const found = step.hints[hinted]
  if (found) {
    hint = { at: found.at }
    return tell(found.words)
  }
  const { status, data } = await teacher.ask({ step: step.number, moves, wish: 'hint' })
  if (status >= 300) return tell(data.error.sentence)
  hint = data.to ? { at: [], from: data.from, to: data.to } : { at: [] }
  tell(data.words)
}

/** Before the wrong move, or from the step's beginning. */
function retry() {
  if (!mayRetry(course)) return
  course = course.outcome === 'wrong' ? back(course) : again(course)
  hint = { at: [] }
  show()
  say(gettext('Try again.'))
}

/** @type {Record<string, () => unknown>} */
const commands = {
  hint: help,
  undo: retry,
  redo: retry,
  retry,
  pass: () => (course.now.view.moves.some((move) => move.kind === 'pass') ? play('pass') : undefined),
  new: next,
  next,
  back: () => go(course.step.number - 1),
}

const on = (/** @type {string} */ type, /** @type {(detail: any) => unknown} */ act) =>
  host.addEventListener(type, (event) => act(/** @type {CustomEvent} */ (event).detail))
on('play', ({ move }) => play(move))
on('attempt', (tried) => play(attemptText(course.now.view, tried), tried.to))
listenToInput(host, {
  run: (command) => commands[command]?.(),
  step: (key) => (key === 'ArrowRight' ? next() : key === 'ArrowLeft' ? commands.back() : undefined),
  look: () => undefined,
  escape: () => { if (course.outcome === 'wrong') retry() },
  letters: () => settings.keys,
})
coarse.addEventListener('change', () => showBoard())
prepare()
begin(given.step)

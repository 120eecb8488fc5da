/** The state of a lesson in progress, without the DOM. */

/** @import {LessonStep, StepHint, StepOutcome} from 'contract' */

/**
 * @typedef {Pick<LessonStep, 'view' | 'aids'>} Seen
 * @typedef {Pick<StepOutcome, 'outcome' | 'words'> & Partial<StepOutcome>} Judged the server's verdict on a move, or on a step that was read
 * @typedef {object} Course
 * @property {LessonStep} step
 * @property {number} count of all steps
 * @property {number} reached the number of finished steps
 * @property {string[]} moves the person's own accepted moves
 * @property {Seen} before the state before a wrong move
 * @property {Seen} now
 * @property {StepOutcome['outcome']} outcome
 * @property {string} feedback
 * @property {StepHint[]} hints
 * @property {number} hinted the number of hints shown; one more than there are: the move itself
 */

/** @param {LessonStep} step @param {number} count @param {number} reached @returns {Course} */
export function enter(step, count, reached) {
  const now = { view: step.view, aids: step.aids }
  return { step, count, reached, moves: [], before: now, now, outcome: 'open', feedback: '', hints: step.hints, hinted: 0 }
}

/** The state after an answer of the server. @param {Course} course @param {Judged} judged @returns {Course} */
export function answered(course, judged) {
  const { outcome, words, views = [], aids = [], move, hints = course.hints } = judged
  const view = views.at(-1)
  const now = view ? { view, aids } : course.now
  const { number } = course.step
  switch (outcome) {
    case 'refused':
      return { ...course, feedback: words }
    case 'wrong':
      return { ...course, outcome, feedback: words, before: course.now, now }
    case 'right':
      return { ...course, outcome, feedback: words, now, before: now, moves: [...course.moves, move ?? ''], hints, hinted: 0 }
    default:
      return { ...course, outcome: 'done', feedback: words, now, reached: Math.max(course.reached, number + 1) }
  }
}

/** The state before a wrong move. @param {Course} course @returns {Course} */
export const back = (course) => ({ ...course, outcome: course.moves.length ? 'right' : 'open', feedback: '', now: course.before })

/** The state at the beginning of the step. @param {Course} course @returns {Course} */
export const again = (course) => enter(course.step, course.count, course.reached)

/** Whether the person can move now. @param {Course} course */
export const mayPlay = ({ step, outcome }) => !step.reading && (outcome === 'open' || outcome === 'right')

/** Whether the next step is available. @param {Course} course */
export const mayGoOn = ({ step, outcome, reached }) => step.reading || outcome === 'done' || reached > step.number

/** Whether a retry is possible. @param {Course} course */
export const mayRetry = ({ step, outcome, moves }) => !step.reading && (outcome === 'wrong' || outcome === 'done' || moves.length > 0)

/** Whether a hint is left; after those of the lesson comes the move itself. @param {Course} course */
export const mayHint = (course) => mayPlay(course) && course.hinted <= course.hints.length

/** The highlighted points. @param {Course} course @param {string[]} hinted @returns {string[]} */
export const areaOf = (course, hinted) => (mayPlay(course) || course.step.reading ? [...new Set([...course.step.marks, ...hinted])] : [])

/**
 * A text in parts: paragraphs, and in each the emphasised and the plain parts.
 * @param {string} text
 * @returns {{text: string, strong: boolean}[][]}
 */
export function paragraphs(text) {
  return text.split('\n\n').map((part) => part.split('**').map((piece, i) => ({ text: piece, strong: i % 2 === 1 })))
}

/** The text for screen readers. @param {string} text */
export const spoken = (text) => text.replaceAll('**', '').replaceAll('\n\n', ' ')

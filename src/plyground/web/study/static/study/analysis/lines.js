/** Search results in words, always from Black's point of view, without the DOM. */

import { moveName, sideName } from '#play/announce.js'
import { gradeOf } from '#pages/board/candidates.js'
import { gettext, interpolate, ngettext } from '#pages/words.js'

/** @import {AnalysisLine, NetworkAnswer} from 'contract' */
/** @typedef {import('#pages/types.js').Turn} Turn */

const WON = 10_000 // the score of a proven win without a margin
const MINUS = '\u2212'

/** Black's chance to win, from 0 to 1. @param {Pick<AnalysisLine, 'win_chance'>} line @param {Turn} turn the side to move */
export const chance = ({ win_chance }, turn) => (turn === 'black' ? win_chance : 1 - win_chance)

/**
 * Lines with the mean of the best chances of the last two depths, because many evaluations swing between odd and even depths.
 * All lines move alike, so that their differences stay.
 * @param {AnalysisLine[]} lines the best first @param {AnalysisLine[]} before those of the previous depth
 * @returns {AnalysisLine[]}
 */
export function steady(lines, before) {
  const [best, old] = [lines[0], before[0]]
  if (!best || !old || best.exact || old.exact || best.depth - old.depth !== 1) return lines
  const shift = (old.win_chance - best.win_chance) / 2
  const within = (/** @type {number} */ chance) => Math.max(0, Math.min(1, chance))
  return lines.map((line) => (line.exact || line.mate ? line : { ...line, win_chance: within(line.win_chance + shift) }))
}

/**
 * The moves of an analysis as candidates on the board: the chance of the best one, and what the others lose.
 * @param {AnalysisLine[]} lines the best first
 * @returns {import('#pages/board/candidates.js').Candidate[]}
 */
export function candidatesOf(lines) {
  const best = Math.max(...lines.map((line) => line.win_chance))
  return lines.map(({ move, win_chance: chance, exact }, number) => {
    if (!number) return { move, words: percent(chance, exact), grade: 'best' }
    const loss = Math.max(0, best - chance)
    const points = Math.round(100 * loss)
    return { move, words: points ? MINUS + points : '0', grade: gradeOf(loss) }
  })
}

/** What a move makes in a game of five in a row. @param {string} [threat] @returns {string} */
export function threatName(threat = '') {
  /** @type {Record<string, string>} */
  const names = {
    three: gettext('an open three'),
    four: gettext('a four'),
    open_four: gettext('an open four'),
    two_threes: gettext('two open threes'),
    four_three: gettext('a four and an open three'),
    two_fours: gettext('two fours'),
  }
  return names[threat] ?? ''
}

/** How many moves of a line are shown: all of a win by threats. @param {Pick<AnalysisLine, 'mate' | 'threats'>} line @param {number} usual */
export const shownMoves = ({ mate, threats }, usual) => (mate && mate > 0 && threats ? Math.max(mate, usual) : usual)

/** A share in percent; an unproven one is never 0 or 100 %. @param {number} share @param {boolean} proven */
export function percent(share, proven) {
  const whole = Math.round(100 * share)
  return `${proven ? whole : Math.min(99, Math.max(1, whole))}%`
}

/** A number with its sign. @param {number} value @param {number} [digits] after the point */
export function signed(value, digits = 1) {
  const part = Math.abs(value) >= 100 ? 1 : 10 ** digits
  const size = Math.round(value * part) / part
  return size === 0 ? '0' : (size > 0 ? '+' : MINUS) + Math.abs(size)
}

/**
 * The value of a line: the winner and the distance, or the score, positive for Black.
 * @param {Pick<AnalysisLine, 'score' | 'mate' | 'exact'>} line @param {Turn} turn @param {string} unit what the score counts; empty: the evaluation's own scale
 */
export function worth({ score, mate, exact }, turn, unit) {
  const black = turn === 'black'
  if (mate) {
    const values = { side: sideName((mate > 0) === black ? 'black' : 'white'), count: Math.abs(mate) }
    return interpolate(ngettext('%(side)s wins in %(count)s move', '%(side)s wins in %(count)s moves', values.count), values)
  }
  const shown = black ? score : -score
  if (Math.abs(shown) >= WON) return interpolate(gettext('%(side)s wins'), { side: sideName(shown > 0 ? 'black' : 'white') })
  if (exact && !shown) return gettext('a draw')
  return unit ? interpolate(gettext('%(score)s %(unit)s'), { score: signed(shown), unit }) : signed(shown)
}

/** A share in whole percent; a small one is not shown as 0. @param {number} part */
export const share = (part) => (part > 0 && part < 0.005 ? '<1%' : `${Math.round(100 * part)}%`)

/** A network's value in a sentence. @param {NetworkAnswer} answer @param {string} unit */
export function valueWords({ outcomes, score }, unit) {
  const values = { black: share(outcomes.black), draw: share(outcomes.draw), white: share(outcomes.white) }
  const words = interpolate(gettext('Black wins %(black)s, draw %(draw)s, White wins %(white)s.'), values)
  if (score === null) return words
  const lead = { side: sideName(score < 0 ? 'white' : 'black'), score: Math.abs(Math.round(10 * score) / 10), unit }
  return `${words} ${interpolate(gettext('It expects %(side)s to be ahead by %(score)s %(unit)s.'), lead).replace(' .', '.')}`
}

/** A complete line in a sentence. @param {AnalysisLine} line @param {Turn} turn @param {string} unit */
export function spoken(line, turn, unit) {
  const values = {
    moves: line.pv.slice(0, 4).map(moveName).join(gettext(', ')),
    worth: worth(line, turn, unit),
    chance: percent(chance(line, turn), line.exact),
  }
  return interpolate(gettext('%(moves)s: %(worth)s, Black %(chance)s.'), values)
}

/** The progress of a search. @param {{depth: number, nodes: number, seconds: number, done: boolean}} progress */
export function progress({ depth, nodes, seconds, done }) {
  if (done && !nodes) return gettext('From the tablebase of perfect play.')
  const format = new Intl.NumberFormat(typeof document === 'undefined' ? 'en' : document.documentElement.lang)
  const values = { depth, nodes: format.format(nodes), seconds: seconds.toFixed(1) }
  const words = interpolate(gettext('Depth %(depth)s, %(nodes)s positions, %(seconds)s s'), values)
  return done ? words : `${words} …`
}

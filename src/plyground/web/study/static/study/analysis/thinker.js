/** Controls the engine's searches and shows their results. It pauses while the page is hidden. */

import { say } from '#play/announce.js'
import { Candidates } from '#pages/board/candidates.js'
import { Plan, stepsOf } from '#pages/board/plan.js'
import { Engine } from '#study/analysis/engine.js'
import { candidatesOf, chance, spoken, steady } from '#study/analysis/lines.js'
import { NetworkPanel } from '#study/analysis/network.js'
import { byId, showLines, showProgress } from '#study/analysis/panel.js'
import { showBar } from '#study/bar.js'
import { gettext } from '#pages/words.js'

/** @import {Analysis, AnalysisLine, StudyPosition} from 'contract' */

const SECONDS = 600 // as long as the visitor looks and the server's budget allows
const KEPT = 300 // positions

/** Black's chance at the end. @param {import('#pages/types.js').Turn | null} winner */
const certain = (winner) => (winner === 'black' ? 1 : winner ? 0 : 0.5)

export class Thinker {
  /**
   * The results, by position and number of lines, with the lines of the depth before; `done`: the search is complete.
   * @type {Map<string, {found: Analysis, before: AnalysisLine[], done: boolean}>}
   */
  known = new Map()
  /** Black's chance in each position that was searched. @type {Map<string, number>} */
  chances = new Map()
  /** @type {{key: string, body: object, seen: StudyPosition} | null} */
  place = null
  trouble = ''
  spoken = ''

  /** @param {import('#pages/board/board.js').Board} board @param {() => void} changed a chance of the line is known */
  constructor(board, changed) {
    this.changed = changed
    this.plan = new Plan(board)
    this.candidates = new Candidates(board)
    this.network = new NetworkPanel(board)
    this.unit = byId('study').dataset.unit ?? ''
    this.engine = new Engine((type, data) => this.hear(type, data))
    this.on = /** @type {HTMLInputElement} */ (byId('engine'))
    this.count = /** @type {HTMLSelectElement} */ (byId('count'))
    this.planned = /** @type {HTMLInputElement} */ (byId('plan'))
    this.marked = /** @type {HTMLInputElement} */ (byId('candidates'))
    for (const input of [this.on, this.count]) input.addEventListener('change', () => this.begin())
    for (const input of [this.planned, this.marked]) input.addEventListener('change', () => this.show())
    document.addEventListener('visibilitychange', () => this.begin())
    addEventListener('pagehide', () => this.engine.stop())
    addEventListener('pageshow', ({ persisted }) => { if (persisted) this.begin() })
  }

  /** Sets the current position; null: none. @param {string} key @param {object} body @param {StudyPosition | null} seen */
  look(key, body, seen) {
    this.place = seen && { key, body, seen }
    if (seen?.view.result) this.chances.set(key, certain(seen.view.result.winner))
    this.network.look(key, body, seen)
    this.begin()
  }

  get key() {
    return `${this.count.value} ${this.place?.key}`
  }

  /** Searches the current position, if that is enabled and not finished. */
  begin() {
    this.engine.stop()
    this.trouble = ''
    const { place } = this
    const idle = !place || place.seen.over || !this.on.checked || document.hidden || this.known.get(this.key)?.done
    byId('study').dataset.engine = idle ? 'idle' : 'searching'
    if (!idle) this.engine.start({ ...place.body, lines: Number(this.count.value), seconds: SECONDS })
    this.show()
  }

  /** @param {string} type @param {any} data */
  hear(type, data) {
    this.trouble = ''
    if (type === 'thinking' || type === 'done') {
      this.learn(data, type === 'done')
    } else if (type === 'queued') this.trouble = data.ahead ? gettext('Waiting for a free engine…') : ''
    else this.complain(data.sentence)
    if (type === 'done' || type === 'failed') byId('study').dataset.engine = 'idle'
    this.show()
  }

  /** Keeps a report. @param {Analysis} data @param {boolean} done */
  learn(data, done) {
    const old = this.known.get(this.key)
    const found = data.lines?.length || !old ? data : old.found
    const deeper = old && (found.lines[0]?.depth ?? 0) > (old.found.lines[0]?.depth ?? 0)
    const before = deeper ? old.found.lines : old?.before ?? []
    this.known.delete(this.key)
    this.known.set(this.key, { found, before, done })
    if (this.known.size > KEPT) this.known.delete(/** @type {string} */ (this.known.keys().next().value))
    const best = steady(found.lines, before)[0]
    if (!best || !this.place) return
    this.chances.set(this.place.key, chance(best, this.place.seen.view.turn))
    this.changed()
  }

  /** Shows an error; screen readers get it once. @param {string} sentence */
  complain(sentence) {
    this.trouble = sentence
    if (sentence !== this.spoken) say(sentence)
    this.spoken = sentence
  }

  /** Updates the display. */
  show() {
    const { place } = this
    const { found = null, before = [], done = false } = this.known.get(this.key) ?? {}
    const shown = place && this.on.checked && found ? { ...found, lines: steady(found.lines, before) } : null
    const view = place?.seen.view
    const turn = view?.turn ?? 'black'
    const best = shown?.lines[0]
    showLines(shown, turn, this.unit)
    showProgress(shown, done)
    if (this.trouble) byId('thinking').textContent = this.trouble
    const result = view?.result
    if (result) showBar(certain(result.winner), true)
    else showBar(best ? chance(best, turn) : null, best?.exact ?? false)
    this.network.show()
    const planned = view && best && this.planned.checked
    // The best move is already there as the first of its line.
    const marked = view && shown && this.marked.checked ? candidatesOf(shown.lines) : []
    const taken = view ? this.candidates.show(view, marked, Boolean(planned)) : new Set()
    this.plan.show(planned ? stepsOf(view, best.pv).filter((step) => !taken.has(step.to)) : [])
  }

  /** The evaluation of the position, for screen readers. */
  words() {
    const { place } = this
    if (!place) return ''
    const best = this.on.checked ? this.known.get(this.key)?.found.lines[0] : null
    if (place.seen.over) return place.seen.situation
    if (!best) return this.on.checked ? gettext('The engine has no result yet.') : gettext('The engine is off.')
    return spoken(best, place.seen.view.turn, this.unit)
  }
}

/** Controls the engine's searches and shows their results. It pauses while the page is hidden. */

import { say } from '#play/announce.js'
import { Plan, stepsOf } from '#pages/board/plan.js'
import { Engine } from '#study/analysis/engine.js'
import { chance, spoken } from '#study/analysis/lines.js'
import { NetworkPanel } from '#study/analysis/network.js'
import { byId, showLines, showProgress } from '#study/analysis/panel.js'
import { showBar } from '#study/bar.js'
import { gettext } from '#pages/words.js'

/** @import {Analysis, StudyPosition} from 'contract' */

const SECONDS = 10
const KEPT = 300 // positions

export class Thinker {
  /** The results, by position and number of lines; `done`: the search is complete. @type {Map<string, {found: Analysis, done: boolean}>} */
  known = new Map()
  /** @type {{key: string, body: object, seen: StudyPosition} | null} */
  place = null
  trouble = ''
  spoken = ''

  /** @param {import('#pages/board/board.js').Board} board */
  constructor(board) {
    this.plan = new Plan(board)
    this.network = new NetworkPanel(board)
    this.unit = byId('study').dataset.unit ?? ''
    this.engine = new Engine((type, data) => this.hear(type, data))
    this.on = /** @type {HTMLInputElement} */ (byId('engine'))
    this.count = /** @type {HTMLSelectElement} */ (byId('count'))
    this.planned = /** @type {HTMLInputElement} */ (byId('plan'))
    for (const input of [this.on, this.count]) input.addEventListener('change', () => this.begin())
    this.planned.addEventListener('change', () => this.show())
    document.addEventListener('visibilitychange', () => this.begin())
    addEventListener('pagehide', () => this.engine.stop())
    addEventListener('pageshow', ({ persisted }) => { if (persisted) this.begin() })
  }

  /** Sets the current position; null: none. @param {string} key @param {object} body @param {StudyPosition | null} seen */
  look(key, body, seen) {
    this.place = seen && { key, body, seen }
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
      const before = this.known.get(this.key)?.found
      const found = data.lines?.length || !before ? data : before
      this.known.delete(this.key)
      this.known.set(this.key, { found, done: type === 'done' })
      if (this.known.size > KEPT) this.known.delete(/** @type {string} */ (this.known.keys().next().value))
    } else if (type === 'queued') this.trouble = data.ahead ? gettext('Waiting for a free engine…') : ''
    else this.complain(data.sentence)
    if (type === 'done' || type === 'failed') byId('study').dataset.engine = 'idle'
    this.show()
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
    const { found = null, done = false } = this.known.get(this.key) ?? {}
    const shown = place && this.on.checked ? found : null
    const view = place?.seen.view
    const turn = view?.turn ?? 'black'
    const best = shown?.lines[0]
    showLines(shown, turn, this.unit)
    showProgress(shown, done)
    if (this.trouble) byId('thinking').textContent = this.trouble
    const result = view?.result
    if (result) showBar(result.winner === 'black' ? 1 : result.winner ? 0 : 0.5, true)
    else showBar(best ? chance(best, turn) : null, best?.exact ?? false)
    this.network.show()
    this.plan.show(view && best && this.planned.checked ? stepsOf(view, best.pv) : [])
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

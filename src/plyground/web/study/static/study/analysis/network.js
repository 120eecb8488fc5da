/** A network's view of the position, beside the search: its moves, the winning chances, the ownership. */

import { moveName } from '#play/announce.js'
import { Heat, bySquare } from '#pages/board/heat.js'
import { Owners } from '#pages/board/owners.js'
import { html } from '#pages/board/svg.js'
import { share, valueWords } from '#study/analysis/lines.js'
import { byId } from '#study/analysis/panel.js'
import { asked } from '#study/analysis/take.js'

/** @import {NetworkAnswer, StudyPosition} from 'contract' */
/** @typedef {(path: string, body: object) => Promise<{data: any, wrong: string}>} Asking */

const PAUSE = 150 // milliseconds before a request, so that stepping through moves sends none
const SHOWN = 8 // moves
const KEPT = 1000 // cached answers
const PLAYOUTS = 100 // playouts of a network as the opponent

export class NetworkPanel {
  /** @type {Map<string, NetworkAnswer>} */
  known = new Map()
  /** @type {{key: string, body: object, seen: StudyPosition} | null} */
  place = null
  /** The last error, and its request. */
  trouble = { key: '', sentence: '' }
  busy = false
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer

  /** @param {import('#pages/board/board.js').Board} board @param {Asking} [asking] */
  constructor(board, asking = asked) {
    this.asking = asking
    this.heat = new Heat(board)
    this.owners = new Owners(board)
    this.unit = byId('study').dataset.unit ?? ''
    this.box = /** @type {HTMLDetailsElement} */ (byId('network-box'))
    this.choice = /** @type {HTMLSelectElement | null} */ (document.getElementById('network'))
    this.map = /** @type {HTMLSelectElement | null} */ (document.getElementById('network-map'))
    this.box.addEventListener('toggle', () => this.begin())
    this.choice?.addEventListener('change', () => this.begin())
    this.map?.addEventListener('change', () => this.show())
  }

  /** Sets the current position; null: none. @param {string} key @param {object} body @param {StudyPosition | null} seen */
  look(key, body, seen) {
    this.place = seen && { key, body, seen }
    this.begin()
  }

  /** The current request; empty: none. */
  get key() {
    const wanted = this.choice && this.box.open && this.place && !this.place.seen.over
    return wanted ? `${this.choice?.value} ${this.place?.key}` : ''
  }

  /** Requests the current position, unless its answer is cached. */
  begin() {
    clearTimeout(this.timer)
    this.show()
    if (this.key && !this.known.has(this.key)) this.timer = setTimeout(() => void this.ask(), PAUSE)
  }

  async ask() {
    const { key, place } = this
    if (this.busy || !key || !place) return
    this.busy = true
    const { data, wrong } = await this.asking('/analysis/network/', { ...place.body, network: this.choice?.value })
    this.busy = false
    if (data) this.known.set(key, data)
    else this.trouble = { key, sentence: wrong }
    if (this.known.size > KEPT) this.known.delete(/** @type {string} */ (this.known.keys().next().value))
    if (key === this.key) this.show()
    else this.begin()
  }

  /** Updates the display. */
  show() {
    const found = this.known.get(this.key)
    const map = this.map?.value
    const view = this.place?.seen.view
    this.heat.show(found && view && map === 'policy' ? bySquare(view.moves, found.moves) : {})
    this.owners.show((map === 'ownership' && found?.ownership) || {})
    if (!this.choice) return
    const opponent = new URLSearchParams({ opponent: `mcts:net=${this.choice.value},playouts=${PLAYOUTS}` })
    byId('network-play').setAttribute('href', `${byId('play').getAttribute('href')}&${opponent}`)
    byId('network-trouble').textContent = this.trouble.key === this.key ? this.trouble.sentence : ''
    this.map?.querySelector('[value="ownership"]')?.toggleAttribute('disabled', found?.ownership === null)
    byId('network-value').textContent = found ? valueWords(found, this.unit) : ''
    const { black = 0, draw = 1, white = 0 } = found?.outcomes ?? {}
    byId('outcomes').querySelectorAll('i').forEach((part, place) => { part.style.width = `${(100 * [black, draw, white][place]).toFixed(1)}%` })
    byId('network-moves').replaceChildren(...(found?.moves ?? []).slice(0, SHOWN).map((row) => html('li', {},
      html('b', {}, share(row.share)), ' ', html('button', { type: 'button', class: 'move', 'data-line': row.move }, moveName(row.move)))))
  }
}

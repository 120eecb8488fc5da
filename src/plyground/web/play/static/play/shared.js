/** A shared game: steps through its moves without reloading the page; an unfinished game is followed. */

import { target } from '#play/look.js'
import { MoveList } from '#play/moves.js'
import { Clocks, byId, showSeats } from '#play/game/panel.js'
import { begin } from '#play/game/store.js'
import { draw, tellTimes } from '#pages/pictures.js'
import { showModes } from '#pages/modes.js'
import { load } from '#pages/settings.js'
import { gettext, interpolate } from '#pages/words.js'

/** @typedef {import('#pages/types.js').View} View */

/** The moves of a game, with one of them shown. */
export class Pages {
  /**
   * @param {HTMLElement} root
   * @param {HTMLElement} host
   */
  constructor(root, host) {
    this.root = root
    this.board = draw(host)
    this.ply = Number(root.dataset.ply)
    this.last = Number(root.dataset.last)
    /** @type {Map<number, Promise<View>>} */
    this.known = new Map([[this.ply, Promise.resolve(this.board.state.view)]])
    this.list = new MoveList()
    // The players' pages decide when the time is up.
    this.clocks = new Clocks(() => {})
    this.model = begin(JSON.parse(byId('state').textContent ?? ''), performance.now())
    this.show(this.model.state)
    root.addEventListener('click', (event) => this.click(event))
    document.addEventListener('keydown', (event) => this.press(event))
  }

  /** The players, their clocks, and the moves. @param {import('#play/game/types.js').State} state */
  show(state) {
    this.model = begin(state, performance.now())
    this.model.flipped = false
    showSeats(this.model, load())
    this.clocks.show(this.model)
    this.showMoves()
  }

  /** The list, with the current move marked. */
  showMoves() {
    const { moves, ply } = this.model.state
    this.list.show(moves.slice(0, ply), this.ply)
  }

  /** @param {number} at @returns {Promise<View>} */
  view(at) {
    let found = this.known.get(at)
    if (!found) {
      found = fetch(`${location.pathname}at/${at}/`).then((answer) => answer.json()).then((data) => data.view)
      found.catch(() => this.known.delete(at))
      this.known.set(at, found)
    }
    return found
  }

  /** @param {number | null} at */
  async go(at) {
    if (at === null || at === this.ply) return
    this.ply = at
    this.tell()
    const seen = await this.view(at).catch(() => null)
    if (seen && this.ply === at) this.board.set({ view: seen })
    for (const near of [at - 1, at + 1]) if (near >= 0 && near <= this.last) void this.view(near)
  }

  /** @param {MouseEvent} event */
  click(event) {
    const link = event.target instanceof Element ? event.target.closest('[data-to], [data-ply]:not(#shared)') : null
    if (!(link instanceof HTMLElement)) return
    event.preventDefault()
    void this.go(link.dataset.to ? target(link.dataset.to, this.ply, this.last) : Number(link.dataset.ply))
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const within = /** @param {string} places */ (places) => event.target instanceof Element && event.target.closest(places) !== null
    if (event.altKey || event.ctrlKey || event.metaKey || within('input, select, textarea')) return
    // Outside the list the other keys scroll the page, as everywhere.
    if (!['ArrowLeft', 'ArrowRight'].includes(event.key) && !within('.moves, .walk')) return
    const at = target(event.key, this.ply, this.last)
    if (at === null) return
    event.preventDefault()
    void this.go(at)
  }

  /** Shows the current place everywhere on the page. */
  tell() {
    const { root, ply, last } = this
    const where = root.querySelector('#where')
    if (where) where.textContent = interpolate(gettext('Move %(ply)s of %(last)s'), { ply, last })
    const field = root.querySelector('#ply')
    if (field instanceof HTMLInputElement) field.value = String(ply)
    const behind = root.querySelector('#behind')
    if (behind instanceof HTMLElement && ply === last) behind.hidden = true
    this.showMoves()
    showModes(ply === last ? null : ply)
    history.replaceState(null, '', ply === last ? location.pathname : `?ply=${ply}`)
  }
}

const root = document.querySelector('#shared')
const host = root?.querySelector('[data-view]')
export const pages = root instanceof HTMLElement && host instanceof HTMLElement ? new Pages(root, host) : null
if (pages && 'live' in pages.root.dataset) void import('#play/live.js').then(({ follow }) => follow(pages))
tellTimes()

/** The list of moves of a game, for all modes: a number, and the moves of both sides, perhaps with grades. */

import { moveName, sideName } from '#play/announce.js'
import { html } from '#pages/board/svg.js'
import { listKey, rowsOf } from '#play/game/list.js'
import { byId } from '#play/game/panel.js'

/** @typedef {import('#play/game/types.js').MoveRow & {mark?: string}} Row a move; a mark is its grade, such as ?? */

/** The list, with the current move marked. */
export class MoveList {
  constructor() {
    this.list = byId('list')
    this.key = ''
    /** @type {HTMLElement[]} by ply, from 1 on */
    this.buttons = []
  }

  /** @param {Row[]} moves @param {number} current the current ply @param {number} [played] later ones were taken back */
  show(moves, current, played = moves.length) {
    const key = listKey(moves)
    if (key !== this.key || (!key && moves.length === 0)) this.fill(moves, key)
    this.buttons.forEach((button, i) => {
      const ply = i + 1
      button.toggleAttribute('data-undone', ply > played)
      const here = ply === current
      button.tabIndex = here || (!current && ply === 1) ? 0 : -1
      if (here === button.hasAttribute('aria-current')) return
      if (here) button.setAttribute('aria-current', 'true')
      else button.removeAttribute('aria-current')
      if (here) this.reveal(button)
    })
  }

  /** @param {Row[]} moves @param {string} key */
  fill(moves, key) {
    this.key = key
    this.buttons = []
    const cell = (/** @type {Row | null} */ move) => {
      if (!move) return html('span', { class: 'gap' })
      const text = moveName(move.text)
      const button = html('button', { type: 'button', 'data-ply': String(move.ply), 'aria-label': `${move.ply}. ${sideName(move.side)} ${text}${move.mark ?? ''}` }, text)
      if (move.mark) button.append(html('span', { class: 'mark', 'aria-hidden': 'true' }, move.mark))
      this.buttons[move.ply - 1] = button
      return button
    }
    const rows = rowsOf(moves)
    this.list.replaceChildren(
      ...rows.map(({ number, black, white }) => html('li', {}, html('span', { class: 'number', 'aria-hidden': 'true' }, `${number}.`), cell(black), cell(white))),
    )
    byId('moves').toggleAttribute('data-empty', rows.length === 0)
  }

  /**
   * Scrolls the list, but never the page.
   * @param {HTMLElement} button
   */
  reveal(button) {
    const { list } = this
    const top = button.offsetTop - list.offsetTop
    if (top < list.scrollTop) list.scrollTop = top - 8
    else if (top + button.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + button.offsetHeight - list.clientHeight + 8
    if (list.contains(document.activeElement)) button.focus({ preventScroll: true })
  }
}

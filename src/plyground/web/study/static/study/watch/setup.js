/** The form: a board for entering the position, and fields that depend on the choices. */

import { Board } from '#pages/board/board.js'
import { gettext } from '#pages/words.js'

/** @import {WatchFullBoards, WatchPage} from 'contract' */

/**
 * @param {WatchPage | null} known
 */
export function prepare(known) {
  const form = document.querySelector('#setup')
  if (!(form instanceof HTMLFormElement)) return
  const game = /** @type {HTMLSelectElement} */ (form.elements.namedItem('game'))
  game.addEventListener('change', () => location.assign(`/watch/?${new URLSearchParams({ game: game.value })}`))
  const moves = /** @type {HTMLInputElement} */ (form.elements.namedItem('moves'))
  const host = form.querySelector('#place')
  if (known && host instanceof HTMLElement) new Place(host, moves, known)
}

/** The form's position, which is playable. */
class Place {
  /**
   * @param {HTMLElement} host
   * @param {HTMLInputElement} moves
   * @param {WatchPage} known
   */
  constructor(host, moves, known) {
    const { at: _at, a: _a, b: _b, moves: first = '', ...rest } = known.query
    this.moves = moves
    this.first = first
    this.query = rest
    this.asked = 0
    this.board = new Board(host)
    this.board.set({ view: known.view, mode: 'moves', label: gettext('The position to search; moves played here are added') })
    host.addEventListener('play', (event) => {
      const { move } = /** @type {CustomEvent<{move: string}>} */ (event).detail
      moves.value = `${moves.value} ${move}`.trim()
      void this.show()
    })
    moves.addEventListener('change', () => void this.show())
    const back = host.parentElement?.querySelector('#take-back')
    back?.addEventListener('click', () => {
      moves.value = moves.value.trim().split(/\s+/).slice(0, -1).join(' ')
      void this.show()
    })
  }

  /** Requests the board after the moves of the field; wrong moves are reported when the form is sent. */
  async show() {
    const number = ++this.asked
    const query = new URLSearchParams({ ...this.query, game: this.query.game, lines: this.moves.value.replaceAll(',', ' '), full: 'yes' })
    const answer = await fetch(`/watch/at/?${query}`).catch(() => null)
    if (!answer?.ok || number !== this.asked) return
    const { boards } = /** @type {WatchFullBoards} */ (await answer.json())
    if (number === this.asked) this.board.set({ view: boards[0].view })
  }
}

/** Selects a position: the start, or a move of a self-play game. */

import { ask } from '#pages/api.js'
import { html } from '#pages/board/svg.js'
import { gettext, interpolate, ngettext } from '#pages/words.js'

/** @import {TrainingGame} from 'contract' */
/** @typedef {{generation: number, game: number, ply: number}} Place generation 0: the start */

/** A game in a list. @param {TrainingGame} game */
export function gameText({ number, winner, plies }) {
  const result = winner === 'black' ? gettext('Black wins') : winner === 'white' ? gettext('White wins') : gettext('draw')
  const length = interpolate(ngettext('%(count)s move', '%(count)s moves', plies), { count: plies })
  return interpolate(gettext('Game %(number)s: %(result)s, %(length)s'), { number: number + 1, result, length })
}

export class Replay {
  /** @type {Place} */
  place = { generation: 0, game: 0, ply: 0 }
  last = 0

  /**
   * @param {HTMLElement} root @param {string} address of the lists of games
   * @param {() => void} change
   */
  constructor(root, address, change) {
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-part="${name}"]`))
    this.address = address
    this.change = change
    this.from = /** @type {HTMLSelectElement} */ (part('from'))
    this.game = /** @type {HTMLSelectElement} */ (part('game'))
    this.games = part('games')
    this.moves = part('replay')
    this.slider = /** @type {HTMLInputElement} */ (part('ply'))
    this.from.addEventListener('change', () => void this.list(Number(this.from.value)))
    this.game.addEventListener('change', () => this.go({ game: Number(this.game.value), ply: 0 }))
    this.slider.addEventListener('input', () => this.go({ ply: Number(this.slider.value) }))
    for (const button of /** @type {HTMLElement[]} */ ([...this.moves.querySelectorAll('[data-step]')])) {
      button.addEventListener('click', () => this.go({ ply: this.place.ply + Number(button.dataset.step) }))
    }
  }

  /** Updates the generations with games; the choice stays. @param {number[]} played */
  offer(played) {
    const known = new Set([...this.from.options].map(({ value }) => value))
    const fresh = played.filter((number) => !known.has(String(number)))
    this.from.append(...fresh.map((number) => html('option', { value: String(number) }, interpolate(gettext('Games of generation %(number)s'), { number }))))
  }

  /** The games of a generation. @param {number} generation */
  async list(generation) {
    /** @type {TrainingGame[]} */
    let games = []
    if (generation) {
      const answer = await ask('GET', `${this.address}?generation=${generation}`).catch(() => null)
      if (answer?.status === 200) ({ games } = answer.data)
    }
    if (Number(this.from.value) !== generation) return
    this.game.replaceChildren(...games.map((game) => html('option', { value: String(game.number) }, gameText(game))))
    this.games.hidden = games.length === 0
    this.go(games.length ? { generation, game: games[0].number, ply: 0 } : { generation: 0, game: 0, ply: 0 })
  }

  /** @param {Partial<Place>} where */
  go(where) {
    const place = { ...this.place, ...where }
    const same = place.generation === this.place.generation && place.game === this.place.game
    if (!same) this.last = Infinity // the answer about the position has the number of moves
    this.place = { ...place, ply: Math.max(0, Math.min(place.ply, this.last)) }
    this.change()
  }

  /** Sets the number of moves of the game. @param {number} last */
  tell(last) {
    this.last = last
    this.moves.hidden = last === 0
    this.slider.max = String(last)
    this.slider.value = String(this.place.ply)
    this.slider.setAttribute('aria-valuetext', interpolate(gettext('after %(ply)s of %(last)s moves'), { ply: this.place.ply, last }))
    for (const button of /** @type {HTMLButtonElement[]} */ ([...this.moves.querySelectorAll('[data-step]')])) {
      const at = this.place.ply + Number(button.dataset.step)
      // Not `disabled`, which would lose the focus.
      button.setAttribute('aria-disabled', String(at < 0 || at > last))
    }
  }
}

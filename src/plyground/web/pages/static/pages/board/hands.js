/** The pieces in hand, as buttons over the drawing. */

import { gettext } from '#pages/words.js'
import { cover } from '#pages/board/grid.js'
import { handName, standName } from '#pages/board/labels.js'
import { html, write } from '#pages/board/svg.js'

/** @import {Turn} from '#pages/types.js' */
/** @import {Board} from '#pages/board/board.js' */

/** Two groups of buttons, in visible order. */
export class Hands {
  above = html('div', { role: 'group', class: 'board-hand' })
  below = html('div', { role: 'group', class: 'board-hand' })

  /** @param {Board} board */
  constructor(board) {
    this.board = board
    for (const node of [this.above, this.below]) {
      node.addEventListener('click', (event) => {
        const hand = this.of(event.target)
        if (hand) board.act(board.choices.hand(hand.owner, hand.kind))
      })
    }
  }

  /** The piece of a button. @param {?EventTarget} target */
  of(target) {
    const { owner, kind } = target instanceof HTMLElement ? target.dataset : {}
    return kind ? { owner: /** @type {Turn} */ (owner), kind } : null
  }

  /** Shows the current hands. */
  update() {
    const { geometry, choices, state, badges } = this.board
    for (const owner of /** @type {const} */ (['black', 'white'])) {
      const node = geometry.turned(owner) ? this.above : this.below
      node.hidden = !geometry.hand
      write(node, 'aria-label', standName(owner))
      const held = state.view.hands.filter((hand) => hand.owner === owner)
      const buttons = [...node.querySelectorAll('button')]
      for (const extra of buttons.slice(held.length)) extra.remove()
      held.forEach(({ kind, count }, i) => {
        const button = buttons[i] ?? node.appendChild(html('button', { type: 'button' }))
        const { x, y, step } = geometry.slot(owner, i, held.length)
        cover(button, geometry, [x - step / 2, y - 35, step, 70])
        write(button, 'data-owner', owner)
        write(button, 'data-kind', kind)
        write(button, 'aria-pressed', String(choices.holds(owner, kind)))
        const badge = owner === state.view.turn ? badges.find(({ piece }) => piece === kind) : null
        const name = handName(owner, kind, count, state.side)
        write(button, 'aria-label', badge ? name + gettext(', ') + badge.value.words.spoken : name)
      })
    }
  }
}

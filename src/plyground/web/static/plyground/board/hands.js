/** The pieces in hand, as buttons over the drawing. */

import { cover, write } from './grid.js'
import { handName, standName } from './labels.js'
import { html } from './svg.js'

/** @import {Turn} from '../types.js' */
/** @import {Board} from './board.js' */

/** @type {Turn[]} */
const SIDES = ['black', 'white']

/** Two groups of buttons, in the order they are seen. */
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

  /** What a button stands for. @param {EventTarget | null} target */
  of(target) {
    const { owner, kind } = target instanceof HTMLElement ? target.dataset : {}
    return kind ? { owner: /** @type {Turn} */ (owner), kind } : null
  }

  /** Show the hands as they are now. */
  update() {
    const { geometry, choices, state } = this.board
    for (const owner of SIDES) {
      const node = geometry.turned(owner) ? this.above : this.below
      node.hidden = !geometry.strip
      write(node, 'aria-label', standName(owner))
      const held = state.view.hands.filter((hand) => hand.owner === owner)
      while (node.children.length > held.length) node.lastElementChild?.remove()
      held.forEach(({ kind, count }, index) => {
        const button = node.querySelectorAll('button')[index] ?? node.appendChild(html('button', { type: 'button' }))
        const { x, y, step } = geometry.slot(owner, index, held.length)
        cover(button, geometry, [x - step / 2, y - 34, step, 68])
        write(button, 'data-owner', owner)
        write(button, 'data-kind', kind)
        write(button, 'aria-pressed', String(choices.holds(owner, kind)))
        write(button, 'aria-label', handName(owner, kind, count, state.side))
      })
    }
  }
}

/** The board's messages beside its points: a sentence, a choice, and the confirmation of a move. */

import { gettext, interpolate } from '#pages/words.js'
import { kindName } from '#pages/board/labels.js'
import { html } from '#pages/board/svg.js'

/** @import {FullMoveView} from '#pages/types.js' */
/** @import {Board} from '#pages/board/board.js' */

/** The message boxes of one board. */
export class Asides {
  status = html('div', { role: 'status', class: 'board-status' })
  bubble = html('div', { class: 'board-bubble', hidden: '' })
  chooser = html('div', { class: 'board-chooser', role: 'group', hidden: '', 'aria-label': gettext('Which move?') })
  yes = html('button', { type: 'button', class: 'board-yes' })
  no = html('button', { type: 'button', class: 'board-no' }, gettext('Cancel'))
  bar = html('div', { class: 'board-confirm', hidden: '' }, this.yes, this.no)
  /** The box over the board. */
  parts = [this.chooser, this.bubble, this.status]
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer

  /** @param {Board} board */
  constructor(board) {
    this.board = board
    this.yes.addEventListener('click', () => board.act(board.choices.confirmed()))
    this.no.addEventListener('click', () => board.escape())
    this.chooser.addEventListener('keydown', (event) => event.key === 'Escape' && board.escape())
  }

  /** Places a box above or below a point, inside the board. @param {HTMLElement} box @param {?string} label */
  show(box, label) {
    const { geometry } = this.board
    const place = geometry.places.get(label) ?? { x: geometry.width / 2, y: geometry.height / 2 }
    const below = place.y < geometry.height * 0.3
    const x = (100 * place.x) / geometry.width
    const top = `${(100 * (place.y + (below ? 55 : -55))) / geometry.height}%`
    // The box is shifted towards the middle, so that it stays inside whatever its length.
    Object.assign(box.style, { left: `${x}%`, top, transform: `translate(${-x}%, ${below ? 0 : -100}%)` })
    box.hidden = false
  }

  /** Shows a sentence beside a point, and announces it to screen readers. @param {?string} label @param {string} sentence */
  say(label, sentence) {
    this.hush()
    if (!sentence) return
    this.bubble.textContent = sentence
    this.show(this.bubble, label)
    this.announce(sentence)
    this.timer = setTimeout(() => this.hush(), 3000 + 60 * sentence.length)
  }

  /** Removes the sentence; returns whether there was one. */
  hush() {
    const open = !this.bubble.hidden
    clearTimeout(this.timer)
    this.bubble.hidden = true
    return open
  }

  /** Announces a sentence to screen readers, even if it repeats the last one. @param {string} sentence */
  announce(sentence) {
    this.status.textContent = this.status.textContent === sentence ? `${sentence}\u00a0` : sentence
  }

  /** Lets the person choose between moves with the same origin and target. @param {string} label @param {FullMoveView[]} moves */
  choose(label, moves) {
    const named = new Set(moves.map((move) => move.piece)).size === moves.length
    const buttons = moves.map(({ text, piece }) => {
      const button = html('button', { type: 'button' }, named && piece ? kindName(piece) : text)
      button.addEventListener('click', () => this.board.chosen(text))
      return button
    })
    this.chooser.replaceChildren(...buttons)
    this.show(this.chooser, label)
    buttons[0].focus()
  }

  /** Asks for confirmation of a move; the bar keeps its space while there is none. @param {boolean} wanted @param {string} [text] */
  ask(wanted, text) {
    this.bar.hidden = !wanted
    this.yes.textContent = text ? interpolate(gettext('Play %(move)s'), { move: text }) : gettext('Tap a point, then tap it again.')
    this.yes.disabled = !text
    this.no.hidden = !text
  }
}

/** The comment of a move, and the arrows and circles drawn on its board. */

import { Drawing } from '#pages/board/drawing.js'
import { byId } from '#study/analysis/panel.js'
import { join, split, toggled } from '#study/analysis/signs.js'

/** @typedef {import('#study/analysis/variations.js').Node} Node */

export class Notes {
  /** @type {Node | null} */
  node = null

  /** @param {import('#pages/board/board.js').Board} board @param {HTMLElement} host of the board @param {() => void} changed */
  constructor(board, host, changed) {
    this.drawing = new Drawing(board)
    this.field = /** @type {HTMLTextAreaElement} */ (byId('comment'))
    this.changed = changed
    this.field.addEventListener('input', () => this.write(this.field.value, this.drawing.signs))
    host.addEventListener('sign', (event) => {
      const { detail } = /** @type {CustomEvent} */ (event)
      this.draw(toggled(this.drawing.signs, detail))
    })
  }

  /** Shows the notes of a node. @param {Node} node */
  show(node) {
    this.node = node
    const { words, signs } = split(node.comment)
    if (this.field.value !== words) this.field.value = words
    this.drawing.show(signs)
    byId('erase').hidden = !signs.length
  }

  /** @param {import('#study/analysis/signs.js').Sign[]} signs */
  draw(signs) {
    if (!this.node) return
    this.write(split(this.node.comment).words, signs)
    this.show(this.node)
  }

  /** @param {string} words @param {import('#study/analysis/signs.js').Sign[]} signs */
  write(words, signs) {
    if (!this.node) return
    this.node.comment = join(words, signs)
    this.changed()
  }
}

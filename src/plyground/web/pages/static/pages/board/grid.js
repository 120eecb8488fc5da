/** The grid over the drawing, for keyboard navigation and screen readers. */

import { Geometry } from '#pages/board/geometry.js'
import { html, write } from '#pages/board/svg.js'
import { Typing } from '#pages/board/typing.js'

/** @import {Board} from '#pages/board/board.js' */

/** The step of a key, in columns and rows. @type {Record<string, [number, number]>} */
const STEPS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
  Home: [-99, 0], End: [99, 0], PageUp: [0, -99], PageDown: [0, 99],
}

/** Places an element over a part of the drawing. @param {HTMLElement} node @param {Geometry} whole @param {number[]} box */
export function cover(node, { width, height }, box) {
  const [left, top, across, down] = box.map((value, i) => `${(100 * value) / (i % 2 ? height : width)}%`)
  Object.assign(node.style, { left, top, width: across, height: down })
}

/** Cells are created once for a board size; later only changes are written. */
export class Grid {
  node = html('div', { role: 'grid', class: 'board-grid' })
  typing = new Typing()
  geometry = new Geometry()
  /** @type {HTMLElement[]} */
  cells = []
  /** The only cell in the tab order. */
  here = 0

  /** @param {Board} board */
  constructor(board) {
    this.board = board
    const { node } = this
    const label = (/** @type {Event} */ { target }) => (target instanceof HTMLElement && target.dataset.at) || null
    node.addEventListener('keydown', (event) => this.key(event))
    node.addEventListener('click', (event) => {
      const at = label(event)
      if (at) board.press(at)
    })
    node.addEventListener('focusin', (event) => {
      this.rove(this.geometry.labels.indexOf(label(event) ?? ''))
      board.aim(label(event), false)
    })
    node.addEventListener('focusout', () => board.aim(null, false))
  }

  /** Places the grid over the board. @param {Geometry} geometry */
  place(geometry) {
    const { across, down, left, top, inner, labels, slant } = geometry
    const same = this.geometry.across === across && this.geometry.down === down && this.geometry.slant === slant
    this.geometry = geometry
    cover(this.node, geometry, [left, top, inner.width - (down - 1) * slant, inner.height])
    if (same) return
    write(this.node, 'aria-rowcount', String(down))
    write(this.node, 'aria-colcount', String(across))
    this.cells = labels.map(() => html('div', { role: 'gridcell', tabindex: '-1' }))
    this.node.replaceChildren(
      ...geometry.rows.map((_, i) => {
        const row = html('div', { role: 'row' }, ...this.cells.slice(i * across, (i + 1) * across))
        if (slant) row.style.transform = `translateX(${(50 * i) / across}%)`
        return row
      }),
    )
    this.rove((down >> 1) * across + (across >> 1))
  }

  /** Sets the texts of the cells. @param {Map<string, string>} texts */
  update(texts) {
    const { choices } = this.board
    this.cells.forEach((cell, i) => {
      const label = this.geometry.labels[i]
      write(cell, 'aria-label', texts.get(label) ?? label)
      write(cell, 'data-at', label)
      write(cell, 'aria-selected', label === choices.picked?.from ? 'true' : null)
      // A finger on it drags the piece; elsewhere it scrolls the page.
      write(cell, 'data-lifts', choices.mine(label) ? '' : null)
    })
  }

  /** @param {number} index */
  rove(index) {
    this.cells[this.here]?.setAttribute('tabindex', '-1')
    this.here = index
    this.cells[index]?.setAttribute('tabindex', '0')
  }

  /** Puts the keyboard focus here, or where it last was. @param {?string} [label] */
  focus(label) {
    const index = this.geometry.labels.indexOf(label ?? '')
    this.cells[index < 0 ? this.here : index]?.focus()
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { key, ctrlKey } = event
    const { columns, rows, across, down, labels } = this.geometry
    const [column, row] = [this.here % across, Math.floor(this.here / across)]
    const step = STEPS[key]
    if (event.altKey || event.metaKey || (ctrlKey && !step)) return
    if (step) {
      /** @type {(value: number, size: number) => number} */
      const clip = (value, size) => Math.min(Math.max(value, 0), size - 1)
      const fall = ctrlKey && Math.abs(step[0]) > 1 ? step[0] : step[1]
      this.focus(labels[clip(row + fall, down) * across + clip(column + step[0], across)])
    } else if (key === 'Enter' || key === ' ') this.board.press(labels[this.here])
    else if (key === 'Escape') {
      if (!this.board.escape()) return
    } else {
      const found = this.typing.press(key, { column: columns[column], row: rows[row] }, columns, rows, event.timeStamp)
      if (!found) return
      this.focus(found.column + found.row)
    }
    event.preventDefault()
  }
}

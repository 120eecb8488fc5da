/** The grid over the drawing: what a keyboard walks on and a screen reader reads. */

import { Geometry } from './geometry.js'
import { html } from './svg.js'
import { Typing } from './typing.js'

/** @import {Board} from './board.js' */
/** @import {Spot} from '../types.js' */

/** Where a key leads, in columns and rows. */
const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
  Home: [-99, 0], End: [99, 0], PageUp: [0, -99], PageDown: [0, 99],
})

/** Write an attribute if it is not so already; null takes it away. @param {Element} node @param {string} name @param {string | null} value */
export function write(node, name, value) {
  if (node.getAttribute(name) === value) return
  if (value === null) node.removeAttribute(name)
  else node.setAttribute(name, value)
}

/** Put a part of the page over a part of the drawing. @param {HTMLElement} node @param {Geometry} whole @param {number[]} box */
export function cover(node, whole, [x, y, width, height]) {
  const part = (/** @type {number} */ a, /** @type {number} */ b) => `${(100 * a) / b}%`
  node.style.left = part(x, whole.width)
  node.style.top = part(y, whole.height)
  node.style.width = part(width, whole.width)
  node.style.height = part(height, whole.height)
}

/** Cells are made once for a size of board; later only what changed is written. */
export class Grid {
  node = html('div', { role: 'grid', class: 'board-grid' })
  typing = new Typing()
  geometry = new Geometry()
  /** @type {HTMLElement[][]} */
  cells = []
  here = { column: 0, row: 0 }

  /** @param {Board} board */
  constructor(board) {
    this.board = board
    this.node.addEventListener('keydown', (event) => this.key(event))
    this.node.addEventListener('click', (event) => {
      const spot = this.spotOf(event.target)
      if (spot) board.press(this.labelAt(spot))
    })
    this.node.addEventListener('focusin', (event) => {
      const spot = this.spotOf(event.target)
      if (!spot) return
      this.rove(spot)
      board.aim(this.labelAt(spot), false)
    })
    this.node.addEventListener('focusout', () => board.aim(null, false))
  }

  /** Lay the grid over the board. @param {Geometry} geometry */
  place(geometry) {
    const old = this.geometry
    this.geometry = geometry
    const { across, down, left, top, width, height } = geometry
    cover(this.node, geometry, [left, top, width - 2 * left, height - 2 * top])
    if (old.across === across && old.down === down) return
    this.node.setAttribute('aria-rowcount', String(down))
    this.node.setAttribute('aria-colcount', String(across))
    const cell = () => html('div', { role: 'gridcell', tabindex: '-1' })
    this.cells = geometry.rows.map(() => geometry.columns.map(cell))
    this.node.replaceChildren(...this.cells.map((cells) => html('div', { role: 'row' }, ...cells)))
    this.rove({ column: across >> 1, row: down >> 1 })
  }

  /**
   * Tell the cells what is on them. @param {Map<string, string>} texts @param {string | null} picked
   * @param {(label: string) => boolean} lifts whether a finger may take the piece away
   */
  update(texts, picked, lifts) {
    this.cells.forEach((cells, row) => {
      cells.forEach((cell, column) => {
        const label = this.labelAt({ column, row })
        write(cell, 'aria-label', texts.get(label) ?? label)
        write(cell, 'data-at', label)
        write(cell, 'aria-selected', label === picked ? 'true' : null)
        write(cell, 'data-lifts', lifts(label) ? '' : null)
      })
    })
  }

  /** @param {Spot} spot */
  labelAt({ column, row }) {
    return this.geometry.label(column, row)
  }

  /** @param {EventTarget | null} target */
  spotOf(target) {
    return target instanceof HTMLElement ? this.geometry.spots.get(target.dataset.at ?? '') : undefined
  }

  /** Make this the one cell that Tab reaches. @param {Spot} spot */
  rove(spot) {
    this.cells[this.here.row]?.[this.here.column]?.setAttribute('tabindex', '-1')
    this.here = spot
    this.cells[spot.row]?.[spot.column]?.setAttribute('tabindex', '0')
  }

  /** Put the keyboard's focus here, or where it last was. @param {string | null} [label] */
  focus(label) {
    const spot = this.geometry.spots.get(label ?? '') ?? this.here
    this.cells[spot.row]?.[spot.column]?.focus()
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const spot = this.spotOf(event.target)
    if (!spot || event.altKey || event.metaKey) return
    const { columns, rows, across, down } = this.geometry
    const step = STEPS[event.key]
    if (step) {
      const clip = (/** @type {number} */ value, /** @type {number} */ size) => Math.min(Math.max(value, 0), size - 1)
      const corner = event.ctrlKey && Math.abs(step[0]) > 1 ? step[0] : step[1]
      const next = { column: clip(spot.column + step[0], across), row: clip(spot.row + corner, down) }
      this.focus(this.labelAt(next))
    } else if (event.ctrlKey) return
    else if (event.key === 'Enter' || event.key === ' ') this.board.press(this.labelAt(spot))
    else if (event.key === 'Escape') {
      if (!this.board.escape()) return
    } else {
      const here = { column: columns[spot.column], row: rows[spot.row] }
      const found = this.typing.press(event.key, here, columns, rows, event.timeStamp)
      if (!found) return
      this.focus(found.column + found.row)
    }
    event.preventDefault()
  }
}

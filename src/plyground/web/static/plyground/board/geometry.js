/** Where things are: labels, columns and rows as seen, and units of the drawing. */

/** @import {Spot, Turn, View} from '../types.js' */

/** The side of a square, in units of the drawing. */
export const CELL = 100

/** How high the strip of a hand is. */
const STRIP = 78

/** What is between a hand and the board. */
export const GAP = 8

/** @type {Pick<View, 'columns' | 'rows' | 'shape'>} */
const NONE = { columns: [], rows: [], shape: 'squares' }

/** The layout of one board; made anew when its size, its side or its margins change. */
export class Geometry {
  /** @param {typeof NONE} view @param {{flipped?: boolean, coordinates?: boolean, hands?: boolean}} options */
  constructor(view = NONE, { flipped = false, coordinates = true, hands = false } = {}) {
    this.flipped = flipped
    this.points = view.shape === 'points'
    /** As seen, from the left and from the top. */
    this.columns = flipped ? [...view.columns].reverse() : view.columns
    this.rows = flipped ? [...view.rows].reverse() : view.rows
    this.across = this.columns.length
    this.down = this.rows.length
    // Relative to the whole, since the whole always fills the same width on the screen.
    this.font = Math.max(10.5, 2.3 * this.across)
    this.margin = coordinates ? Math.round(this.font * (this.points ? 1.5 : 1.75)) : 8
    this.strip = hands ? STRIP : 0
    this.left = this.margin
    this.top = this.margin + this.strip
    this.width = this.across * CELL + 2 * this.margin
    this.height = this.down * CELL + 2 * (this.margin + this.strip)
    /** @type {Map<string, Spot>} */
    this.spots = new Map()
    this.rows.forEach((name, row) => {
      this.columns.forEach((letter, column) => this.spots.set(letter + name, { column, row }))
    })
  }

  /** The label of the square in that column and row as seen. @param {number} column @param {number} row */
  label(column, row) {
    return this.columns[column] + this.rows[row]
  }

  /** The middle of a square or point; null for what is not on the board. @param {string} label */
  centre(label) {
    const spot = this.spots.get(label)
    if (!spot) return null
    return { x: this.left + (spot.column + 0.5) * CELL, y: this.top + (spot.row + 0.5) * CELL }
  }

  /** The label at a place of the drawing; null beside the board. @param {number} x @param {number} y */
  at(x, y) {
    const column = Math.floor((x - this.left) / CELL)
    const row = Math.floor((y - this.top) / CELL)
    const inside = column >= 0 && row >= 0 && column < this.across && row < this.down
    return inside ? this.label(column, row) : null
  }

  /** Whether this side's pieces look down. @param {Turn} owner */
  turned(owner) {
    return (owner === 'white') !== this.flipped
  }

  /**
   * The middle of one of so many slots in a hand. Each side finds its hand at its right. @param {Turn} owner
   * @param {number} index @param {number} count
   */
  slot(owner, index, count) {
    const step = Math.min(72, (this.across * CELL) / Math.max(count, 1))
    const away = 8 + step * (index + 0.5)
    return this.turned(owner)
      ? { x: this.left + away, y: (this.strip - GAP) / 2, step }
      : { x: this.width - this.left - away, y: this.height - (this.strip - GAP) / 2, step }
  }
}

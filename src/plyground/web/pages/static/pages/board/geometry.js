/** The geometry of the board: labels in visible order, and coordinates of the drawing. */

/** @import {Place, Turn, View} from '#pages/types.js' */

/** The side of a square, the height of a hand, and the gap between it and the board. */
export const CELL = 100
const HAND = 70
const GAP = 8
/** The distance of two rows of hexagons, whose width is that of a square. */
const HEXAGON_ROW = 87

/** @type {Pick<View, 'columns' | 'rows' | 'shape'>} */
const NONE = { columns: [], rows: [], shape: 'squares' }

/** The layout of one board; recreated when its size, its orientation or its margins change. */
export class Geometry {
  /** @param {typeof NONE} view @param {{flipped?: boolean, coordinates?: boolean, hands?: boolean}} options */
  constructor(view = NONE, { flipped = false, coordinates = true, hands = false } = {}) {
    this.flipped = flipped
    this.points = view.shape === 'points'
    /** Each row of hexagons begins half a cell to the right of the row above. */
    this.slant = view.shape === 'hexagons' ? CELL / 2 : 0
    this.high = this.slant ? HEXAGON_ROW : CELL
    /** An upright board: seen from the other side, its bottom stays at the bottom. */
    this.upright = view.shape === 'holes'
    /** As seen, from the left and from the top. */
    this.columns = flipped ? [...view.columns].reverse() : view.columns
    this.rows = flipped && !this.upright ? [...view.rows].reverse() : view.rows
    this.labels = this.rows.flatMap((row) => this.columns.map((column) => column + row))
    this.across = this.columns.length
    this.down = this.rows.length
    // Relative to the whole, because the whole always fills the same width on the screen.
    this.font = Math.max(10.5, 2.5 * this.across)
    this.margin = coordinates ? Math.round(this.font * (this.points ? 1.45 : 1.75)) : 8
    this.hand = hands ? HAND : 0
    /** The outer corner of the board, including its frame. */
    this.plank = hands ? HAND + GAP : 0
    const tips = this.slant ? (CELL * 2) / Math.sqrt(3) - HEXAGON_ROW : 0
    this.left = this.margin
    this.top = this.margin + this.plank + tips / 2
    this.inner = { width: this.across * CELL + (this.down - 1) * this.slant, height: this.down * this.high }
    this.width = this.inner.width + 2 * this.left
    this.height = this.inner.height + 2 * this.top
    /** @type {Map<unknown, Place>} */
    this.places = new Map(
      this.labels.map((label, i) => [
        label,
        this.middle(i % this.across, Math.floor(i / this.across)),
      ]),
    )
  }

  /** The middle of a cell. @param {number} column @param {number} row @returns {Place} */
  middle(column, row) {
    return { x: this.left + (column + 0.5) * CELL + row * this.slant, y: this.top + (row + 0.5) * this.high }
  }

  /** The label at a place of the drawing; null off the board. @param {number} x @param {number} y */
  at(x, y) {
    const row = Math.floor((y - this.top) / this.high)
    const column = Math.floor((x - this.left - row * this.slant) / CELL)
    if (row < 0 || row >= this.down) return null
    return column >= 0 && column < this.across ? (this.labels[row * this.across + column] ?? null) : null
  }

  /** Whether this side's pieces point down. @param {Turn} owner */
  turned(owner) {
    return (owner === 'white') !== this.flipped
  }

  /**
   * The middle of one of several slots in a hand, which is at its owner's right; the first is leftmost.
   * @param {Turn} owner @param {number} index @param {number} count
   */
  slot(owner, index, count) {
    const step = Math.min(72, this.inner.width / count)
    const edge = this.left + 8
    return this.turned(owner)
      ? { x: edge + step * (index + 0.5), y: this.hand / 2, step }
      : { x: this.width - edge - step * (count - index - 0.5), y: this.height - this.hand / 2, step }
  }
}

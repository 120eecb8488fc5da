/** A loupe over a crowded board: the points under the finger that aims, enlarged beside it. */

import { CELL } from '#pages/board/geometry.js'
import { draw, html } from '#pages/board/svg.js'

/** @import {Board} from '#pages/board/board.js' */

const SHOWN = 5 // points across
const SIZE = 148 // pixels
const AWAY = 28 // pixels between it and the finger's point
export const CROWDED = 11 // columns; fewer are large enough for a finger

/**
 * The upper left corner of the loupe: above the finger, or below it where there is no room above.
 * @param {{x: number, y: number}} at the finger's point, in pixels of the board @param {number} wide of the board @param {number} above pixels between window and board
 */
export function corner({ x, y }, wide, above) {
  const left = Math.max(0, Math.min(wide - SIZE, x - SIZE / 2))
  const top = y - SIZE - AWAY
  return { left, top: top + above >= 0 ? top : y + 2 * AWAY }
}

export class Loupe {
  picture = draw('svg', { 'aria-hidden': 'true' })
  node = html('div', { class: 'board-loupe' }, this.picture)

  /** @param {Board} board */
  constructor(board) {
    this.board = board
    this.node.hidden = true
    this.picture.append(draw('use', { href: `#${board.painter.paint}` }))
    board.painter.svg.id = board.painter.paint
  }

  /** Shows the points around this one; null hides it. @param {string | null} label */
  show(label) {
    const { geometry, surface } = this.board
    const place = label && geometry.across > CROWDED ? geometry.places.get(label) : null
    this.node.hidden = !place
    if (!place) return
    if (!this.node.isConnected) surface.append(this.node)
    const span = SHOWN * CELL
    this.picture.setAttribute('viewBox', `${place.x - span / 2} ${place.y - span / 2} ${span} ${span}`)
    const { width, height } = geometry
    const use = /** @type {SVGUseElement} */ (this.picture.firstElementChild)
    use.setAttribute('width', String(width))
    use.setAttribute('height', String(height))
    const box = surface.getBoundingClientRect()
    const at = { x: (place.x / width) * box.width, y: (place.y / height) * box.height }
    const { left, top } = corner(at, box.width, box.top)
    Object.assign(this.node.style, { left: `${left}px`, top: `${top}px` })
  }
}

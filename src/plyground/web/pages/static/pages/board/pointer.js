/** Mouse, pen and fingers: hovering, dragging, and aiming with a finger on the board. */

/** @import {Board} from '#pages/board/board.js' */

/** How far a finger may move during a tap, in pixels. */
const SLACK = 6

/** Distinguishes drags from clicks. Clicks are left to the cells, which also get them from screen readers. */
export class Pointer {
  /** @type {?{x: number, y: number, target: ?EventTarget, label: ?string, id: number}} */
  start = null
  /** @type {?('drag' | 'aim')} */
  doing = null
  swallow = false

  /** @param {Board} board */
  constructor(board) {
    this.board = board
    const { surface } = board
    surface.addEventListener('pointerdown', (event) => this.down(event))
    surface.addEventListener('pointermove', (event) => this.move(event))
    surface.addEventListener('pointerup', (event) => this.up(event, true))
    surface.addEventListener('pointercancel', (event) => this.up(event, false))
    surface.addEventListener('pointerleave', () => this.doing || board.aim(null, true))
    // A drag ends with a click event, which is ignored. Clicks without a pointer have no detail.
    surface.addEventListener('click', (event) => this.swallow && event.detail && event.stopPropagation(), true)
  }

  /** The point of the drawing. @param {PointerEvent} event */
  find(event) {
    const { geometry, surface } = this.board
    const box = surface.getBoundingClientRect()
    const x = ((event.clientX - box.left) / box.width) * geometry.width
    const y = ((event.clientY - box.top) / box.height) * geometry.height
    return { x, y, label: geometry.at(x, y) }
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.swallow = false
    if (!event.isPrimary || event.button !== 0 || this.board.state.still) return
    const { clientX: x, clientY: y, target, pointerId: id } = event
    this.start = { x, y, target, id, label: this.find(event).label }
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { board, start } = this
    const { x, y, label } = this.find(event)
    const mouse = event.pointerType === 'mouse'
    if (start && event.pointerId === start.id && !this.doing) {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) <= SLACK) return
      if (board.lift(start.target, start.label)) this.doing = 'drag'
      else if (!mouse && board.aims()) this.doing = 'aim'
      else this.start = null
      if (this.doing) board.surface.setPointerCapture(event.pointerId)
    }
    if (this.doing === 'drag') board.carry(x, y, label)
    else if ((this.doing || mouse) && label !== board.aimed) board.aim(label, true)
  }

  /** @param {PointerEvent} event @param {boolean} done */
  up(event, done) {
    if (event.pointerId !== this.start?.id) return
    const { board, doing } = this
    const label = done ? this.find(event).label : null
    this.start = null
    this.doing = null
    this.swallow = doing !== null
    if (doing === 'drag') board.drop(label)
    if (doing === 'aim') board.aim(null, true)
    if (doing === 'aim' && label) board.press(label)
  }
}

/** Arrows and circles that a person draws: with the right button, or with a finger that stays first. For every game. */

import { draw } from '#pages/board/svg.js'

/** @import {Board} from '#pages/board/board.js' */
/** @typedef {{from: string | null, to: string}} Sign an arrow, or a circle without `from` */

const LONG = 450 // milliseconds until a finger draws
const SLACK = 8 // pixels that it may move until then

/** The signs on one board; the host gets the event `sign` for each new one. Its styles are in plan.css. */
export class Drawing {
  layer = draw('g', { class: 'board-drawn' })
  /** @type {Sign[]} */
  signs = []
  /** The point where a sign begins, and the pointer that draws it. @type {{label: string, id: number, x: number, y: number} | null} */
  begun = null
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer
  isDrawing = false

  /** @param {Board} board */
  constructor(board) {
    this.board = board
    const { surface, painter } = board
    painter.svg.insertBefore(this.layer, painter.layers.aim)
    surface.addEventListener('contextmenu', (event) => event.preventDefault())
    surface.addEventListener('pointerdown', (event) => this.down(event), { capture: true })
    surface.addEventListener('pointermove', (event) => this.move(event), { capture: true })
    surface.addEventListener('pointerup', (event) => this.up(event), { capture: true })
    surface.addEventListener('pointercancel', () => this.end())
    // The browser must not scroll under a finger that draws.
    surface.addEventListener('touchmove', (event) => this.isDrawing && event.cancelable && event.preventDefault(), { passive: false })
  }

  /** Shows these signs instead of the previous ones. @param {Sign[]} signs */
  show(signs) {
    this.signs = signs
    this.layer.replaceChildren(...signs.flatMap((sign) => this.shape(sign)))
  }

  /** @param {PointerEvent} event */
  down(event) {
    clearTimeout(this.timer)
    if (this.isDrawing) return this.end()
    const right = event.pointerType === 'mouse' && event.button === 2
    if (!event.isPrimary || this.board.state.mode === 'none' && !this.board.state.view || (event.pointerType === 'mouse' && !right)) return
    const { label } = this.board.pointer.find(event)
    if (!label) return
    this.begun = { label, id: event.pointerId, x: event.clientX, y: event.clientY }
    if (right) this.begin()
    else this.timer = setTimeout(() => this.begin(), LONG)
  }

  begin() {
    this.isDrawing = true
    const { pointer, surface } = this.board
    pointer.start = null
    pointer.swallow = true // the finger's click is no move
    if (this.begun) surface.setPointerCapture(this.begun.id)
    this.sketch(this.begun?.label ?? null)
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { begun } = this
    if (!begun || event.pointerId !== begun.id) return
    if (this.isDrawing) {
      event.stopPropagation()
      return this.sketch(this.board.pointer.find(event).label)
    }
    if (Math.hypot(event.clientX - begun.x, event.clientY - begun.y) > SLACK) this.end()
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { begun, isDrawing } = this
    this.end()
    if (!begun || !isDrawing || event.pointerId !== begun.id) return
    event.stopPropagation()
    this.board.pointer.swallow = true
    const { label } = this.board.pointer.find(event)
    if (label) this.board.tell('sign', { from: label === begun.label ? null : begun.label, to: label })
  }

  end() {
    clearTimeout(this.timer)
    this.begun = null
    this.isDrawing = false
    this.show(this.signs)
  }

  /** The sign being drawn, up to this point. @param {string | null} label */
  sketch(label) {
    this.show(this.signs)
    if (!label || !this.begun) return
    const shapes = this.shape({ from: label === this.begun.label ? null : this.begun.label, to: label })
    for (const shape of shapes) shape.setAttribute('data-new', '')
    this.layer.append(...shapes)
  }

  /** @param {Sign} sign @returns {Element[]} */
  shape({ from, to }) {
    const { places } = this.board.geometry
    const [begin, end] = [places.get(from), places.get(to)]
    if (!end) return []
    if (!from) return [draw('circle', { cx: end.x, cy: end.y, r: 44 })]
    if (!begin) return []
    const far = Math.hypot(end.x - begin.x, end.y - begin.y)
    const turn = (Math.atan2(end.y - begin.y, end.x - begin.x) * 180) / Math.PI
    const d = `M14-8H${far - 44}V-24L${far - 8} 0L${far - 44} 24V8H14Z`
    return [draw('path', { d, transform: `translate(${begin.x} ${begin.y}) rotate(${turn})` })]
  }
}

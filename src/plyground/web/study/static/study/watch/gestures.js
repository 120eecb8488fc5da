/** Fingers, mouse and wheel on a tree: drag, pinch, select. */

/** @typedef {import('#study/watch/paint.js').Painting} Painting */
/** @typedef {import('#study/watch/layout.js').View} View */

const MOVED = 6 // pixels, from which a movement is not a click

export class Gestures {
  /**
   * @param {Painting} painting
   * @param {(node: number) => void} choose
   */
  constructor(painting, choose) {
    const { canvas } = painting
    this.painting = painting
    this.choose = choose
    /** The positions of the fingers. @type {Map<number, number>} */
    this.fingers = new Map()
    this.moved = false
    this.begin = /** @type {{view: View, at: number, apart: number}} */ ({ view: painting.view, at: 0, apart: 0 })
    canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false })
    canvas.addEventListener('pointerdown', (event) => this.down(event))
    canvas.addEventListener('pointermove', (event) => this.move(event))
    canvas.addEventListener('pointerup', (event) => this.up(event, true))
    canvas.addEventListener('pointercancel', (event) => this.up(event, false))
  }

  /** The page scrolls, unless the tree has the focus or a zoom key is pressed. @param {WheelEvent} event */
  wheel(event) {
    const { canvas, layout, view, pixels } = this.painting
    const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)
    if (!sideways && !event.ctrlKey && document.activeElement !== canvas) return
    event.preventDefault()
    if (sideways) return this.painting.look(layout.kept({ x: view.x + (event.deltaX || event.deltaY) / view.scale, scale: view.scale }, pixels))
    const at = event.clientX - canvas.getBoundingClientRect().left
    this.painting.look(layout.zoomed(view, Math.exp(-event.deltaY / 300), at, pixels))
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button) return
    this.painting.canvas.setPointerCapture(event.pointerId)
    this.fingers.set(event.pointerId, event.clientX)
    if (this.fingers.size === 1) this.moved = false
    this.hold()
  }

  /** Remembers the state from which the fingers drag and pinch. */
  hold() {
    this.begin = { view: this.painting.view, at: this.at, apart: this.apart }
  }

  get at() {
    const places = [...this.fingers.values()]
    return places.reduce((sum, x) => sum + x, 0) / Math.max(1, places.length)
  }

  get apart() {
    const places = [...this.fingers.values()]
    return places.length < 2 ? 0 : Math.max(20, Math.abs(places[0] - places[1]))
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.fingers.has(event.pointerId)) return
    this.fingers.set(event.pointerId, event.clientX)
    const { canvas, layout, pixels } = this.painting
    const { view, at, apart } = this.begin
    const gone = this.at - at
    if (Math.abs(gone) > MOVED || this.fingers.size > 1) this.moved = true
    if (!this.moved) return
    const left = canvas.getBoundingClientRect().left
    const zoomed = apart ? layout.zoomed(view, this.apart / apart, at - left, pixels) : view
    this.painting.look(layout.kept({ x: zoomed.x - gone / zoomed.scale, scale: zoomed.scale }, pixels))
  }

  /** @param {PointerEvent} event @param {boolean} meant */
  up(event, meant) {
    if (!this.fingers.delete(event.pointerId)) return
    this.hold()
    if (!meant || this.moved || this.fingers.size) return
    const box = this.painting.canvas.getBoundingClientRect()
    const node = this.painting.hit(event.clientX - box.left, event.clientY - box.top)
    if (node >= 0) this.choose(node)
  }
}

/** Draws the visible part of a tree on a canvas. */

import { Layout } from '#study/watch/layout.js'
import { shortChance, shortMove, shortWorth } from '#study/watch/sentences.js'

/** @typedef {import('#study/watch/types.js').Tape} Tape */
/** @typedef {import('#study/watch/layout.js').Box} Box */
/** @typedef {import('#study/watch/layout.js').View} View */

const HUES = /** @type {const} */ (['paper', 'card', 'ink', 'muted', 'line', 'edge', 'accent', 'black', 'white', 'waiting'])
const TOP = 8
const GAP = 14 // between rows
const LABEL = 24 // pixels that a label needs

export class Painting {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Tape} tape
   */
  constructor(canvas, tape) {
    this.canvas = canvas
    this.tape = tape
    this.layout = new Layout(tape)
    canvas.style.setProperty('--rows', String(this.layout.rows))
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'))
    /** @type {View} */
    this.view = { x: 0, scale: 1 }
    this.pixels = 0
    this.high = 0
    this.fitted = true
    this.hues = hues(canvas)
    this.most = tape.kind === 'tree' ? tape.data.values.reduce((most, [number, win]) => (win ? most : Math.max(most, Math.abs(number))), 1) * 1.2 : 1
    this.time = 0
    this.node = 0
    this.waiting = false
    this.frames = 0
    this.drawnBoxes = 0
  }

  /** Uses the available space; the whole tree stays in view if it was. */
  resize() {
    const { width, height } = this.canvas.getBoundingClientRect()
    const ratio = Math.min(window.devicePixelRatio || 1, 2)
    this.pixels = Math.max(1, width)
    this.high = Math.max(1, height)
    this.canvas.width = Math.round(width * ratio)
    this.canvas.height = Math.round(height * ratio)
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0)
    this.hues = hues(this.canvas)
    this.view = this.fitted ? this.layout.fit(this.pixels) : this.layout.kept(this.view, this.pixels)
    this.ask()
  }

  /** Shows this time and node. @param {number} time @param {number} node */
  set(time, node) {
    this.time = time
    this.node = node
    this.view = this.layout.showing(this.view, node, this.pixels)
    this.ask()
  }

  /** @param {View} view */
  look(view) {
    this.view = view
    this.fitted = view.scale <= (this.pixels / this.layout.total) * 1.001
    this.ask()
  }

  /** Draws in the next frame, once. */
  ask() {
    if (this.waiting) return
    this.waiting = true
    requestAnimationFrame(() => {
      this.waiting = false
      this.draw()
    })
  }

  /** The height of a row, its gap included. */
  get step() {
    return Math.min(62, Math.max(16, (this.high - TOP) / this.layout.rows))
  }

  draw() {
    const { context, hues, tape } = this
    const boxes = this.layout.boxes(this.view, this.pixels)
    const gap = Math.min(GAP, this.step / 3)
    this.frames += 1
    this.drawnBoxes = boxes.length
    context.fillStyle = hues.card
    context.fillRect(0, 0, this.pixels, this.high)
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    for (const box of boxes) this.edge(box, gap)
    for (const box of boxes) {
      if (box.stub) this.stub(box, gap)
      else this.box(box, gap, tape.state(box.node, this.time))
    }
    const mine = boxes.find((box) => !box.stub && box.node === this.node)
    this.ring(mine ?? this.rough(), gap)
  }

  /** The place of the current node, if its neighbours stand for it. @returns {Box} */
  rough() {
    const left = (this.layout.x[this.node] - this.view.x) * this.view.scale
    return { node: this.node, left, right: left + 2, row: this.tape.branches.depth[this.node], stub: 0 }
  }

  /** The line from the parent. @param {Box} box @param {number} gap */
  edge({ node, left, right, row, stub }, gap) {
    const above = stub ? node : this.tape.branches.parent[node]
    if (above < 0 || right - left < 5 || (stub && this.tape.state(node, this.time) !== 2)) return
    const { context, hues } = this
    const middle = (this.layout.x[above] + this.layout.width[above] / 2 - this.view.x) * this.view.scale
    const shown = stub || this.tape.state(node, this.time) > 0
    context.strokeStyle = shown && !stub ? hues.edge : hues.line
    context.lineWidth = 1
    context.beginPath()
    context.moveTo(Math.min(Math.max(middle, 0), this.pixels), TOP + row * this.step - gap)
    context.lineTo((left + right) / 2, TOP + row * this.step)
    context.stroke()
  }

  /** @param {Box} box @param {number} gap @param {number} state */
  box({ node, left, right, row }, gap, state) {
    const { context, hues } = this
    const top = TOP + row * this.step
    const high = this.step - gap
    const inset = right - left > 8 ? 1.5 : 0
    const wide = Math.max(1, right - left - 2 * inset)
    context.beginPath()
    if (wide > 8) context.roundRect(left + inset, top, wide, high, 5)
    else context.rect(left + inset, top, wide, high)
    context.globalAlpha = 1
    context.fillStyle = state === 0 ? hues.waiting : hues.card
    context.fill()
    this.tint(node, state)
    if (wide > 4) {
      context.strokeStyle = state === 1 ? hues.accent : state ? hues.edge : hues.line
      context.lineWidth = state === 1 ? 2.5 : 1
      context.stroke()
    }
    if (wide >= LABEL && high >= 14) this.label(node, Math.max(left, 0), Math.min(right, this.pixels), top, high, state)
  }

  /** Colours a box by the side that is ahead. @param {number} node @param {number} state */
  tint(node, state) {
    const { context, hues, tape, time } = this
    if (!state) return
    let lead = 0 // Black's, from -1 to 1
    if (tape.kind === 'playouts') lead = 2 * (tape.blackMean(node, time) ?? 0.5) - 1
    else {
      const value = tape.known(node, time)
      if (!value) return
      lead = value[1] || value[0] / this.most
    }
    context.globalAlpha = 0.08 + 0.5 * Math.abs(lead)
    context.fillStyle = lead > 0.001 ? hues.black : lead < -0.001 ? hues.white : hues.line
    context.fill()
    context.globalAlpha = 1
  }

  /** @param {number} node @param {number} left @param {number} right @param {number} top @param {number} high @param {number} state */
  label(node, left, right, top, high, state) {
    const { context, hues, tape, time } = this
    const middle = (left + right) / 2
    const two = high >= 30
    const value = tape.kind === 'playouts' ? shortChance(tape, node, time) : shortWorth(tape.known(node, time))
    context.fillStyle = state ? hues.ink : hues.muted
    context.font = '600 13px system-ui, sans-serif'
    const name = shortMove(tape, node)
    const text = two || !state || !value ? name : `${name} ${value}`
    context.fillText(text, middle, top + (two && state ? high / 2 - 8 : high / 2), right - left - 4)
    context.font = '12px system-ui, sans-serif'
    if (!two || !state || !value || context.measureText(value).width * 0.85 > right - left - 4) return
    context.fillText(value, middle, top + high / 2 + 9, right - left - 4)
  }

  /** Skipped moves: grey and hatched. @param {Box} box @param {number} gap */
  stub({ node, left, right, row, stub }, gap) {
    if (this.tape.state(node, this.time) !== 2) return
    const { context, hues } = this
    const top = TOP + row * this.step
    const high = this.step - gap
    const inset = right - left > 8 ? 1.5 : 0
    context.save()
    context.beginPath()
    context.rect(left + inset, top, right - left - 2 * inset, high)
    context.fillStyle = hues.waiting
    context.fill()
    context.strokeStyle = hues.muted
    context.setLineDash([3, 3])
    context.stroke()
    context.setLineDash([])
    context.clip()
    context.globalAlpha = 0.35
    for (let at = left - high; at < right; at += 6) {
      context.beginPath()
      context.moveTo(at, top + high)
      context.lineTo(at + high, top)
      context.stroke()
    }
    context.restore()
    if (right - left < LABEL || high < 14) return
    context.font = '600 12px system-ui, sans-serif'
    const text = `✂ ${stub}`
    const middle = (left + right) / 2
    const wide = context.measureText(text).width + 6
    context.fillStyle = hues.waiting
    context.fillRect(middle - wide / 2, top + high / 2 - 8, wide, 16)
    context.fillStyle = hues.muted
    context.fillText(text, middle, top + high / 2)
  }

  /** Marks the current node. @param {Box} box @param {number} gap */
  ring({ left, right, row }, gap) {
    const { context, hues } = this
    const from = Math.max(left - 1.5, 1)
    const to = Math.min(right + 1.5, this.pixels - 1)
    context.strokeStyle = hues.ink
    context.lineWidth = 3
    context.beginPath()
    context.roundRect(from, TOP + row * this.step - 1.5, Math.max(to - from, 4), this.step - gap + 3, 6)
    context.stroke()
  }

  /** The node at a place of the canvas, or -1. @param {number} x @param {number} y */
  hit(x, y) {
    return this.layout.at(this.view, x, Math.floor((y - TOP) / this.step))
  }
}

/** The current colours of the style sheet. @param {HTMLElement} near @returns {Record<typeof HUES[number], string>} */
function hues(near) {
  const found = /** @type {Record<string, string>} */ ({})
  for (const name of HUES) {
    const swatch = near.parentElement?.querySelector(`[data-hue="${name}"]`)
    found[name] = swatch ? getComputedStyle(swatch).color : '#888'
  }
  return found
}

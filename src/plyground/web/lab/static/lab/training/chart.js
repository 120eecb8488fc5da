/** A chart of a training: lines with their intervals, as wide as the page allows. */

import { draw, html } from '#pages/board/svg.js'
import { bounds, lastText, numberText, ticks } from '#lab/training/curves.js'

/** @import {Curves, Line} from '#lab/training/curves.js' */

const HEIGHT = 210
const MARGIN = { left: 46, right: 10, top: 8, bottom: 24 }

/** One chart with its heading and legend. */
export class Chart {
  heading = html('h3')
  svg = draw('svg', { role: 'img' })
  legend = html('ul', { class: 'legend' })
  node = html('div', { class: 'chart' }, this.heading, this.svg, this.legend)
  /** @type {Curves} */
  curves = { title: '', percent: false, lines: [], right: 0, whole: true }
  /** The marked place on the axis. @type {number | null} */
  at = null

  constructor() {
    new ResizeObserver(() => this.paint()).observe(this.node)
  }

  /** @param {Curves} curves @param {number | null} at */
  show(curves, at) {
    this.curves = curves
    this.at = at
    const words = curves.lines.map((line) => lastText(line, curves.percent))
    this.heading.textContent = curves.title
    this.svg.setAttribute('aria-label', `${curves.title}. ${words.join(', ')}`)
    this.legend.replaceChildren(...words.map((text, i) => html('li', {}, swatch(i), text)))
    this.paint()
  }

  paint() {
    const width = this.node.clientWidth
    if (!width || !this.curves.lines.length) return
    const { right, whole, percent } = this.curves
    const { bottom, top } = bounds(this.curves)
    const inner = { width: width - MARGIN.left - MARGIN.right, height: HEIGHT - MARGIN.top - MARGIN.bottom }
    const x = (/** @type {number} */ value) => MARGIN.left + (inner.width * value) / (right || 1)
    const y = (/** @type {number} */ value) => MARGIN.top + (inner.height * (top - value)) / (top - bottom)
    this.svg.setAttribute('viewBox', `0 0 ${width} ${HEIGHT}`)
    this.svg.setAttribute('height', String(HEIGHT))
    this.svg.replaceChildren(
      ...ticks(bottom, top, 4).map((value) => draw('path', { d: `M${MARGIN.left} ${y(value)}H${width - MARGIN.right}`, class: 'rule' })),
      ...ticks(bottom, top, 4).map((value) => draw('text', { x: MARGIN.left - 6, y: y(value) + 4, class: 'tick-y' }, numberText(value, percent))),
      ...ticks(0, right, Math.max(2, Math.round(width / 110))).filter((value) => !whole || Number.isInteger(value)).map((value) => draw('text', { x: x(value), y: HEIGHT - 6, class: 'tick-x' }, numberText(value, false))),
      ...this.curves.lines.flatMap((line, i) => [band(line, i, x, y), path(line, i, x, y)]),
      ...(this.at === null ? [] : [draw('path', { d: `M${x(this.at)} ${MARGIN.top}V${HEIGHT - MARGIN.bottom}`, class: 'here' })]),
    )
  }
}

/** A sample of a line for the legend. @param {number} number */
function swatch(number) {
  return draw('svg', { class: 'swatch', width: 28, height: 10, 'aria-hidden': 'true' }, draw('path', { d: 'M0 5H28', class: `line line-${number}` }))
}

/** @typedef {(value: number) => number} Scale */

/** @param {Line} line @param {number} number @param {Scale} x @param {Scale} y */
function path({ points }, number, x, y) {
  const places = points.map((point) => `${x(point.x).toFixed(1)} ${y(point.y).toFixed(1)}`)
  const alone = points.length === 1 ? `M${places[0]}h.01` : `M${places.join('L')}`
  return draw('path', { d: alone, class: `line line-${number}` })
}

/** The intervals of the values; a single one becomes a stroke. @param {Line} line @param {number} number @param {Scale} x @param {Scale} y */
function band({ points }, number, x, y) {
  const known = points.flatMap(({ x: at, low, high }) => (low === null || high === null ? [] : [{ at, low, high }]))
  const above = known.map(({ at, high }) => `${x(at).toFixed(1)} ${y(high).toFixed(1)}`)
  const below = known.map(({ at, low }) => `${x(at).toFixed(1)} ${y(low).toFixed(1)}`).reverse()
  const d = known.length ? `M${[...above, ...below].join('L')}Z` : ''
  return draw('path', { d, class: `${known.length === 1 ? 'line' : 'band'} line-${number}` })
}

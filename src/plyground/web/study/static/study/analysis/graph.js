/** The winning chance along the current line, as far as the engine has looked at its positions. */

import { draw } from '#pages/board/svg.js'
import { gettext, interpolate } from '#pages/words.js'
import { across, down, plyAt } from '#study/review/shape.js'

const TALL = 72

/**
 * The pieces of the curve: neighbours with a known value.
 * @param {(number | null)[]} values
 * @returns {{from: number, values: number[]}[]}
 */
export function runs(values) {
  /** @type {{from: number, values: number[]}[]} */
  const found = []
  values.forEach((value, at) => {
    if (value === null) return
    const last = found.at(-1)
    if (last && last.from + last.values.length === at) last.values.push(value)
    else found.push({ from: at, values: [value] })
  })
  return found
}

export class LineGraph {
  /** @type {(number | null)[]} */
  values = []
  at = 0

  /** @param {HTMLElement} host @param {(at: number) => void} go to this place of the line */
  constructor(host, go) {
    this.host = host
    this.svg = draw('svg', { 'aria-hidden': 'true', preserveAspectRatio: 'none', height: TALL })
    host.append(this.svg)
    new ResizeObserver(() => this.paint()).observe(host)
    const jump = (/** @type {PointerEvent} */ event) => {
      const { left, width } = this.svg.getBoundingClientRect()
      go(plyAt(event.clientX - left, this.values.length - 1, width))
    }
    host.addEventListener('pointerdown', jump)
    host.addEventListener('pointermove', (event) => { if (event.buttons) jump(event) })
  }

  /** @param {(number | null)[]} values Black's chance at each place of the line; null: not known @param {number} at the current place */
  show(values, at) {
    this.values = values
    this.at = at
    const known = values.filter((value) => value !== null).length
    const label = gettext('Winning chance for Black along this line; known at %(known)s of %(all)s positions')
    this.host.setAttribute('aria-label', interpolate(label, { known, all: values.length }))
    this.host.hidden = values.length < 3
    this.paint()
  }

  paint() {
    const { svg, values, at } = this
    const width = svg.clientWidth
    const last = values.length - 1
    svg.setAttribute('viewBox', `0 0 ${width} ${TALL}`)
    const x = (/** @type {number} */ place) => across(place, last, width)
    svg.replaceChildren(
      draw('rect', { width, height: TALL, class: 'unknown' }),
      ...runs(values).flatMap(({ from, values: heights }) => this.run(heights, x(from), x(from + heights.length - 1))),
      draw('path', { d: `M0 ${TALL / 2}H${width}`, class: 'middle' }),
      draw('path', { d: `M${x(at)} 0V${TALL}`, class: 'cursor' }),
    )
  }

  /** @param {number[]} heights @param {number} left @param {number} right */
  run(heights, left, right) {
    const width = Math.max(6, right - left)
    const begin = heights.length > 1 ? left : left - 3
    const area = heights.length > 1 ? heights : [heights[0], heights[0]]
    const steps = area.map((high, at) => `L${begin + (width * at) / (area.length - 1)} ${down(high, TALL)}`)
    return [
      draw('rect', { x: begin, width, height: TALL, class: 'white' }),
      draw('path', { d: `M${begin} ${TALL}${steps.join('')}L${begin + width} ${TALL}Z`, class: 'black' }),
    ]
  }
}

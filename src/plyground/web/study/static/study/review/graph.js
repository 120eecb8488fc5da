/** The graph of a game: winning chance and score, with the mistakes and the current move marked. */

import { draw } from '#pages/board/svg.js'
import { across, areaPath, down, lead, linePath, most, plyAt } from '#study/review/shape.js'

/** @import {ReviewPage} from 'contract' */

const TALL = { chance: 150, score: 90 }
/** Signs by grade, which also differ in shape. @type {Record<string, string>} */
const SIGNS = { inaccuracy: 'M-4 0a4 4 0 1 1 8 0a4 4 0 1 1-8 0Z', mistake: 'M0-6L6 0L0 6L-6 0Z', blunder: 'M-5-5H5V5H-5Z' }

/** Redrawn when its width changes. */
export class Graph {
  /** @param {HTMLElement} host @param {ReviewPage} known @param {(ply: number) => void} go */
  constructor(host, known, go) {
    this.host = host
    this.known = known
    this.values = [known.start, ...known.moves]
    this.last = known.moves.length
    this.limit = most(this.values)
    this.ply = this.last
    for (const place of host.querySelectorAll('[data-most]')) place.textContent = `+${this.limit}`
    this.charts = /** @type {const} */ (['chance', 'score']).map((name) => ({ name, svg: /** @type {SVGSVGElement} */ (host.querySelector(`#${name}`)) }))
    new ResizeObserver(() => this.paint()).observe(host)
    host.addEventListener('pointerdown', (event) => {
      host.setPointerCapture(event.pointerId)
      go(this.under(event))
    })
    host.addEventListener('pointermove', (event) => event.buttons && go(this.under(event)))
  }

  /** @param {PointerEvent} event */
  under(event) {
    const { left, width } = this.charts[0].svg.getBoundingClientRect()
    return plyAt(event.clientX - left, this.last, width)
  }

  paint() {
    for (const { name, svg } of this.charts) {
      const width = svg.clientWidth
      const height = TALL[name]
      const heights = this.values.map((value) => (name === 'chance' ? value.chance : lead(value, this.limit)))
      svg.setAttribute('viewBox', `0 0 ${width} ${height}`)
      svg.setAttribute('height', String(height))
      svg.replaceChildren(
        draw('rect', { width, height, class: 'white' }),
        draw('path', { d: areaPath(heights, width, height), class: 'black' }),
        draw('path', { d: `M0 ${height / 2}H${width}`, class: 'middle' }),
        draw('path', { d: linePath(heights, width, height), class: 'line' }),
        ...this.marks(heights, width, height),
        draw('path', { class: 'cursor' }),
      )
    }
    this.point()
  }

  /** @param {number[]} heights @param {number} width @param {number} height */
  marks(heights, width, height) {
    return this.known.moves.flatMap(({ grade }, place) => {
      if (!SIGNS[grade]) return []
      const [x, y] = [across(place + 1, this.last, width), Math.max(7, Math.min(height - 7, down(heights[place + 1], height)))]
      return [draw('path', { d: SIGNS[grade], class: `sign ${grade}`, transform: `translate(${x} ${y})` })]
    })
  }

  /** Marks the current move. */
  point() {
    for (const { name, svg } of this.charts) {
      const x = across(this.ply, this.last, svg.clientWidth)
      svg.querySelector('.cursor')?.setAttribute('d', `M${x} 0V${TALL[name]}`)
    }
  }

  /** @param {number} ply @param {string} words */
  set(ply, words) {
    this.ply = ply
    this.host.setAttribute('aria-valuenow', String(ply))
    this.host.setAttribute('aria-valuetext', words)
    this.point()
  }
}

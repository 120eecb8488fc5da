/** All charts of a training, over a selectable axis. */

import { Chart } from '#lab/training/chart.js'
import { curvesOf } from '#lab/training/curves.js'
import { listPoints } from '#lab/training/numbers.js'

/** @import {TrainingElo, TrainingPoint} from 'contract' */
/** @import {Axis} from '#lab/training/curves.js' */

export class Charts {
  /** @type {TrainingPoint[]} */
  points = []
  /** @type {TrainingElo[]} */
  elos = []
  /** Charts by title. @type {Map<string, Chart>} */
  known = new Map()
  /** The selected generation. @type {number | null} */
  here = null

  /** @param {HTMLElement} section */
  constructor(section) {
    this.section = section
    section.addEventListener('change', () => this.draw())
  }

  /** The last generation with known points. */
  get last() {
    return this.points[this.points.length - 1]?.generation ?? 0
  }

  /** @returns {Axis} */
  get axis() {
    const chosen = this.section.querySelector('input[name="axis"]:checked')
    return chosen instanceof HTMLInputElement ? /** @type {Axis} */ (chosen.value) : 'generation'
  }

  /** Adds new points; known ones are ignored. @param {TrainingPoint[]} points @param {TrainingElo[]} elos all of them */
  add(points, elos) {
    const { last } = this
    const fresh = points.filter(({ generation }) => generation > last)
    this.points.push(...fresh)
    this.elos = elos
    if (!fresh.length) return
    this.draw()
    listPoints(this.section, this.points)
  }

  /** Marks the selected generation. @param {number | null} generation */
  mark(generation) {
    this.here = generation
    this.draw()
  }

  draw() {
    const { axis, here } = this
    const found = curvesOf(this.points, this.elos, axis)
    const point = this.points.find(({ generation }) => generation === here)
    const at = here === 0 ? 0 : point ? point[axis] : null
    for (const curves of found) {
      const chart = this.known.get(curves.title) ?? new Chart()
      this.known.set(curves.title, chart)
      chart.show(curves, at)
    }
    const host = this.section.querySelector('.charts')
    const nodes = found.map(({ title }) => /** @type {Chart} */ (this.known.get(title)).node)
    if (nodes.some((node, i) => host?.children[i] !== node)) host?.replaceChildren(...nodes)
    this.section.hidden = this.points.length === 0
  }
}

/** The page of a training: curves that grow while it runs, and a position through the generations. */

import { Lookout, showStudy, tell } from '#lab/lookout.js'
import { Chart } from '#lab/training/chart.js'
import { curvesOf } from '#lab/training/curves.js'
import { Generations } from '#lab/training/generations.js'
import { listPoints } from '#lab/training/numbers.js'

/** @import {TrainingPage, TrainingPoint, TrainingState} from 'contract' */
/** @typedef {import('#lab/training/curves.js').Axis} Axis */

const known = /** @type {TrainingPage} */ (JSON.parse(document.querySelector('#page-data')?.textContent ?? ''))
const card = /** @type {HTMLElement} */ (document.querySelector('#study'))
const section = /** @type {HTMLElement} */ (document.querySelector('#curves'))
const sight = document.querySelector('#sight')

/** @type {TrainingPoint[]} */
const points = []
/** @type {Map<string, Chart>} */
const charts = new Map()
const generations = sight instanceof HTMLElement ? new Generations(sight, known, drawCurves) : null

/** Which axis is chosen. @returns {Axis} */
function axis() {
  const chosen = section.querySelector('input[name="axis"]:checked')
  return chosen instanceof HTMLInputElement ? /** @type {Axis} */ (chosen.value) : 'generation'
}

/** The charts as they are now, with a line at the generation that is looked at. */
function drawCurves() {
  const found = curvesOf(points, axis())
  const here = points.find(({ generation }) => generation === generations?.number)
  for (const curves of found) {
    const chart = charts.get(curves.title) ?? new Chart()
    charts.set(curves.title, chart)
    chart.show(curves, here ? here[axis()] : null)
  }
  const host = section.querySelector('.charts')
  const nodes = found.map(({ title }) => /** @type {Chart} */ (charts.get(title)).node)
  if (nodes.some((node, i) => host?.children[i] !== node)) host?.replaceChildren(...nodes)
  section.hidden = points.length === 0
}

/** @param {TrainingState} state */
function take(state) {
  const last = points[points.length - 1]?.generation ?? 0
  const fresh = state.points.filter(({ generation }) => generation > last)
  points.push(...fresh)
  generations?.offer(state.networks, state.played)
  if (fresh.length) {
    drawCurves()
    listPoints(section, points)
  }
  return points[points.length - 1]?.generation ?? 0
}

/** @param {TrainingState} state */
async function show(state) {
  if (showStudy(card, state)) tell(state.news)
  lookout.address = `${known.address}state/?after=${take(state)}`
  return state.state === 'running'
}

section.addEventListener('change', drawCurves)
const lookout = new Lookout(`${known.address}state/?after=${take(known.state)}`, show)
drawCurves()
if (card.dataset.state !== 'finished') lookout.begin()

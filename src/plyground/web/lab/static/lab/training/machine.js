/** The lesson on how a machine learns: positions of recorded trainings, one for each chapter. */

import { Charts } from '#lab/training/charts.js'
import { Generations } from '#lab/training/generations.js'

/** @import {MachinePage} from 'contract' */

const { trainings, chapters } = /** @type {MachinePage} */ (JSON.parse(document.querySelector('#page-data')?.textContent ?? ''))
const section = document.querySelector('#curves')

for (const { key, training, network, place } of chapters) {
  const root = document.querySelector(`#sight${key}`)
  if (!(root instanceof HTMLElement)) continue
  const known = trainings[training]
  new Generations(root, known, () => {}, { network, place }).offer(known.state.networks, [])
}
const [last] = chapters.slice(-1)
if (section instanceof HTMLElement && last) {
  const { points, elos } = trainings[last.training].state
  new Charts(section).add(points, elos)
}

/** The page of a training: curves that grow while it runs, and a position through the generations. */

import { Lookout, showStudy, tell } from '#lab/lookout.js'
import { Charts } from '#lab/training/charts.js'
import { Generations } from '#lab/training/generations.js'

/** @import {TrainingPage, TrainingState} from 'contract' */

const known = /** @type {TrainingPage} */ (JSON.parse(document.querySelector('#page-data')?.textContent ?? ''))
const card = /** @type {HTMLElement} */ (document.querySelector('#study'))
const sight = document.querySelector('#sight')
const stop = document.querySelector('#stop')

const charts = new Charts(/** @type {HTMLElement} */ (document.querySelector('#curves')))
const generations = sight instanceof HTMLElement ? new Generations(sight, known, (number) => charts.mark(number)) : null
const lookout = new Lookout('', show)

/** Shows new data; the next poll asks for the data after it. @param {TrainingState} state */
function take({ points, elos, networks, played }) {
  charts.add(points, elos)
  generations?.offer(networks, played)
  lookout.address = `${known.address}state/?after=${charts.last}`
}

/** @param {TrainingState} state */
async function show(state) {
  if (showStudy(card, state)) tell(state.news)
  if (stop instanceof HTMLElement) stop.hidden = state.state !== 'running'
  take(state)
  return state.state === 'running'
}

take(known.state)
if (card.dataset.state !== 'finished') lookout.begin()

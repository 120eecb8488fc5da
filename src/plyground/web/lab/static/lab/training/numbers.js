/** The numbers of a training as a table, as an alternative to the charts. */

import { html } from '#pages/board/svg.js'
import { numberText } from '#lab/training/curves.js'

/** @import {TrainingPoint} from 'contract' */

const MOST = 200 // rows, the latest

/** @param {TrainingPoint} point */
function row({ generation, games, hours, losses, plies, black, scores }) {
  const score = scores.map(({ opponent, share, low, high }) => `${opponent ? `${opponent} ` : ''}${numberText(share, true)} (${numberText(low, true)}–${numberText(high, true)})`)
  const cells = [String(games), hours.toFixed(2), ...['policy', 'value'].map((name) => (losses[name] === undefined ? '–' : losses[name].toFixed(3))), plies.toFixed(1), numberText(black.share, true), score.join('; ') || '–']
  return html('tr', {}, html('th', { scope: 'row' }, String(generation)), ...cells.map((text) => html('td', {}, text)))
}

/** The latest first. @param {HTMLElement} section @param {TrainingPoint[]} points */
export function listPoints(section, points) {
  section.querySelector('.numbers tbody')?.replaceChildren(...points.slice(-MOST).reverse().map(row))
}

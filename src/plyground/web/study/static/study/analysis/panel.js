/** The engine's part of the page: its lines, the bar, the terms of the evaluation. */

import { moveName } from '#play/announce.js'
import { html } from '#pages/board/svg.js'
import { gettext, interpolate } from '#pages/words.js'
import { chance, percent, progress, shownMoves, signed, threatName, worth } from '#study/analysis/lines.js'

/** @import {Analysis, TermValue} from 'contract' */
/** @typedef {import('#pages/types.js').Turn} Turn */

const SHOWN = 10 // moves of a line

/** @param {string} id @returns {HTMLElement} */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id))

/**
 * Shows the current lines. Existing buttons stay, with the focus.
 * @param {Analysis | null} found
 * @param {Turn} turn
 * @param {string} unit
 */
export function showLines(found, turn, unit) {
  const list = byId('lines')
  const lines = found?.lines ?? []
  while (list.children.length > lines.length) list.lastElementChild?.remove()
  lines.forEach((line, number) => {
    const row = list.children[number] ?? list.appendChild(newRow())
    const [share, words, proven, moves] = row.children
    share.textContent = percent(chance(line, turn), line.exact)
    const lost = Math.round(100 * Math.max(0, lines[0].win_chance - line.win_chance))
    words.textContent = worth(line, turn, unit) + (lost ? ` · ${interpolate(gettext('loses %(lost)s'), { lost: `${lost}%` })}` : '')
    proven.textContent = line.exact ? gettext('proven') : ''
    const shown = line.pv.slice(0, shownMoves(line, SHOWN))
    while (moves.children.length > shown.length) moves.lastElementChild?.remove()
    shown.forEach((move, place) => {
      const button = moves.children[place] ?? moves.appendChild(html('button', { type: 'button', class: 'move' }))
      const threat = threatName(line.threats?.[place])
      button.replaceChildren(moveName(move), ...(threat ? [html('small', {}, ` ${threat}`)] : []))
      button.setAttribute('data-line', shown.slice(0, place + 1).join(' '))
    })
  })
}

const newRow = () => html('li', {},
  html('b', { title: gettext('Winning chance for Black') }), html('span', { class: 'worth' }), html('span', { class: 'chip' }), html('span', { class: 'pv' }))

/** @param {Analysis | null} found @param {boolean} done */
export function showProgress(found, done) {
  const depth = Math.max(0, ...(found?.lines ?? []).map((line) => line.depth))
  byId('thinking').textContent = found ? progress({ ...found, depth, done }) : ''
}

/** Shows the value of each heuristic. @param {TermValue[]} terms */
export function showTerms(terms) {
  const head = [gettext('Term'), gettext('For Black'), gettext('Weight'), gettext('Counts')]
  const rows = terms.map(({ name, sentence, value, weight }) => html('tr', {},
    html('th', { scope: 'row' }, name, ...(sentence ? [html('small', {}, sentence)] : [])),
    html('td', {}, signed(value, 2)), html('td', {}, weight ? `× ${Math.round(weight * 1000) / 1000}` : '–'), html('td', {}, weight ? signed(value * weight, 2) : '–')))
  byId('no-terms').hidden = rows.length > 0
  byId('terms').replaceChildren(...(rows.length ? [html('thead', {}, html('tr', {}, ...head.map((text) => html('th', { scope: 'col' }, text)))), html('tbody', {}, ...rows)] : []))
}

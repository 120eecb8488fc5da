/** The opening explorer: the moves of the opening book, and the best moves after each. */

import { moveName } from '#play/announce.js'
import { html } from '#pages/board/svg.js'
import { gettext } from '#pages/words.js'
import { chance, percent, worth } from '#study/analysis/lines.js'
import { byId } from '#study/analysis/panel.js'

/** @import {BookLine} from 'contract' */
/** @typedef {import('#pages/types.js').Turn} Turn */

const SHOWN = 8 // moves of a line

/** Shows the book's moves; without any, the card is hidden. @param {BookLine[]} rows @param {Turn} turn the side to move */
export function showBook(rows, turn) {
  byId('book-box').hidden = !rows.length
  byId('book').replaceChildren(...rows.map((row) => html('li', {},
    html('b', { title: gettext('Winning chance for Black') }, percent(chance(row, turn), row.exact)),
    html('span', { class: 'worth' }, row.mate ? worth({ ...row, score: 0 }, turn, '') : ''),
    html('span', { class: 'chip' }, row.exact ? gettext('proven') : ''),
    html('span', { class: 'pv' }, ...row.pv.slice(0, SHOWN).map((move, place, pv) =>
      html('button', { type: 'button', class: 'move', 'data-line': pv.slice(0, place + 1).join(' ') }, moveName(move)))))))
}

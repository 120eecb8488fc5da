/** The details of the current node: the board's texts, the window, the terms, the choices. */

import { gettext, interpolate } from '#pages/words.js'
import { LEAF } from '#study/watch/tree.js'
import { bound, moveName, percent, signed, where, worth } from '#study/watch/sentences.js'

/** @import {WatchBoard} from 'contract' */
/** @typedef {import('#study/watch/types.js').Tape} Tape */

/**
 * The details of a node as pairs of name and value, without the DOM.
 * @param {Tape} tape
 * @param {number} node
 * @param {number} time
 * @returns {[string, string][]}
 */
export function details(tape, node, time) {
  /** @type {[string, string][]} */
  const rows = [[gettext('Position'), where(tape, node)]]
  if (tape.state(node, time) === 0) return [...rows, [gettext('Value'), gettext('not reached yet')]]
  if (tape.kind === 'playouts') {
    const mean = tape.mean(node, time)
    rows.push([gettext('Visits'), String(tape.visits[node])])
    const black = tape.branches.parent[node] < 0 ? tape.data.turn === 'black' : tape.data.nodes.black[node] === 1
    const share = black ? tape.blackMean(node, time) : 1 - (tape.blackMean(node, time) ?? 0)
    if (mean !== null) rows.push([black ? gettext('Good for Black') : gettext('Good for White'), percent(share ?? 0)])
    const proven = ['', gettext('a loss'), gettext('a draw'), gettext('a win')][tape.proven(node, time)]
    if (proven) rows.push([gettext('Proven, for the side that moved here'), proven])
    return rows
  }
  const { columns } = tape.data
  if (tape.prunes) {
    const { alpha, beta } = tape.window(node, time)
    rows.push([gettext('Black has secured'), alpha ? worth(alpha) : gettext('nothing yet')])
    rows.push([gettext('White has secured'), beta ? worth(beta) : gettext('nothing yet')])
    rows.push([gettext('Window at the start'), `${bound(tape, columns.alpha[node])} … ${bound(tape, columns.beta[node])}`])
  }
  const done = tape.state(node, time) === 2
  rows.push([done ? gettext('Value') : gettext('Value so far'), worth(tape.known(node, time))])
  const best = tape.best(node, time)
  if (best >= 0) rows.push([gettext('Best move so far'), moveName(tape.branches.name(best))])
  return rows
}

/**
 * Fills a list of terms with the details.
 * @param {HTMLElement} list dl
 * @param {[string, string][]} rows
 */
export function fill(list, rows) {
  list.replaceChildren(...rows.map(([name, value]) => {
    const pair = document.createElement('div')
    const term = document.createElement('dt')
    const definition = document.createElement('dd')
    term.textContent = name
    definition.textContent = value
    pair.append(term, definition)
    return pair
  }))
}

/**
 * The terms of the evaluation, as rows of a table; empty if it was not used.
 * @param {Tape} tape
 * @param {number} node
 * @param {WatchBoard} seen
 * @returns {string[][]}
 */
export function terms(tape, node, seen) {
  if (tape.kind !== 'tree' || tape.type(node) !== LEAF || !seen.terms.length) return []
  const rows = seen.terms.map(({ name, value, weight }) => [name, signed(value), `× ${Math.round(weight * 1000) / 1000}`, signed(value * weight)])
  return [[gettext('Term'), gettext('For Black'), gettext('Weight'), gettext('Counts')], ...rows]
}

/**
 * The choices of a playout, as rows of a table.
 * @param {Tape} tape
 * @param {number} time
 * @returns {string[][]}
 */
export function choices(tape, time) {
  if (tape.kind !== 'playouts' || time < 1) return []
  const rows = tape.path(time).slice(1).map((node, place) => {
    const choice = tape.choice(time, place + 1)
    if (!choice) return []
    const total = choice.mean + choice.rave + choice.explore
    const other = choice.instead ? `${moveName(choice.instead)} ${two(choice.second ?? 0)}` : ''
    return [moveName(tape.branches.name(node)), two(choice.mean), two(choice.rave), two(choice.explore), two(total), other]
  })
  if (!rows.length) return []
  return [[gettext('Move'), gettext('Results'), gettext('Came later'), gettext('Seldom tried'), gettext('Selection value'), gettext('Next best')], ...rows]
}

/** @param {number} number */
const two = (number) => number.toFixed(2).replace('-', '−')

/**
 * Fills a table; without rows it is hidden.
 * @param {HTMLTableElement} table
 * @param {string[][]} rows the first has the headings
 */
export function fillTable(table, rows) {
  table.hidden = rows.length === 0
  const [head, body] = [table.tHead ?? table.createTHead(), table.tBodies[0] ?? table.createTBody()]
  const line = (/** @type {string[]} */ cells, /** @type {'th' | 'td'} */ kind) => {
    const row = document.createElement('tr')
    cells.forEach((text, place) => {
      const cell = document.createElement(kind === 'td' && place === 0 ? 'th' : kind)
      if (cell instanceof HTMLTableCellElement && cell.tagName === 'TH') cell.scope = kind === 'th' ? 'col' : 'row'
      cell.textContent = text
      row.append(cell)
    })
    return row
  }
  head.replaceChildren(...rows.slice(0, 1).map((row) => line(row, 'th')))
  body.replaceChildren(...rows.slice(1).map((row) => line(row, 'td')))
}

/**
 * The moves skipped by a cut, by name; empty if they are unknown.
 * @param {Tape} tape
 * @param {number} node
 * @param {WatchBoard} seen
 */
export function leftOut(tape, node, seen) {
  if (!tape.cut(node)) return ''
  const looked = new Set(tape.branches.children(node).map((child) => tape.branches.name(child)))
  const names = seen.moves.filter((move) => !looked.has(move)).map(moveName)
  if (names.length !== tape.cut(node)) return ''
  return interpolate(gettext('Left out: %(moves)s.'), { moves: names.join(' ') })
}

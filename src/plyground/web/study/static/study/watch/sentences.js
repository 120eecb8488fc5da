/** The steps of a search in words, without the DOM. */

import { gettext, interpolate, ngettext } from '#pages/words.js'
import { LEAF, OVER } from '#study/watch/tree.js'

/** @typedef {import('#study/watch/tree.js').Worth} Worth */
/** @typedef {import('#study/watch/types.js').Tape} Tape */
/** @typedef {import('#study/watch/tree.js').Tree} Tree */
/** @typedef {import('#study/watch/playouts.js').Playouts} Playouts */

/** @param {boolean | number} black */
const side = (black) => (black ? gettext('Black') : gettext('White'))

/** A number with its sign, short. @param {number} number */
export function signed(number) {
  const text = String(Math.round(Math.abs(number) * 100) / 100)
  return text === '0' ? '0' : (number > 0 ? '+' : '−') + text
}

/** @param {number} share */
export const percent = (share) => `${Math.round(100 * share)} %`

/** A value in a box; empty if there is none. @param {Worth | null} value */
export function shortWorth(value) {
  if (!value) return ''
  const [number, win, plies] = value
  if (!win) return signed(number)
  const who = win > 0 ? gettext('B') : gettext('W')
  return plies === null ? `${who}+${Math.abs(number)}` : `${who}${plies}`
}

/** A value in a sentence. @param {Worth | null} value @returns {string} */
export function worth(value) {
  if (!value) return gettext('nothing yet')
  const [number, win, plies] = value
  if (!win) return signed(number)
  const count = plies ?? Math.abs(number)
  if (plies === null) return interpolate(win > 0 ? gettext('a win for Black by %(count)s') : gettext('a win for White by %(count)s'), { count })
  const text = win > 0
    ? ngettext('a win for Black in %(count)s move', 'a win for Black in %(count)s moves', count)
    : ngettext('a win for White in %(count)s move', 'a win for White in %(count)s moves', count)
  return interpolate(text, { count })
}

/** The share of the side that moved here; at the root, of the side to move. @param {Playouts} tape @param {number} node @param {number} time */
function chance(tape, node, time) {
  const mean = tape.mean(node, time)
  return mean === null || tape.branches.parent[node] >= 0 ? mean : 1 - mean
}

/** @param {Playouts} tape @param {number} node @param {number} time */
export function shortChance(tape, node, time) {
  const mean = chance(tape, node, time)
  if (mean === null) return ''
  const proven = tape.branches.parent[node] < 0 ? '' : ['', '✗', '=', '✓'][tape.proven(node, time)]
  const value = proven || ` ${percent(mean)}`
  return `${tape.visits[node]}×${value}`
}

/** The move of a node in a box; a root has its own text. @param {Tape} tape @param {number} node */
export function shortMove(tape, node) {
  if (tape.branches.parent[node] >= 0) return moveName(tape.branches.name(node))
  if (tape.kind === 'tree' && tape.data.passes.length > 1) return interpolate(gettext('depth %(count)s'), { count: tape.pass(node).depth })
  return gettext('start')
}

/** @param {string} text */
export const moveName = (text) => (text === 'pass' ? gettext('pass') : text)

/** The path to a node. @param {Tape} tape @param {number} node */
export function where(tape, node) {
  const moves = tape.branches.line(node).map(moveName)
  return moves.length ? moves.join(' ') : gettext('The position itself')
}

/** The step at a time. @param {Tape} tape @param {number} time @returns {string} */
export function happens(tape, time) {
  return tape.kind === 'playouts' ? played(tape, time) : tape.leaves(time) ? leaving(tape, tape.nodeAt(time)) : entering(tape, tape.nodeAt(time))
}

/** @param {Tree} tape @param {number} node */
function entering(tape, node) {
  const { offered, black } = tape.data.columns
  const move = shortMove(tape, node)
  const values = { move, side: side(black[node]), count: offered[node], value: worth(tape.value(node)) }
  if (tape.type(node) === OVER) return interpolate(gettext('After %(move)s the game is over: %(value)s.'), overValues(tape, node, values))
  if (tape.type(node) === LEAF) return interpolate(gettext('After %(move)s the search has reached its depth: the evaluation says %(value)s.'), values)
  if (tape.branches.parent[node] < 0) return interpolate(ngettext('The search begins. %(side)s to move has %(count)s move to look at.', 'The search begins. %(side)s to move has %(count)s moves to look at.', offered[node]), values)
  return interpolate(ngettext('After %(move)s: %(side)s to move has %(count)s move to look at.', 'After %(move)s: %(side)s to move has %(count)s moves to look at.', offered[node]), values)
}

/** At the end of a game, 0 is a draw. @param {Tree} tape @param {number} node @param {Record<string, unknown>} values */
function overValues(tape, node, values) {
  const value = tape.value(node)
  return value && !value[1] ? { ...values, value: gettext('a draw') } : values
}

/** @param {Tree} tape @param {number} node */
function leaving(tape, node) {
  const { columns, values: table } = tape.data
  const black = columns.black[node] === 1
  const cut = tape.cut(node)
  const value = tape.value(node)
  const bound = table[black ? columns.beta[node] : columns.alpha[node]] ?? null
  const values = { value: worth(value), bound: worth(bound), count: cut, place: where(tape, node) }
  if (!cut) {
    const text = black ? gettext('Black takes the largest value after %(place)s: %(value)s.') : gettext('White takes the smallest value after %(place)s: %(value)s.')
    const begin = black ? gettext('Black takes the largest value of all: %(value)s.') : gettext('White takes the smallest value of all: %(value)s.')
    return interpolate(tape.branches.parent[node] < 0 ? begin : text, values)
  }
  const why = black
    ? gettext('Cutoff. White can already have %(bound)s elsewhere, and here Black gets %(value)s: White will not come here.')
    : gettext('Cutoff. Black can already have %(bound)s elsewhere, and here White holds it to %(value)s: Black will not come here.')
  return `${interpolate(why, values)} ${interpolate(ngettext('%(count)s move is left out.', '%(count)s moves are left out.', cut), values)}`
}

/** Black's share of the point in words. @param {number} black */
export function ended(black) {
  if (black > 0.999) return gettext('Black wins')
  if (black < 0.001) return gettext('White wins')
  if (Math.abs(black - 0.5) < 0.001) return gettext('a draw')
  return interpolate(gettext('%(share)s for Black'), { share: percent(black) })
}

/** @param {Playouts} tape @param {number} time */
function played(tape, time) {
  if (time < 1) return gettext('Nothing has been tried yet. Each playout goes down the tree to a promising position, plays on from there, and carries the result back up.')
  const { how, black, opinion, played: end, plies } = tape.data.playouts
  const at = time - 1
  const path = tape.branches.line(tape.nodeAt(time)).map(moveName).join(' ') || gettext('nowhere')
  const values = { number: time, path, plies: plies[at], end: ended(end[at] ?? black[at]), opinion: percent(opinion[at] ?? 0.5), black: percent(black[at]) }
  if (how[at] === 0) return interpolate(gettext('Playout %(number)s went %(path)s, where the result is proven: %(end)s.'), values)
  if (how[at] === 1) return interpolate(gettext('Playout %(number)s went %(path)s, where the game is over: %(end)s.'), values)
  if (end[at] === null && opinion[at] !== null) return interpolate(gettext('Playout %(number)s went %(path)s, where the network gives Black %(opinion)s.'), values)
  const sentence = end[at] === null
    ? interpolate(gettext('Playout %(number)s went %(path)s.'), values)
    : interpolate(ngettext('Playout %(number)s went %(path)s and played on for %(plies)s move: %(end)s.', 'Playout %(number)s went %(path)s and played on for %(plies)s moves: %(end)s.', plies[at]), values)
  if (opinion[at] === null) return sentence
  return `${sentence} ${interpolate(gettext('The evaluation gave Black %(opinion)s; together that counts as %(black)s.'), values)}`
}

/** A node for screen readers. @param {Tape} tape @param {number} node @param {number} time */
export function spoken(tape, node, time) {
  const name = shortMove(tape, node)
  if (tape.kind === 'playouts') {
    const mean = chance(tape, node, time)
    if (mean === null) return interpolate(gettext('%(move)s: not tried yet'), { move: name })
    const values = { move: name, count: tape.visits[node], share: percent(mean) }
    return interpolate(ngettext('%(move)s: %(count)s visit, %(share)s', '%(move)s: %(count)s visits, %(share)s', tape.visits[node]), values)
  }
  const { alpha, beta } = tape.data.columns
  const values = { move: name, value: worth(tape.known(node, time)), alpha: bound(tape, alpha[node]), beta: bound(tape, beta[node]), count: tape.state(node, time) === 2 ? tape.cut(node) : 0 }
  const parts = [interpolate(gettext('%(move)s: %(value)s'), values)]
  if (tape.prunes) parts.push(interpolate(gettext('window from %(alpha)s to %(beta)s'), values))
  if (values.count) parts.push(interpolate(ngettext('cut, %(count)s move left out', 'cut, %(count)s moves left out', values.count), values))
  return parts.join(gettext(', '))
}

/** An end of the window. @param {Tree} tape @param {number} value */
export const bound = (tape, value) => (value < 0 ? gettext('open') : worth(tape.data.values[value]))

/** A position with a network's evaluation: the board with its heat map, the value, and the best moves. */

import { Board } from '#pages/board/board.js'
import { Heat, bySquare } from '#pages/board/heat.js'
import { html } from '#pages/board/svg.js'
import { unpack } from '#pages/pictures.js'
import { gettext, interpolate } from '#pages/words.js'

/** @import {Outcomes, SeenMove, SeenPosition} from 'contract' */
/** @typedef {'network' | 'search'} Source the source of the painted shares */

const ROWS = 8 // moves in the table

/** @param {number | null} share */
export const percent = (share) => (share === null ? '–' : `${Math.round(100 * share)} %`)

/**
 * The shares of squares, from a source.
 * @param {SeenMove[]} moves @param {Source} source
 */
export function sharesOf(moves, source) {
  const targets = moves.map(({ move, to }) => ({ text: move, to }))
  return bySquare(targets, moves.map((row) => ({ move: row.move, share: row[source] ?? 0 })))
}

/**
 * The moves of the table: the best ones of this source, and the move played.
 * @param {SeenMove[]} moves @param {Source} source
 */
export function bestOf(moves, source) {
  const sorted = [...moves].sort((a, b) => (b[source] ?? 0) - (a[source] ?? 0))
  const best = sorted.slice(0, ROWS)
  const played = sorted.find((row) => row.played)
  return played && !best.includes(played) ? [...best.slice(0, -1), played] : best
}

/** The chances in words. @param {Outcomes} value */
export function valueText({ black, draw, white }) {
  return interpolate(gettext('Black %(black)s, draw %(draw)s, White %(white)s'), { black: percent(black), draw: percent(draw), white: percent(white) })
}

/** The display of a position. */
export class SightView {
  /** @param {HTMLElement} root the section with the parts of a position */
  constructor(root) {
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-part="${name}"]`))
    this.parts = { board: part('board'), situation: part('situation'), reading: part('reading'), value: part('value'), searched: part('searched'), table: part('moves'), analysis: part('analysis') }
    this.board = new Board(this.parts.board)
    this.heat = new Heat(this.board)
  }

  /** @param {SeenPosition} seen @param {Source} source @param {number | null} network the generation */
  show(seen, source, network) {
    const { moves, value, situation, analysis } = seen
    const { view } = unpack(seen.view)
    const next = moves.find(({ played }) => played)
    const label = [situation, reading(moves, network)].filter(Boolean).join(' ')
    this.board.set({ view, mode: 'none', still: true, legal: false, hint: next?.to ? { area: [], from: null, to: next.to } : null, label })
    this.heat.show(sharesOf(moves, source))
    this.parts.situation.textContent = situation
    this.parts.reading.textContent = reading(moves, network)
    this.showValue(value)
    this.parts.searched.textContent = searchText(seen, source)
    this.parts.table.replaceChildren(...bestOf(moves, source).map(row))
    this.parts.analysis.setAttribute('href', analysis)
  }

  /** @param {Outcomes | null} value */
  showValue(value) {
    this.parts.value.hidden = value === null
    if (!value) return
    const text = valueText(value)
    const [bar, words] = this.parts.value.children
    for (const [i, share] of [value.black, value.draw, value.white].entries()) {
      const piece = bar.children[i]
      if (piece instanceof HTMLElement) piece.style.flexGrow = String(share)
    }
    words.textContent = text
  }
}

/** The network's preferred move. @param {SeenMove[]} moves @param {number | null} network */
function reading(moves, network) {
  const [best] = moves
  if (network === null || !best || best.network === null) return ''
  return interpolate(gettext('Generation %(generation)s would play %(move)s (%(share)s).'), { generation: network, move: best.move, share: percent(best.network) })
}

/** A sentence about the search. @param {SeenPosition} seen @param {Source} source */
function searchText({ moves, search }, source) {
  const none = source === 'search' && moves.every((row) => row.search === null)
  const parts = [
    ...(search === null ? [] : [interpolate(gettext('The search gave Black %(share)s.'), { share: percent(search) })]),
    ...(none ? [gettext('There was no full search here, so no square is coloured.')] : []),
  ]
  return parts.join(' ')
}

/** @param {SeenMove} move */
function row({ move, network, search, played }) {
  const name = html('th', { scope: 'row' }, move, ...(played ? [html('span', { class: 'chip' }, gettext('played'))] : []))
  return html('tr', {}, name, html('td', {}, percent(network)), html('td', {}, percent(search)))
}

/** Territory in Go: its owners on the board, and beside it who leads, or the count as a table. */

import { Owners } from '#pages/board/owners.js'
import { html } from '#pages/board/svg.js'
import { gettext } from '#pages/words.js'

/** @import {CountLine, Territory as Found} from 'contract' */
/** @import {View} from '#pages/types.js' */
/** @import {Board} from '#pages/board/board.js' */

/**
 * The owners without the points of living stones, which show them by themselves.
 * @param {Record<string, number>} owners @param {Pick<View, 'pieces'>} view
 */
export function visible(owners, { pieces }) {
  const stones = new Map(pieces.map(({ at, owner }) => [at, owner === 'black' ? 1 : -1]))
  return Object.fromEntries(Object.entries(owners).filter(([at, value]) => (stones.get(at) ?? 0) * value <= 0))
}

const KEPT = 100 // positions

/** On one board, with a box for the words. */
export class Territory {
  /** @type {Map<string, Found>} */
  known = new Map()
  /** The board to show; null: none. @type {string | null} */
  key = null
  wrong = ''
  drawn = ''

  /** @param {Board} board @param {HTMLElement} box @param {(sentence: string) => void} say */
  constructor(board, box, say) {
    this.board = board
    this.box = box
    this.say = say
    this.owners = new Owners(board)
  }

  /**
   * Shows the territory of a board, which is loaded unless it is known; call it again after the board is turned.
   * @param {string | null} key null: none @param {() => Promise<{data: any, wrong: string}>} load
   */
  async look(key, load) {
    const fresh = key !== this.key
    this.key = key
    if (fresh) this.wrong = ''
    this.draw()
    if (key === null || !fresh || this.known.has(key)) return
    const { data, wrong } = await load()
    if (this.known.size >= KEPT) this.known.clear()
    if (data) this.known.set(key, data)
    if (this.key !== key) return
    this.wrong = wrong
    this.draw()
    this.say(data?.sentence ?? wrong)
  }

  draw() {
    const { board, box, key, wrong } = this
    const found = key === null ? null : this.known.get(key) ?? null
    const drawn = `${key} ${board.state.flipped} ${Boolean(found)} ${wrong}`
    if (drawn === this.drawn) return
    this.drawn = drawn
    this.owners.show(found ? visible(found.owners, board.state.view) : {})
    box.hidden = !(found || wrong)
    box.replaceChildren(...(found ? words(found) : [wrong]))
  }
}

/** @param {Found} found */
const words = ({ sentence, lines }) => [html('p', {}, sentence), ...(lines.length ? [table(lines)] : [])]

/** @param {CountLine[]} lines */
const table = (lines) => html('table', {},
  html('thead', {}, html('tr', {}, html('td', {}), ...[gettext('Black'), gettext('White')].map((side) => html('th', { scope: 'col' }, side)))),
  html('tbody', {}, ...lines.map(({ words, black, white }) =>
    html('tr', {}, html('th', { scope: 'row' }, words), html('td', {}, String(black)), html('td', {}, String(white))))))

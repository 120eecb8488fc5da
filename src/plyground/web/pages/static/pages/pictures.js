/** Boards that are only displayed: `<div data-view="...">`, as packed by pictures.py. */

import { Board } from '#pages/board/board.js'

/** @import {PackedView} from 'contract' */
/** @import {HintView, View} from '#pages/types.js' */

/**
 * The packed view, and its highlighted points.
 * @param {PackedView} packed
 * @returns {{view: View, hint: HintView | null}}
 */
export function unpack(packed) {
  const { hint = null, pieces, ...rest } = packed
  const spread = pieces.flatMap(([owner, kind, at]) => at.split(' ').map((label) => ({ at: label, owner, kind })))
  const empty = { hands: [], moves: [], marks: [], last_move: null, ply: 0, result: null, scores: null }
  return { view: { ...empty, ...rest, pieces: spread }, hint }
}

/** @type {WeakMap<Element, Board>} */
const drawn = new WeakMap()

/**
 * Draws all pictures inside an element that are not drawn yet.
 * @param {ParentNode} [root]
 * @returns {void}
 */
export function drawPictures(root = document) {
  for (const host of root.querySelectorAll('[data-view]')) if (host instanceof HTMLElement && !drawn.has(host)) draw(host)
}

/**
 * Draws the current content of a picture, and returns its board.
 * @param {HTMLElement} host
 * @returns {Board}
 */
export function draw(host) {
  const board = drawn.get(host) ?? new Board(host)
  drawn.set(host, board)
  const { view, hint } = unpack(JSON.parse(host.dataset.view ?? ''))
  board.set({
    view, hint, mode: 'none', still: true, legal: false,
    coordinates: 'coordinates' in host.dataset, flipped: 'flipped' in host.dataset, label: host.dataset.label ?? '',
  })
  // For square frames: a tall board is drawn narrower there.
  const { width, height } = board.geometry ?? { width: 1, height: 1 }
  host.style.setProperty('--ratio', String(width / height))
  return board
}

/**
 * Shows times in the reader's own time zone.
 * @param {ParentNode} [root]
 */
export function tellTimes(root = document) {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' })
  for (const time of root.querySelectorAll('time')) {
    const when = new Date(time.dateTime)
    if (!Number.isNaN(when.getTime())) time.textContent = format.format(when)
  }
}

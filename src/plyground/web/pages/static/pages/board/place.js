/** A move that is drawn before the server's answer. */

import { animate } from '#pages/board/motion.js'

/** @import {Board} from '#pages/board/board.js' */
/** @import {Change} from '#pages/types.js' */

/**
 * Puts the piece of a legal move on its target. Other effects come with the answer; if it is a refusal, `board.set` restores the position.
 * @param {Board} board @param {string} text @returns {'place' | 'slide' | null} the sound; null: nothing to draw
 */
export function place(board, text) {
  const { view } = board.state
  const move = board.choices.moves.find((known) => known.text === text)
  if (!move?.to || !move.piece) return null
  const piece = { at: move.to, owner: view.turn, kind: move.piece }
  const pieces = [...view.pieces.filter(({ at }) => at !== move.from && at !== move.to), piece]
  /** @type {Change} */
  const change = move.from ? { type: 'slide', at: move.to, from: move.from, piece } : { type: 'land', at: move.to, piece }
  const held = board.held
  board.rest()
  board.painter.pieces({ ...view, pieces }, board.dead())
  board.painter.layers.under.replaceChildren()
  animate(board.painter, [change], held)
  board.held = move.to
  return move.from ? 'slide' : 'place'
}

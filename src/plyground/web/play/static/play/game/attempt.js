/** What a click that no legal move answers would be called, so that the rules can say why not. */

/** @typedef {import('#pages/types.js').View} View */

/**
 * The text of the move that was tried, by the model of one that is legal.
 * @param {View} view
 * @param {{from: string | null, to: string, piece: string | null}} tried
 */
export function attemptText(view, { from, to, piece }) {
  if (from) return from + to
  if (!piece) return to
  const model = view.moves.find((move) => !move.from && move.piece === piece && move.to && move.text.endsWith(move.to))
  const head = model?.to ? model.text.slice(0, -model.to.length) : `${piece[0].toUpperCase()}*`
  return head + to
}

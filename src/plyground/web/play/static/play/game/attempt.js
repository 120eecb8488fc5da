/** The text of an attempted illegal move, so that the rules can explain the refusal. */

/** @typedef {import('#pages/types.js').View} View */

/**
 * The text of the attempted move, modelled on a legal one.
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

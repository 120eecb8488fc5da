/** The values of moves with perfect play, as badges on the board, without the DOM. */

/** @import {Badge, MoveValue} from '#pages/types.js' */
/** @typedef {Pick<import('#pages/board/choices.js').Choices, 'picked' | 'moves' | 'targets'>} Picking */

/**
 * The best value of each piece; for a picked-up piece, the value of each of its moves.
 * @param {MoveValue[]} values the best first
 * @param {Picking} choices
 * @returns {Badge[]}
 */
export function badges(values, choices) {
  const { picked } = choices
  const moves = picked ? choices.targets() : choices.moves
  /** @type {Map<string, Badge>} */
  const found = new Map()
  for (const value of values) {
    const move = moves.find(({ text }) => text === value.text)
    if (!move) continue
    const at = picked ? move.to : move.from
    const piece = at ? null : move.piece
    const key = `${at} ${piece}`
    if (!found.has(key)) found.set(key, { at, piece, value, best: value.value === values[0].value })
  }
  return [...found.values()]
}

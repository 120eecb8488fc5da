/** The list of moves as rows of two, and its keyboard navigation. */

/** @typedef {import('#play/game/types.js').MoveRow} MoveRow */

/**
 * Numbered rows with Black's move and then White's; a game that White begins leaves the first cell empty.
 * @param {MoveRow[]} moves
 * @returns {{number: number, black: MoveRow | null, white: MoveRow | null}[]}
 */
export function rowsOf(moves) {
  /** @type {{number: number, black: MoveRow | null, white: MoveRow | null}[]} */
  const rows = []
  for (const move of moves) {
    const last = rows.at(-1)
    if (!last || last[move.side] || (move.side === 'black' && last.white)) {
      rows.push({ number: rows.length + 1, black: null, white: null, [move.side]: move })
    } else last[move.side] = move
  }
  return rows
}

/**
 * The ply after a key; null for other keys.
 * @param {string} key
 * @param {number} ply
 * @param {number} last
 */
export function stepTo(key, ply, last) {
  const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, ArrowUp: ply - 2, ArrowDown: ply + 2, Home: 0, End: last }[key]
  return to === undefined ? null : Math.max(0, Math.min(to, last))
}

/**
 * A key of the list's content: if it is unchanged, only the mark of the current move moves.
 * @param {MoveRow[]} moves
 */
export const listKey = (moves) => moves.map((move) => move.text).join(' ')

/** The list of moves as rows of two, and where a key leads in it. */

/** @typedef {import('#play/game/types.js').MoveRow} MoveRow */

/**
 * Numbered rows with black's move and then white's; a game that white begins leaves the first place empty.
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
 * The ply that a key leads to; null for a key that leads nowhere.
 * @param {string} key
 * @param {number} ply
 * @param {number} last
 */
export function stepTo(key, ply, last) {
  const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, ArrowUp: ply - 2, ArrowDown: ply + 2, Home: 0, End: last }[key]
  return to === undefined ? null : Math.max(0, Math.min(to, last))
}

/**
 * What has to be written anew when the list is the same but another move is looked at.
 * @param {MoveRow[]} moves
 */
export const listKey = (moves) => moves.map((move) => move.text).join(' ')

/**
 * The data the server sends, as types only. They mirror `src/plyground/view.py`.
 *
 * @typedef {'black' | 'white'} Turn
 * @typedef {{at: string, owner: Turn, kind: string}} PieceView
 * @typedef {{owner: Turn, kind: string, count: number}} HandView
 * @typedef {{text: string, kind: string, from: string | null, to: string | null, piece: string | null}} FullMoveView
 * @typedef {{kind: string, at: string[]}} MarkView
 * @typedef {{black: number, white: number, unit: string}} ScoreView
 * @typedef {{winner: Turn | null, margin: number | null, code: string, reason: string}} ResultView
 * @typedef {{kind: string, owner: Turn | null, at: string[], points: string[], count: number}} AidView
 * @typedef {{area?: string[], from?: string | null, to?: string}} HintView
 *
 * @typedef {object} View
 * @property {string} game
 * @property {'squares' | 'points'} shape
 * @property {string[]} columns
 * @property {string[]} rows from the top; the label of a square is its column and then its row
 * @property {PieceView[]} pieces
 * @property {HandView[]} hands
 * @property {FullMoveView[]} moves
 * @property {FullMoveView | null} last_move
 * @property {MarkView[]} marks
 * @property {Turn} turn
 * @property {number} ply
 * @property {ResultView | null} result
 * @property {ScoreView | null} scores
 *
 * @typedef {object} BoardState What `Board.set` takes; every key may be left out.
 * @property {View} view
 * @property {boolean} flipped black sits at the top
 * @property {'none' | 'moves' | 'points'} mode
 * @property {boolean} legal
 * @property {boolean} coordinates
 * @property {boolean} confirm
 * @property {AidView[]} aids
 * @property {string[]} shown the kinds of aids to draw
 * @property {HintView | null} hint
 * @property {string[]} dead
 * @property {string} label what the grid is called
 * @property {'auto' | 'wood' | 'felt' | 'plain'} look
 * @property {Turn | null} side whose pieces are called "your"
 * @property {boolean} still a picture: no grid, no input
 */
export {}

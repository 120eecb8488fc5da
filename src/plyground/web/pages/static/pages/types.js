/**
 * The server's data, from the contract, and the board's own types; types only.
 *
 * @typedef {'black' | 'white'} Turn
 * @typedef {import('contract').PieceView} PieceView
 * @typedef {import('contract').HandView} HandView
 * @typedef {import('contract').FullMoveView} FullMoveView
 * @typedef {import('contract').AidView} AidView
 * @typedef {import('contract').View} View the label of a square is its column and then its row; rows come from the top
 * @typedef {import('contract').PackedHint} HintView
 *
 * The input of `Board.set`; missing keys stay unchanged.
 * @typedef {object} BoardState
 * @property {View} view
 * @property {boolean} flipped Black is at the top
 * @property {'none' | 'moves' | 'points'} mode `points`: clicks on stones are `toggle` events, for counting
 * @property {boolean} legal show the legal moves, by kind
 * @property {boolean} coordinates
 * @property {boolean} confirm the first tap selects, the second on the same point plays
 * @property {AidView[]} aids
 * @property {string[]} shown the kinds of aids to draw
 * @property {HintView | null} hint
 * @property {string[]} dead labels of stones; those among the view's marks are dead anyway
 * @property {string} label the board's name for screen readers
 * @property {'auto' | 'wood' | 'felt' | 'holes' | 'hexagons' | 'pits' | 'plain'} look
 * @property {Turn | null} side whose pieces are called "your"
 * @property {((choices: import('#pages/board/choices.js').Choices) => Badge[]) | null} values the values of moves, if they are known
 * @property {boolean} still a picture: no grid, no input; to be set at first
 *
 * The events of the host, each with its detail.
 * @typedef {object} BoardEvents
 * @property {{move: string}} play a legal move, as text
 * @property {{from: string | null, to: string, piece: string | null}} attempt no legal move matches; the page asks why
 * @property {{at: string}} toggle
 * @property {Picked | null} pick
 *
 * The value of a move with best play, for the side that makes it: n wins in n plies, -n loses, 0 is a draw.
 * @typedef {Pick<import('contract').TablebaseMove, 'text' | 'value' | 'words'>} MoveValue
 * @typedef {{at: string | null, piece: string | null, value: MoveValue, best: boolean}} Badge a value on a square, or on a kind of piece in hand; best: of all moves
 *
 * Inside the board.
 * @typedef {{x: number, y: number}} Place in units of the drawing
 * @typedef {{from: string | null, piece: string}} Picked the picked-up piece; from null: from the hand
 * @typedef {{to: string, moves: FullMoveView[]}} Pending a target that waits for a second tap
 * @typedef {{type: 'none' | 'pick' | 'ask'}
 *   | {type: 'play', move: string}
 *   | {type: 'attempt', from: string | null, to: string, piece: string | null}
 *   | {type: 'choose', at: string, moves: FullMoveView[]}
 *   | {type: 'toggle', at: string}
 * | {type: 'refuse', at: string | null, reason: 'first' | 'theirs'}} Outcome the meaning of a click
 * @typedef {{type: 'slide', at: string, from: string, piece: PieceView}
 *   | {type: 'land', at: string, piece: PieceView}
 *   | {type: 'flip', at: string, piece: PieceView, was: PieceView}
 * | {type: 'lift', at: string, piece: PieceView}} Change a change to animate
 */
export {}

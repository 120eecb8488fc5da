/**
 * What the server tells the analysis board, as types only.
 *
 * @typedef {import('#pages/types.js').View} View
 * @typedef {import('#pages/types.js').Turn} Turn
 * @typedef {{name: string, sentence: string, value: number, weight: number}} Term
 * @typedef {{sentence: string, moves: import('#pages/types.js').MoveValue[]}} PerfectPlay
 *
 * @typedef {object} Seen a position
 * @property {View} view
 * @property {string} position as text
 * @property {import('#pages/types.js').AidView[]} aids
 * @property {boolean} over
 * @property {string} situation
 * @property {Term[]} terms
 * @property {PerfectPlay | null} tablebase
 * @property {string | null} start as the rules write it
 * @property {string[]} moves as the rules write them
 *
 * @typedef {[number, string | null, string | null, string]} Row parent, move, set-up, comment
 * @typedef {Record<string, string | number | boolean | null>} Options
 *
 * @typedef {object} Study a game with its variations
 * @property {string} game
 * @property {Options} options
 * @property {Record<string, string>} query game and options as a link has them
 * @property {string | null} start
 * @property {Row[]} nodes
 * @property {{black: string, white: string}} [players]
 *
 * @typedef {object} Told what the page begins with
 * @property {string} game
 * @property {Options} options
 * @property {Record<string, string>} query
 * @property {string | null} start
 * @property {string[]} moves
 * @property {{kinds: string[], hands: string[]}} palette
 * @property {Seen} board
 *
 * @typedef {{move: string, pv: string[], score: number, win_chance: number, mate: number | null, exact: boolean, depth: number}} Line for the side to move
 * @typedef {{lines: Line[], nodes: number, seconds: number}} Found
 * @typedef {{position: string | null, moves: string[]}} Place where a position begins, and the moves since
 */
export {}

/**
 * The server's data about a game, from the contract, and the page's own types; types only.
 *
 * @typedef {import('#pages/types.js').Turn} Turn
 * @typedef {import('#pages/types.js').View} View
 * @typedef {import('contract').State} State
 * @typedef {import('contract').Clock} Clock
 * @typedef {import('contract').Score} Score
 * @typedef {import('contract').Link} Link
 * @typedef {import('contract').Offer} Proposal what one side asks the other for
 * @typedef {import('contract').MoveRow} MoveRow
 * @typedef {Pick<import('contract').Hint, 'version' | 'area' | 'to' | 'words' | 'from'>} Hint
 * @typedef {Pick<import('contract').Place, 'move' | 'to' | 'from'>} Place
 * @typedef {Pick<State, 'view' | 'aids' | 'score' | 'captured'>} Seen
 *
 * @typedef {object} Thought the computer's search so far
 * @property {number | null} ahead jobs before this one
 * @property {number} depth
 * @property {string[]} pv
 * @property {number | null} chance
 * @property {Turn | null} side
 * @property {boolean} slow it has taken long enough to offer "Move now"
 *
 * The teacher's comment on the last move, which is shown with the board at one ply.
 * @typedef {object} Shown
 * @property {number} at
 * @property {import('#play/game/status.js').Status} [status]
 * @property {import('#pages/types.js').HintView | null} [drawn]
 * @typedef {{answer: Place | null, better: Place, words: import('contract').WarningWords} & Shown} Warning
 *
 * @typedef {object} Model
 * @property {State} state
 * @property {number} received when it came, in milliseconds
 * @property {{ply: number, seen: Seen | null} | null} looking the earlier position shown
 * @property {{stage: 0 | 1 | 2 | 3, hint: Hint | null} | null} hint stage 0: being searched
 * @property {Thought | null} thought
 * @property {boolean | string} lost there is no answer; or why
 * @property {{sentence: string, retry: 'reply' | 'gone' | 'signin'} | null} trouble
 * @property {Warning | null} warning
 * @property {boolean} running the game of two computers is running
 * @property {boolean} flipped
 */
export {}

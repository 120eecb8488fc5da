/**
 * What the server says of a game, and what the page knows besides; types only. docs/web.md describes the first part.
 *
 * @typedef {import('#pages/types.js').Turn} Turn
 * @typedef {import('#pages/types.js').View} View
 * @typedef {import('#pages/types.js').AidView} AidView
 * @typedef {{kind: 'person' | 'computer', spec: string, name: string}} Seat
 * @typedef {{ply: number, text: string, side: Turn}} MoveRow
 * @typedef {{black: number, white: number, running: Turn | null, increment: number}} Clock
 * @typedef {{black: number, white: number, unit: string, shown: boolean}} Score
 * @typedef {Record<'undo' | 'redo' | 'pass' | 'resign' | 'draw' | 'hint' | 'agree' | 'rematch' | 'accept' | 'decline', boolean>} Can
 * @typedef {{kind: 'undo' | 'draw' | 'agree' | 'play_on' | 'rematch', by: Turn}} Proposal what one side asks the other for
 * @typedef {{view: View, aids: AidView[], score: Score | null, captured: Record<Turn, number> | null}} Seen
 *
 * @typedef {object} Link a game between people who sit elsewhere
 * @property {string | null} invite the address that takes the free seat; only for who may give it away
 * @property {boolean} joined
 * @property {Record<Turn, boolean>} present
 * @property {number} watchers
 * @property {Proposal | null} offer
 * @property {string | null} next the rematch both agreed to
 *
 * @typedef {object} StateOnly
 * @property {string} id
 * @property {number} version
 * @property {number} ply
 * @property {number} last_ply
 * @property {{name: string, title: string, options: Record<string, unknown>}} game
 * @property {Record<Turn, Seat>} seats
 * @property {Turn[]} people
 * @property {Turn | null} me the side of who asks in a game by link
 * @property {Link | null} link
 * @property {Turn | null} speaker
 * @property {'playing' | 'counting' | 'over'} stage
 * @property {'person' | 'other' | 'computer' | null} to_move
 * @property {string} situation
 * @property {{winner: Turn | null, code: string, sentence: string} | null} result
 * @property {Can} can
 * @property {MoveRow[]} moves
 * @property {Clock | null} clock
 * @property {boolean} strict
 * @property {boolean} teacher whether one warns before large mistakes
 * @property {boolean} truth whether perfect play is known and may be told
 * @property {string[]} dead
 * @property {string | null} shared
 * @property {{id: string, kind: string} | null} job
 * @property {string} note
 * @typedef {StateOnly & Seen} State
 *
 * @typedef {object} Hint
 * @property {number} version
 * @property {string[]} area
 * @property {string | null} from
 * @property {string | null} to
 * @property {{area: string, move: string, why: string, terms: {name: string, sentence: string}[]}} words
 *
 * @typedef {object} Thought what the computer thinks so far
 * @property {number | null} ahead jobs before this one
 * @property {number} depth
 * @property {string[]} pv
 * @property {number | null} chance
 * @property {Turn | null} side
 * @property {boolean} slow it has taken long enough to be hurried
 *
 * @typedef {{move: string, from: string | null, to: string | null}} Place
 * @typedef {object} Warning what the teacher says of the last move; it is shown with the board at one ply
 * @property {number} at
 * @property {Place | null} answer
 * @property {Place} better
 * @property {{text: string, answer: string, better: string}} words
 * @property {import('#play/game/status.js').Status} [status]
 * @property {import('#pages/types.js').HintView | null} [drawn]
 *
 * @typedef {object} Model
 * @property {State} state
 * @property {number} received when it came, in milliseconds
 * @property {{ply: number, seen: Seen | null} | null} looking an earlier position that is looked at
 * @property {{stage: 0 | 1 | 2 | 3, hint: Hint | null} | null} hint stage 0: being thought about
 * @property {Thought | null} thought
 * @property {boolean | string} lost nobody answers; or why
 * @property {{sentence: string, retry: 'reply' | 'gone' | 'signin'} | null} trouble
 * @property {Warning | null} warning
 * @property {boolean} running two computers go on by themselves
 * @property {boolean} flipped
 */
export {}

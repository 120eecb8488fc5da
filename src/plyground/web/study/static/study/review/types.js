/**
 * What the page of a review is told, as types only. Chances and scores are black's.
 *
 * @typedef {{name: string, sentence: string}} Term
 * @typedef {{head: string, verdict: string, stands: string, better: string, why: string, terms: Term[]}} Words
 * @typedef {'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder'} Grade
 *
 * @typedef {object} Judged
 * @property {'black' | 'white'} side
 * @property {string} text
 * @property {string} name
 * @property {number} chance
 * @property {number | null} score null where somebody has won, whatever the margin
 * @property {Grade} grade
 * @property {number} better how many moves the better line has; 0 where there is none
 * @property {number} answer how many moves are expected after it
 * @property {Words} words
 *
 * @typedef {{chance: number, score: number | null}} Value
 *
 * @typedef {object} Told
 * @property {import('#pages/pictures.js').Packed} view
 * @property {Judged[]} moves
 * @property {Value} start
 * @property {string} boards where boards are asked for
 * @property {string} fork where another try begins; empty where a form does that
 * @property {Record<string, string>} opponents of each side
 * @property {Record<string, string>} query the game and its options, for links
 * @property {string} again where a deeper review is asked for; empty where this is the deepest
 * @property {number} effort of that
 */
export {}

/**
 * What a recorded search is made of, as `learn/watch.py` writes it; types only.
 *
 * A value for people, black's: the number; 1 or -1 where somebody has won; the plies to that, where games have no margin.
 * @typedef {[number, number, number | null]} Worth
 *
 * @typedef {object} TreeData
 * @property {'tree'} kind
 * @property {string} spec
 * @property {string | null} move
 * @property {'black' | 'white'} turn
 * @property {number} searched
 * @property {number} left_out
 * @property {boolean} stopped
 * @property {string[]} moves
 * @property {Worth[]} values
 * @property {Record<'depth' | 'move' | 'alpha' | 'beta' | 'value' | 'kind' | 'offered' | 'black', number[]>} columns
 * @property {{depth: number, begin: number, searched: number, move: string | null, value: number}[]} passes
 *
 * @typedef {object} PlayoutData
 * @property {'playouts'} kind
 * @property {string} spec
 * @property {string | null} move
 * @property {'black' | 'white'} turn
 * @property {number} searched
 * @property {number} left_out
 * @property {boolean} stopped
 * @property {string[]} moves
 * @property {Record<'parent' | 'move' | 'black', number[]>} nodes
 * @property {{leaf: number[], how: number[], black: number[], opinion: (number | null)[], played: (number | null)[], mix: number[], plies: number[]}} playouts
 * @property {{share: number[], proven: number[], mean: (number | null)[], rave: (number | null)[], explore: (number | null)[], second: (number | null)[], instead: number[]}} steps
 *
 * What the page can do with either of them. A time is a place in the replay, from 0 to `length - 1`.
 * @typedef {import('#study/watch/tree.js').Tree | import('#study/watch/playouts.js').Playouts} Tape
 * @typedef {{view: import('#pages/pictures.js').Packed, moves: string[], result: string, terms: Term[]}} Seen a board on the way
 * @typedef {{name: string, sentence: string, value: number, weight: number}} Term
 * @typedef {{which: string, spec: string, title: string}} Search
 * @typedef {{query: Record<string, string>, cursor: number, view: import('#pages/types.js').View, searches: Search[]}} Told
 */
export {}

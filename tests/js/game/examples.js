/** A small game in the server's format, for tests to change. */

/** @typedef {import('#play/game/types.js').State} State */
/** @typedef {import('#pages/types.js').View} View */

/**
 * A 3x3 board of points with these stones.
 * @param {Partial<View>} [patch]
 * @returns {View}
 */
export function view(patch = {}) {
  return {
    game: 'go', shape: 'points', columns: ['A', 'B', 'C'], rows: ['3', '2', '1'], pieces: [], hands: [],
    moves: [{ text: 'A1', kind: 'place', from: null, to: 'A1', piece: 'stone' }, { text: 'pass', kind: 'pass', from: null, to: null, piece: null }],
    last_move: null, marks: [], turn: 'black', ply: 0, result: null, scores: null, ...patch,
  }
}

/**
 * A game of one person with black against the computer.
 * @param {Partial<State>} [patch]
 * @returns {State}
 */
export function state(patch = {}) {
  return {
    id: 'g', version: 1, ply: 0, last_ply: 0, game: { name: 'go', title: 'Go', options: {} }, view: view(), aids: [],
    seats: { black: { kind: 'person', spec: 'person', name: 'You' }, white: { kind: 'computer', spec: 'level:2', name: 'Computer, level 2' } },
    people: ['black'], speaker: 'black', stage: 'playing', to_move: 'person', situation: 'Your turn.', result: null,
    can: { undo: false, redo: false, pass: true, resign: true, draw: true, hint: true, agree: false, rematch: false, accept: false, decline: false },
    me: null, link: null,
    score: null, captured: null, moves: [], clock: null, strict: false, rated: false, teacher: false, tablebase: false, dead: [], shared: null, job: null, note: '', ...patch,
  }
}

/**
 * Moves with alternating sides, black first.
 * @param {string} texts
 * @returns {State['moves']}
 */
export function moves(texts) {
  return texts.split(' ').map((text, i) => ({ ply: i + 1, text, side: i % 2 ? 'white' : 'black' }))
}

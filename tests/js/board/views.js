/** Handwritten positions for the tests. */

/** @typedef {import('#pages/types.js').View} View */
/** @typedef {import('#pages/types.js').BoardState} BoardState */
/** @typedef {import('#pages/types.js').FullMoveView} FullMoveView */
/** @typedef {import('#pages/types.js').PieceView} PieceView */

/**
 * A view of a small board: pieces as "b2 black stone", moves as "text kind from to piece" with - for none.
 * @param {{columns?: string, rows?: string, pieces?: string[], moves?: string[]} & Partial<Omit<View, 'columns' | 'rows' | 'pieces' | 'moves'>>} parts
 * @returns {View}
 */
export function board({ columns = 'abc', rows = '321', pieces = [], moves = [], ...more }) {
  return {
    game: 'test',
    shape: 'squares',
    columns: [...columns],
    rows: [...rows],
    pieces: pieces.map(piece),
    hands: [],
    moves: moves.map(move),
    last_move: null,
    marks: [],
    turn: 'black',
    ply: 0,
    result: null,
    scores: null,
    ...more,
  }
}

/**
 * @param {string} text
 * @returns {PieceView}
 */
function piece(text) {
  const [at, owner, kind] = text.split(' ')
  return { at, owner: owner === 'white' ? 'white' : 'black', kind }
}

/**
 * @param {string} line
 * @returns {FullMoveView}
 */
export function move(line) {
  const [text, kind, from, to, what] = line.split(' ')
  const part = (/** @type {string} */ word) => (word === '-' ? null : word)
  return { text, kind, from: part(from), to: part(to), piece: part(what) }
}

/** A position with pieces that move, and one in hand. */
export const animals = board({
  rows: '4321',
  pieces: ['b2 black chick', 'b1 black lion', 'a1 black elephant', 'b3 white chick', 'b4 white lion'],
  moves: ['b2b3 capture b2 b3 chick', 'b1a2 move b1 a2 lion', 'b1c2 move b1 c2 lion', 'C*a3 drop - a3 chick', 'C*c3 drop - c3 chick'],
  hands: [{ owner: 'black', kind: 'chick', count: 1 }, { owner: 'white', kind: 'giraffe', count: 2 }],
})

/** A position of stones, in which Black may play on two points of seven. */
export const stones = board({
  shape: 'points',
  columns: 'ABC',
  pieces: ['A3 black stone', 'B2 white stone'],
  moves: ['A1 place - A1 stone', 'C1 place - C1 stone', 'pass pass - - -'],
  last_move: move('B2 place - B2 stone'),
  ply: 2,
})

/**
 * @param {View} view
 * @param {Partial<BoardState>} [more]
 * @returns {BoardState}
 */
export function stateOf(view, more = {}) {
  return {
    view,
    flipped: false,
    mode: 'moves',
    legal: true,
    coordinates: true,
    confirm: false,
    aids: [],
    shown: [],
    hint: null,
    dead: [],
    label: '',
    look: 'auto',
    side: null,
    values: null,
    still: false,
    ...more,
  }
}

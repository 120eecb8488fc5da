/** The drawing over and under the pieces: marks, legal moves, aids and hints. */

import { CELL } from '#pages/board/geometry.js'
import { draw, worth } from '#pages/board/svg.js'

/** @import {AidView, Place} from '#pages/types.js' */
/** @import {Board} from '#pages/board/board.js' */

const HALF = CELL / 2

/** Signs by name, as paths; most come in any size. @type {Record<string, (r: number) => string>} */
const SIGNS = {
  ring: (r) => `M-${r} 0a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1-${2 * r} 0Z`,
  box: (r) => `M-${r}-${r}H${r}V${r}H-${r}Z`,
  gem: (r) => `M0-${r}L${r} 0L0 ${r}L-${r} 0Z`,
  cross: (r) => `M-${r}-${r}L${r} ${r}M${r}-${r}L-${r} ${r}`,
  star: () => 'M0-34L9-12.4L32.3-10.5L14.6 4.7L20 27.5L0 15.3L-20 27.5L-14.6 4.7L-32.3-10.5L-9-12.4Z',
  flag: () => 'M-40 46V16L-18 24L-36 31',
}

/**
 * A node on each of these places that is on the board.
 * @param {Board} board @param {unknown[]} labels @param {(place: Place) => Node} make
 */
const each = ({ geometry }, labels, make) =>
  labels.flatMap((label) => {
    const place = geometry.places.get(label)
    return place ? [make(place)] : []
  })

/** @param {Board} board @param {unknown[]} labels @param {string} sign @param {number} size @param {string} name */
const signs = (board, labels, sign, size, name) =>
  each(board, labels, ({ x, y }) =>
    draw('path', { d: SIGNS[sign](size), transform: `translate(${x} ${y})`, class: `board-sign board-${name}` }),
  )

/** @param {Board} board @param {string} label @param {number} word @param {number} size @param {string} name */
const number = (board, label, word, size, name) =>
  each(board, [label], ({ x, y }) => draw('text', { x, y: y + size * 0.36, 'font-size': size, class: `board-${name}` }, String(word)))

/** Points that belong together: squares, or discs where the board has points. @param {Board} board @param {unknown[]} labels @param {string} name */
const area = (board, labels, name) =>
  board.geometry.points ? each(board, labels, ({ x, y }) => draw('circle', { cx: x, cy: y, r: 30, class: `board-${name}` })) : squares(board, labels, name)

/** Marks on whole squares. @param {Board} board @param {unknown[]} labels @param {string} name @param {object} [more] */
const squares = (board, labels, name, more) =>
  each(board, labels, ({ x, y }) => draw('rect', { x: x - HALF, y: y - board.geometry.high / 2, width: CELL, height: board.geometry.high, class: `board-${name}`, ...more }))

/** The visible aids, of one kind or of all. @param {Board} board @param {string} [kind] */
const aidsOf = ({ state: { aids, shown } }, kind) =>
  aids.filter((row) => shown.includes(row.kind) && row.kind === (kind ?? row.kind))

/** The drawing under the pieces. @param {Board} board */
export function under(board) {
  const { choices, painter, geometry } = board
  const { view, hint } = board.state
  const last = choices.moving ? [view.last_move?.from, view.last_move?.to] : []
  const stars = view.marks.filter((mark) => mark.kind === 'star').flatMap((mark) => mark.at)
  return [
    ...squares(board, last, 'last'),
    ...area(board, hint?.area ?? [], 'area'),
    ...aidsOf(board, 'attacked').flatMap(({ at, owner }) =>
      squares(board, at, 'attacked', { fill: `url(#${painter.paint}-hatch-${owner})` }),
    ),
    ...squares(board, [choices.picked?.from], 'picked'),
    ...signs(board, stars, 'ring', geometry.across > 13 ? 12 : 8, 'star'),
  ]
}

/** Lines through the winning stones; three in a line are joined. @param {Board} board @param {string[]} labels */
function line(board, labels) {
  const name = (/** @type {Place} */ { x, y }) => `${x} ${y}`
  const places = [...board.geometry.places].filter(([label]) => labels.includes(String(label))).map(([, place]) => place)
  const known = new Set(places.map(name))
  const lines = [[CELL, 0], [0, CELL], [CELL, CELL], [CELL, -CELL]].flatMap(([dx, dy]) =>
    places
      .map(({ x, y }) => [{ x: x - dx, y: y - dy }, { x: x + dx, y: y + dy }])
      .filter((ends) => ends.every((end) => known.has(name(end))))
      .map((ends) => draw('path', { d: `M${ends.map(name).join('L')}`, class: 'board-line' })),
  )
  return [...lines, ...signs(board, labels, 'ring', 30, 'won')]
}

/** The drawing of marks: sign, size, class. @type {Record<string, [string, number, string]>} */
const MARKS = { ko: ['box', 22, 'ko'], forbidden: ['cross', 16, 'forbidden'], try: ['flag', 0, 'try'], target: ['gem', 24, 'target'] }

/** The marks of the position. @param {Board} board */
function marks(board) {
  const { choices } = board
  const { view } = board.state
  const last = view.last_move?.to
  const owner = choices.pieces.get(last)?.owner
  // Around the number of liberties, if there is one, and around another mark.
  const covered = view.marks.some(({ kind, at }) => kind === 'target' && at.includes(String(last)))
  const size = covered || aidsOf(board, 'liberties').length ? 35 : 17
  return [
    ...(owner && !choices.moving ? signs(board, [last], 'ring', size, `latest board-${owner}`) : []),
    ...view.marks.flatMap(({ kind, at }) => {
      if (kind === 'star' || kind === 'dead') return []
      return kind === 'line' ? line(board, at) : signs(board, at, ...(MARKS[kind] ?? ['ring', 40, 'ko']))
    }),
    ...signs(board, [...board.dead()], 'cross', 18, 'cross'),
  ]
}

/** Legal moves, by kind: a dot, a ring, a box, or how many discs would flip. @param {Board} board */
function legal(board) {
  const { choices } = board
  const flips = new Map(aidsOf(board, 'flips').map((row) => [row.at[0], row.count]))
  const targets = new Map(board.state.legal ? choices.marked().map((move) => [move.to ?? '', move.kind]) : [])
  return [...targets].flatMap(([to, kind]) => {
    const count = flips.get(to)
    if (count) return number(board, to, count, 34, 'flips')
    if (choices.pieces.has(to)) return signs(board, [to], 'ring', 44, 'capture')
    if (kind === 'drop') return signs(board, [to], 'box', 15, 'drop')
    return kind === 'place' ? signs(board, [to], 'ring', 10, 'place') : signs(board, [to], 'ring', 14, 'move')
  })
}

/** @param {Board} board @param {AidView} aid @returns {Node[]} */
function aid(board, { kind, owner, at, points, count }) {
  if (kind === 'win') return signs(board, at, 'star', 0, `win board-${owner}`)
  if (kind === 'attacked') return signs(board, points, 'box', 45, 'endangered')
  // A four is urgent, and stars mark the points that complete it; an open three is a warning.
  if (kind === 'threat' && count === 1) return signs(board, at, 'ring', 40, 'four')
  if (kind === 'threat') return [...signs(board, at, 'ring', 40, 'threat'), ...signs(board, points, 'gem', 20, 'answer')]
  if (kind !== 'liberties' || !at.length) return []
  const words = number(board, at[at.length >> 1], count, 44, `liberties board-${owner}`)
  return count > 1 ? words : [...signs(board, at, 'ring', 44, 'atari'), ...signs(board, points, 'gem', 20, 'way-out'), ...words]
}

/** @param {Board} board @returns {Node[]} */
function hints(board) {
  const { hint } = board.state
  const [from, to] = [hint?.from, hint?.to].map((label) => board.geometry.places.get(label))
  const ring = signs(board, [hint?.to], 'ring', 40, 'hint')
  if (!from || !to) return ring
  const far = Math.hypot(to.x - from.x, to.y - from.y)
  const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI
  const d = `M22-8H${far - 42}V-24L${far - 6} 0L${far - 42} 24V8H22Z`
  return [...ring, draw('path', { d, class: 'board-arrow', transform: `translate(${from.x} ${from.y}) rotate(${turn})` })]
}

/** The drawing over the pieces. @param {Board} board */
export const over = (board) => [
  ...aidsOf(board).flatMap((row) => aid(board, row)), ...marks(board), ...legal(board), ...hints(board),
  ...board.badges.flatMap((badge) => each(board, [badge.at], ({ x, y }) => worth(badge, x + 52, y - 40))),
]

/**
 * The drawing for the point a person aims at: the discs it would flip, and guide lines if a finger covers it.
 * @param {Board} board @param {?string} label @param {boolean} crosshair
 */
export function aiming(board, label, crosshair) {
  const { left, top, inner } = board.geometry
  const flips = aidsOf(board, 'flips').find((row) => row.at[0] === label)
  const lines = (/** @type {Place} */ { x, y }) =>
    draw('path', { d: `M${left} ${y}h${inner.width}M${x} ${top}v${inner.height}`, class: 'board-crosshair' })
  return [...(crosshair ? each(board, [label], lines) : []), ...signs(board, flips?.points ?? [], 'ring', 40, 'flipping')]
}

/** The square on which a dragged piece would land. @param {Board} board @param {string} label */
export const welcome = (board, label) => squares(board, [label], 'picked')

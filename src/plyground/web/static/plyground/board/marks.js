/** What is drawn over and under the pieces: marks, legal moves, aids and hints. */

import { CELL } from './geometry.js'
import { draw, group } from './svg.js'

/** @import {AidView} from '../types.js' */
/** @import {Board} from './board.js' */
/** @import {Geometry} from './geometry.js' */

const HALF = CELL / 2

/** @param {number} r */
const star = (r) =>
  [...Array(10).keys()].map((i) => {
    const far = i % 2 ? r * 0.45 : r
    return `${(far * Math.sin((i * Math.PI) / 5)).toFixed(1)} ${(-far * Math.cos((i * Math.PI) / 5)).toFixed(1)}`
  })

/** Signs by name, each of a size. @type {Record<string, (r: number) => SVGElement>} */
const SIGNS = {
  dot: (r) => draw('circle', { r }),
  ring: (r) => draw('circle', { r, class: 'board-hollow' }),
  box: (r) => draw('rect', { x: -r, y: -r, width: 2 * r, height: 2 * r, rx: r / 4 }),
  frame: (r) => draw('path', { d: `M-${r}-${r}H${r}V${r}H-${r}Z`, class: 'board-hollow' }),
  gem: (r) => draw('path', { d: `M0-${r}L${r} 0L0 ${r}L-${r} 0Z` }),
  cross: (r) => draw('path', { d: `M-${r}-${r}L${r} ${r}M${r}-${r}L-${r} ${r}`, class: 'board-hollow' }),
  star: (r) => draw('path', { d: `M${star(r).join('L')}Z` }),
  flag: (r) => draw('path', { d: `M-${r} 46V16L-18 24L-${r - 4} 31` }),
}

/**
 * Something on every one of these places that is on the board. @param {Geometry} geometry @param {string[]} labels
 * @param {string} name of its class @param {(place: {x: number, y: number}) => SVGElement} make
 */
function each(geometry, labels, name, make) {
  return labels.flatMap((label) => {
    const place = geometry.centre(label)
    if (!place) return []
    const node = make(place)
    node.setAttribute('class', name)
    return [node]
  })
}

/** @param {Geometry} geometry @param {string[]} labels @param {string} sign @param {number} size @param {string} name */
const signs = (geometry, labels, sign, size, name) =>
  each(geometry, labels, `board-sign ${name}`, (place) => group(place, SIGNS[sign](size)))

/** @param {Geometry} geometry @param {string} label @param {number} word @param {number} size @param {string} name */
const number = (geometry, label, word, size, name) =>
  each(geometry, [label], name, ({ x, y }) => draw('text', { x, y: y + size * 0.36, 'font-size': size }, String(word)))

/** Whole squares. @param {Geometry} geometry @param {string[]} labels @param {string} name @param {Record<string, string>} [more] */
const fill = (geometry, labels, name, more) =>
  each(geometry, labels, name, ({ x, y }) => draw('rect', { x: x - HALF, y: y - HALF, width: CELL, height: CELL, ...more }))

/** The aids that are shown, of one kind or of all. @param {Board} board @param {string} [kind] */
const aidsOf = ({ state: { aids, shown } }, kind) =>
  aids.filter((row) => shown.includes(row.kind) && row.kind === (kind ?? row.kind))

/** What lies under the pieces. @param {Board} board */
export function under(board) {
  const { geometry, choices, painter } = board
  const { view, hint } = board.state
  const last = choices.moving && view.last_move ? [view.last_move.from ?? '', view.last_move.to ?? ''] : []
  const stars = view.marks.filter((mark) => mark.kind === 'star').flatMap((mark) => mark.at)
  return [
    ...fill(geometry, last, 'board-last'),
    ...fill(geometry, hint?.area ?? [], 'board-area'),
    ...aidsOf(board, 'attacked').flatMap(({ at, owner }) =>
      fill(geometry, at, 'board-attacked', { fill: `url(#${painter.paint}-hatch-${owner})` }),
    ),
    ...fill(geometry, [choices.picked?.from ?? ''], 'board-picked'),
    ...signs(geometry, stars, 'dot', geometry.across > 13 ? 12 : 8, 'board-star'),
  ]
}

/** Lines through the stones that won; three in line are joined. @param {Geometry} geometry @param {string[]} labels */
function line(geometry, labels) {
  const places = labels.map((label) => geometry.centre(label)).filter((place) => place !== null)
  const known = new Set(places.map(({ x, y }) => `${x} ${y}`))
  const nodes = places.flatMap(({ x, y }) =>
    [[CELL, 0], [0, CELL], [CELL, CELL], [CELL, -CELL]]
      .filter(([dx, dy]) => known.has(`${x + dx} ${y + dy}`) && known.has(`${x - dx} ${y - dy}`))
      .map(([dx, dy]) => draw('path', { d: `M${x - dx} ${y - dy}L${x + dx} ${y + dy}`, class: 'board-line' })),
  )
  return [...nodes, ...signs(geometry, labels, 'ring', 30, 'board-line-ring')]
}

/** Signs of the marks: name, size, class. @type {Record<string, [string, number, string]>} */
const MARKS = {
  ko: ['frame', 22, 'board-ko'],
  forbidden: ['cross', 16, 'board-forbidden'],
  try: ['flag', 40, 'board-try'],
}

/** The marks of the position. @param {Board} board */
function marks(board) {
  const { geometry, choices } = board
  const { view } = board.state
  const last = view.last_move?.to ?? ''
  const owner = choices.moving ? null : choices.pieces.get(last)?.owner
  const shown = view.marks.filter((mark) => mark.kind !== 'star' && mark.kind !== 'dead')
  return [
    ...(owner ? signs(geometry, [last], 'ring', 17, `board-latest board-${owner}`) : []),
    ...shown.flatMap(({ kind, at }) =>
      kind === 'line' ? line(geometry, at) : signs(geometry, at, ...(MARKS[kind] ?? ['ring', 40, 'board-ko'])),
    ),
    ...signs(geometry, [...board.dead()], 'cross', 18, 'board-cross'),
  ]
}

/** Legal moves, by kind: a dot, a ring, a box, or how many discs would flip. @param {Board} board */
function legal(board) {
  const { geometry, choices } = board
  if (!board.state.legal) return []
  const flips = new Map(aidsOf(board, 'flips').map((row) => [row.at[0], row.count]))
  const targets = new Map(choices.marked().map((move) => [move.to ?? '', move.kind]))
  return [...targets].flatMap(([to, kind]) => {
    const count = flips.get(to)
    if (count) return number(geometry, to, count, 34, 'board-flips')
    if (choices.pieces.has(to)) return signs(geometry, [to], 'ring', 44, 'board-legal-capture')
    if (kind === 'drop') return signs(geometry, [to], 'box', 15, 'board-legal-drop')
    return signs(geometry, [to], 'dot', kind === 'place' ? 10 : 14, kind === 'place' ? 'board-legal-place' : 'board-legal-move')
  })
}

/** The stone of a group nearest to its middle, which carries its number. @param {Geometry} geometry @param {string[]} labels */
function middle(geometry, labels) {
  const places = labels.map((label) => ({ label, ...(geometry.centre(label) ?? { x: 0, y: 0 }) }))
  const mean = (/** @type {'x' | 'y'} */ key) => places.reduce((sum, place) => sum + place[key], 0) / places.length
  const [x, y] = [mean('x'), mean('y')]
  const far = (/** @type {{x: number, y: number}} */ place) => Math.hypot(place.x - x, place.y - y)
  return places.sort((a, b) => far(a) - far(b))[0].label
}

/** @param {Geometry} geometry @param {AidView} aid @returns {Node[]} */
function aid(geometry, { kind, owner, at, points, count }) {
  if (kind === 'win') return signs(geometry, at, 'star', 34, `board-win board-${owner}`)
  if (kind === 'attacked') return signs(geometry, points, 'frame', 45, 'board-endangered')
  if (kind === 'threat') return [...signs(geometry, at, 'ring', 40, 'board-threat'), ...signs(geometry, points, 'gem', 15, 'board-threat')]
  if (kind !== 'liberties' || !at.length) return []
  const words = number(geometry, middle(geometry, at), count, 44, `board-liberties board-${owner}`)
  if (count > 1) return words
  return [...signs(geometry, at, 'ring', 44, 'board-atari'), ...signs(geometry, points, 'gem', 20, 'board-atari'), ...words]
}

/** @param {Board} board @returns {Node[]} */
function hints({ state: { hint }, geometry }) {
  const to = geometry.centre(hint?.to ?? '')
  if (!hint?.to || !to) return []
  const ring = signs(geometry, [hint.to], 'ring', 40, 'board-hint')
  const from = geometry.centre(hint.from ?? '')
  if (!from) return ring
  const far = Math.hypot(to.x - from.x, to.y - from.y)
  const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI
  const d = `M22-8H${far - 42}V-24L${far - 6} 0L${far - 42} 24V8H22Z`
  return [...ring, draw('path', { d, class: 'board-arrow', transform: `translate(${from.x} ${from.y}) rotate(${turn})` })]
}

/** What lies over the pieces. @param {Board} board @returns {Node[]} */
export const over = (board) => [
  ...aidsOf(board).flatMap((row) => aid(board.geometry, row)),
  ...marks(board),
  ...legal(board),
  ...hints(board),
]

/**
 * What goes with the place a person aims at: what it would flip, and lines to it where a finger hides it.
 * @param {Board} board @param {string | null} label @param {boolean} crosshair @returns {Node[]}
 */
export function aiming(board, label, crosshair) {
  const { geometry } = board
  const place = geometry.centre(label ?? '')
  if (!place) return []
  const flips = aidsOf(board, 'flips').find((row) => row.at[0] === label)
  const rims = signs(geometry, flips?.points ?? [], 'ring', 40, 'board-flipping')
  const { left, top, across, down } = geometry
  const d = `M${left} ${place.y}h${across * CELL}M${place.x} ${top}v${down * CELL}`
  return crosshair ? [draw('path', { d, class: 'board-crosshair' }), ...rims] : rims
}

/** The square a carried piece would land on. @param {Board} board @param {string} label */
export const welcome = ({ geometry }, label) => fill(geometry, [label], 'board-picked')

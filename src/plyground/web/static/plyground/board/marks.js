/** What is drawn over and under the pieces: marks, legal moves, aids and hints. */

import { CELL } from './geometry.js'
import { draw, group } from './svg.js'

/** @typedef {import('../types.js').AidView} AidView */
/** @typedef {import('../types.js').BoardState} BoardState */
/** @typedef {import('../types.js').FullMoveView} FullMoveView */
/** @typedef {import('./geometry.js').Geometry} Geometry */
/** @typedef {import('./choices.js').Choices} Choices */
/** @typedef {{state: BoardState, geometry: Geometry, choices: Choices, paint: string, dead: Set<string>}} Scene */

const HALF = CELL / 2

/** @type {Record<string, (size: number) => SVGElement>} */
const SIGNS = {
  dot: (r) => draw('circle', { r }),
  ring: (r) => draw('circle', { r, class: 'board-hollow' }),
  box: (r) => draw('rect', { x: -r, y: -r, width: 2 * r, height: 2 * r, rx: r / 4 }),
  frame: (r) => draw('rect', { x: -r, y: -r, width: 2 * r, height: 2 * r, class: 'board-hollow' }),
  gem: (r) => draw('path', { d: `M0-${r}L${r} 0L0 ${r}L-${r} 0Z` }),
  cross: (r) => draw('path', { d: `M-${r}-${r}L${r} ${r}M${r}-${r}L-${r} ${r}`, class: 'board-hollow' }),
  star: (r) => {
    const tip = (/** @type {number} */ i) => {
      const [far, turn] = [i % 2 ? r * 0.45 : r, (i * Math.PI) / 5]
      return `${(far * Math.sin(turn)).toFixed(1)} ${(-far * Math.cos(turn)).toFixed(1)}`
    }
    return draw('path', { d: `M${[...Array(10).keys()].map(tip).join('L')}Z` })
  },
  flag: () => draw('path', { d: 'M-40 44V18L-20 25L-37 31' }),
}

/**
 * A sign on every one of these places.
 * @param {Geometry} geometry
 * @param {string[]} labels
 * @param {string} sign
 * @param {number} size
 * @param {string} name of its class
 */
function signs(geometry, labels, sign, size, name) {
  return labels.flatMap((label) => {
    const place = geometry.centre(label)
    if (!place) return []
    const node = group(place, SIGNS[sign](size))
    node.setAttribute('class', `board-sign ${name}`)
    return [node]
  })
}

/**
 * @param {Geometry} geometry
 * @param {string} label
 * @param {string | number} word
 * @param {number} size
 * @param {string} name
 */
function number(geometry, label, word, size, name) {
  const place = geometry.centre(label)
  if (!place) return []
  return [draw('text', { x: place.x, y: place.y + size * 0.36, 'font-size': size, 'text-anchor': 'middle', class: name }, String(word))]
}

/**
 * Whole squares, filled.
 * @param {Geometry} geometry
 * @param {string[]} labels
 * @param {string} name
 * @param {Record<string, string>} [more]
 */
function fill(geometry, labels, name, more = {}) {
  return labels.flatMap((label) => {
    const place = geometry.centre(label)
    if (!place) return []
    return [draw('rect', { x: place.x - HALF, y: place.y - HALF, width: CELL, height: CELL, class: name, ...more })]
  })
}

/**
 * What lies under the pieces.
 * @param {Scene} scene
 * @returns {Node[]}
 */
export function under({ state, geometry, choices, paint }) {
  const { view, hint, aids, shown } = state
  const nodes = /** @type {Node[]} */ ([])
  const last = view.last_move
  if (last && choices.moving) nodes.push(...fill(geometry, [last.from, last.to].filter((at) => at !== null), 'board-last'))
  if (hint?.area) nodes.push(...fill(geometry, hint.area, 'board-area'))
  for (const aid of aids) {
    if (aid.kind !== 'attacked' || !shown.includes('attacked') || !aid.owner) continue
    nodes.push(...fill(geometry, aid.at, 'board-attacked', { fill: `url(#${paint}-hatch-${aid.owner})` }))
  }
  if (choices.picked?.from) nodes.push(...fill(geometry, [choices.picked.from], 'board-picked'))
  for (const { kind, at } of view.marks) {
    if (kind === 'star') nodes.push(...signs(geometry, at, 'dot', geometry.across > 13 ? 10 : 8, 'board-star'))
  }
  return nodes
}

/**
 * A line through the stones that won.
 * @param {Geometry} geometry
 * @param {string[]} labels
 */
function line(geometry, labels) {
  const places = labels.map((label) => geometry.centre(label)).filter((place) => place !== null)
  const dots = signs(geometry, labels, 'ring', 30, 'board-line-ring')
  const nodes = /** @type {Node[]} */ ([])
  // Neighbours are joined, so two lines won at once are both drawn.
  places.forEach((a, i) => {
    for (const b of places.slice(i + 1)) {
      const [dx, dy] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)]
      const straight = places.some((c) => c.x === 2 * a.x - b.x && c.y === 2 * a.y - b.y) || places.some((c) => c.x === 2 * b.x - a.x && c.y === 2 * b.y - a.y)
      if (Math.max(dx, dy) === CELL && straight) nodes.push(draw('path', { d: `M${a.x} ${a.y}L${b.x} ${b.y}`, class: 'board-line' }))
    }
  })
  return [...nodes, ...dots]
}

/**
 * The marks of the position.
 * @param {Scene} scene
 */
function marks({ state, geometry, choices, dead }) {
  const { view } = state
  const last = view.last_move?.to
  const nodes = /** @type {Node[]} */ ([])
  const owner = last && choices.pieces.get(last)?.owner
  if (last && owner && !choices.moving) nodes.push(...signs(geometry, [last], 'ring', 17, `board-latest board-${owner}`))
  for (const { kind, at } of view.marks) {
    if (kind === 'line') nodes.push(...line(geometry, at))
    else if (kind === 'ko') nodes.push(...signs(geometry, at, 'frame', 22, 'board-ko'))
    else if (kind === 'forbidden') nodes.push(...signs(geometry, at, 'cross', 16, 'board-forbidden'))
    else if (kind === 'try') nodes.push(...signs(geometry, at, 'flag', 0, 'board-try'))
    else if (kind !== 'star' && kind !== 'dead') nodes.push(...signs(geometry, at, 'ring', 40, 'board-other'))
  }
  nodes.push(...signs(geometry, [...dead], 'cross', 18, 'board-cross'))
  return nodes
}

/**
 * Legal moves, by kind: a dot, a ring, a box.
 * @param {Scene} scene
 */
function legal({ state, geometry, choices }) {
  if (!state.legal) return []
  const nodes = /** @type {Node[]} */ ([])
  const seen = new Set()
  const flips = new Map(state.shown.includes('flips') ? state.aids.filter((aid) => aid.kind === 'flips').map((aid) => [aid.at[0], aid.count]) : [])
  for (const { kind, to } of choices.marked()) {
    if (!to || seen.has(to)) continue
    seen.add(to)
    const taken = kind === 'capture' || (kind === 'move' && choices.pieces.has(to))
    if (flips.has(to)) nodes.push(...number(geometry, to, flips.get(to) ?? '', 34, 'board-flips'))
    else if (taken) nodes.push(...signs(geometry, [to], 'ring', 44, 'board-legal-capture'))
    else if (kind === 'drop') nodes.push(...signs(geometry, [to], 'box', 15, 'board-legal-drop'))
    else nodes.push(...signs(geometry, [to], 'dot', kind === 'place' ? 10 : 14, `board-legal-${kind}`))
  }
  return nodes
}

/**
 * The stone of a group that stands nearest to its middle carries its number.
 * @param {Geometry} geometry
 * @param {string[]} labels
 */
function middle(geometry, labels) {
  const places = labels.map((label) => ({ label, ...(geometry.centre(label) ?? { x: 0, y: 0 }) }))
  const x = places.reduce((sum, place) => sum + place.x, 0) / places.length
  const y = places.reduce((sum, place) => sum + place.y, 0) / places.length
  places.sort((a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y))
  return places[0].label
}

/**
 * @param {Scene} scene
 * @param {AidView} aid
 * @returns {Node[]}
 */
function aid({ geometry }, { kind, owner, at, points, count }) {
  if (kind === 'liberties' && at.length) {
    const nodes = count === 1 ? [...signs(geometry, at, 'ring', 44, 'board-atari'), ...signs(geometry, points, 'gem', 20, 'board-atari')] : []
    return [...nodes, ...number(geometry, middle(geometry, at), count, 44, `board-liberties board-${owner}`)]
  }
  if (kind === 'win') return signs(geometry, at, 'star', 34, `board-win board-${owner}`)
  if (kind === 'threat') return [...signs(geometry, at, 'ring', 40, 'board-threat'), ...signs(geometry, points, 'gem', 15, 'board-threat')]
  if (kind === 'attacked') return signs(geometry, points, 'frame', 45, 'board-endangered')
  return []
}

/**
 * @param {Scene} scene
 * @returns {Node[]}
 */
function hints({ state: { hint }, geometry }) {
  const to = hint?.to && geometry.centre(hint.to)
  if (!hint?.to || !to) return []
  const ring = signs(geometry, [hint.to], 'ring', 40, 'board-hint')
  const from = hint.from && geometry.centre(hint.from)
  if (!from) return ring
  const far = Math.hypot(to.x - from.x, to.y - from.y)
  const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI
  const arrow = draw('path', { d: `M22-8H${far - 42}V-24L${far - 6} 0L${far - 42} 24V8H22Z`, class: 'board-arrow' })
  return [...ring, draw('g', { transform: `translate(${from.x} ${from.y}) rotate(${turn.toFixed(1)})` }, arrow)]
}

/**
 * What lies over the pieces.
 * @param {Scene} scene
 * @returns {Node[]}
 */
export function over(scene) {
  const shown = scene.state.aids.filter((row) => scene.state.shown.includes(row.kind))
  return [...shown.flatMap((row) => aid(scene, row)), ...marks(scene), ...legal(scene), ...hints(scene)]
}

/**
 * What goes with the place a person aims at: what it would flip, and lines to it where a finger hides it.
 * @param {Scene} scene
 * @param {string | null} label
 * @param {boolean} crosshair
 * @returns {Node[]}
 */
export function aim({ state, geometry }, label, crosshair) {
  const place = label ? geometry.centre(label) : null
  if (!label || !place) return []
  const { left, top, across, down } = geometry
  const flips = state.shown.includes('flips') ? state.aids.find((row) => row.kind === 'flips' && row.at[0] === label) : null
  const nodes = signs(geometry, flips?.points ?? [], 'ring', 40, 'board-flipping')
  if (!crosshair) return nodes
  const d = `M${left} ${place.y}h${across * CELL}M${place.x} ${top}v${down * CELL}`
  return [draw('path', { d, class: 'board-crosshair' }), ...nodes]
}

/** The pieces, drawn around (0, 0) on a square of 100 units. */

import { kindName } from '#pages/board/labels.js'
import { draw } from '#pages/board/svg.js'

/** @import {Turn} from '#pages/types.js' */

/**
 * One shape of an animal: its colour, and a path, or the middle and radii of an ellipse. Without a colour it is a line.
 * @typedef {[string, string] | [string, number, number, number, number]} Shape
 */

const INK = '#4a3322'
/** The positions of the dots for steps, by a letter each; f and b are the diagonals forward and back. */
const STEPS = /** @type {Record<string, number[][]>} */ ({
  U: [[0, -38]],
  D: [[0, 37]],
  S: [[-35, 1], [35, 1]],
  f: [[-29, -30], [29, -30]],
  b: [[-35, 36], [35, 36]],
})

/** A ring of bumps, such as a mane. @param {number} count @param {number} radius @param {number} middle */
function bumps(count, radius, middle) {
  let path = ''
  for (let i = 0; i <= count; i += 1) {
    const turn = (2 * Math.PI * i) / count
    const at = `${(radius * Math.sin(turn)).toFixed(1)} ${(middle - radius * Math.cos(turn)).toFixed(1)}`
    path += path ? `A7 7 0 0 1 ${at}` : `M${at}`
  }
  return `${path}Z`
}

/**
 * A pair of equal ellipses left and right. @param {string} fill @param {number} x @param {number} y @param {number} rx
 * @param {number} [ry] @returns {Shape[]}
 */
const pair = (fill, x, y, rx, ry = rx) => [
  [fill, -x, y, rx, ry],
  [fill, x, y, rx, ry],
]

/** @type {Record<string, {steps: string, shapes: Shape[]}>} */
export const ANIMALS = {
  lion: {
    steps: 'UDSfb',
    shapes: [
      ['#c9691c', bumps(11, 22, 2)],
      ...pair('#f5bd4c', 14, -13, 5.5),
      ['#f8ca62', 0, 3, 17, 16.5],
      ['#fff0cc', 0, 11, 9, 6.5],
      ['#5a321a', 'M-4.5 4.5Q0 2.5 4.5 4.5Q3.5 10 0 10T-4.5 4.5Z'],
      ['', 'M0 10V12M-5.5 11.5Q-3 15 0 12Q3 15 5.5 11.5'],
      ...pair(INK, 7.5, 0, 2.4, 2.9),
      ['', 'M-12-6.5Q-8-9-5-6.5M5-6.5Q8-9 12-6.5'],
    ],
  },
  giraffe: {
    steps: 'UDS',
    shapes: [
      ['#f6cb62', 'M-8 8Q-9 22-11.5 27H11.5Q9 22 8 8Z'],
      ['#b26a26', 'M-7 20L-2 18L0 22L-4 26L-9 24ZM3 21L8 19L9 25L5 26Z'],
      ['#8a5526', 'M-8-14L-9-25H-5.5L-4-14ZM8-14L9-25H5.5L4-14Z'],
      ...pair('#8a5526', 7.2, -25, 3.4),
      ['#f6cb62', 'M-9-13Q-19-18-23-11Q-17-5-9-8ZM9-13Q19-18 23-11Q17-5 9-8Z'],
      ['#f9d777', 'M-11.5-9Q-10-18 0-18T11.5-9Q12-2 9 5V9H-9V5Q-12-2-11.5-9Z'],
      ['#b26a26', 'M-4-17L2-17.5L4-12L-1-9.5L-5-12Z'],
      ['#fdeec5', 0, 9.5, 10.5, 7.5],
      ...pair(INK, 3.6, 7, 1.1, 1.5),
      ['', 'M-5 11.5Q0 15 5 11.5'],
      ...pair(INK, 7, -5, 2.2, 2.8),
    ],
  },
  elephant: {
    steps: 'fb',
    shapes: [
      ...pair('#8ea9c4', 19.5, -2, 11, 15),
      ...pair('#e3b7c2', 20, -1, 6.5, 10),
      ['#a9c1d8', 0, -1, 16.5, 17],
      ['#fffdf5', 'M-8 12Q-13 17-12 23Q-6 21-5 13ZM8 12Q13 17 12 23Q6 21 5 13Z'],
      ['#a9c1d8', 'M-6 4Q-7 16-5.5 23Q-3 30 4 29Q8.5 28 7.5 24.5Q5 26 3.5 24Q2.5 22 4 22Q6 14 6 4Q0 0-6 4Z'],
      ['', 'M-5 11Q-1 12.5 2 11M-5 16Q-1 17.5 2 16M-4.5 21Q-2 22 0 21'],
      ...pair(INK, 8, -3, 2.3, 2.8),
      ['', 'M-11-9Q-8-10.5-6-8.5M11-9Q8-10.5 6-8.5'],
    ],
  },
  chick: {
    steps: 'U',
    shapes: [
      ['', 'M-7 25V30M-10 30H-4M7 25V30M4 30H10'],
      ['#ffd84f', 'M-1-17Q-6-21-4-25Q0-24 1-20Q3-24 7-23Q7-18 3-16Z'],
      ['#f9c433', 'M-18 4Q-28 6-26 14Q-20 17-15 12ZM18 4Q28 6 26 14Q20 17 15 12Z'],
      ['#ffdf63', 'M0-18Q15-18 19 0Q23 20 10 25Q0 28-10 25Q-23 20-19 0Q-15-18 0-18Z'],
      ...pair('#ffb199', 12.5, 5.5, 3.4, 2.4),
      ['#f08a24', 'M-5.5 3Q0-2 5.5 3Q0 9-5.5 3Z'],
      ['', 'M-5 3Q0 4.5 5 3'],
      ...pair(INK, 8.5, -3.5, 2.4, 2.9),
    ],
  },
  hen: {
    steps: 'UDSf',
    shapes: [
      ['', 'M-7 25V30M-10 30H-4M7 25V30M4 30H10'],
      ['#df3f35', 'M-9-14Q-13-23-7-23Q-5-23-3.5-20Q-3-28 1-28Q4-28 4-21Q6-24 9-22.5Q12-20 8-13Z'],
      ['#f0e2cf', 'M-17 4Q-28 4-28 14Q-20 20-13 14ZM17 4Q28 4 28 14Q20 20 13 14Z'],
      ['#fffaf0', 'M0-18Q14-18 18 0Q23 20 10 25Q0 28-10 25Q-23 20-18 0Q-14-18 0-18Z'],
      ['#df3f35', 'M-3.5 6Q-5 15 0 15.5Q5 15 3.5 6Z'],
      ['#f29a2e', 'M-6 2Q0-4 6 2Q0 9-6 2Z'],
      ['', 'M-5.5 2.5Q0 4 5.5 2.5M-10 17Q-7 20-4 18M4 18Q7 20 10 17'],
      ...pair(INK, 8.5, -4.5, 2.4, 2.9),
    ],
  },
}

/** @param {Shape} shape */
function part(shape) {
  const line = { stroke: INK, 'stroke-width': 1.7, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' }
  const paint = { fill: shape[0] || 'none', ...(shape[0] === INK ? {} : line) }
  if (shape.length === 2) return draw('path', { d: shape[1], ...paint })
  return draw('ellipse', { cx: shape[1], cy: shape[2], rx: shape[3], ry: shape[4], ...paint })
}

/** A tile with a roof that points in its animal's direction. */
const TILE = 'M0-46L31-39Q38-37 39-29L43 34Q43 43 35 43H-35Q-43 43-43 34L-39-29Q-38-37-31-39Z'

/** Whether the pieces are the plain ones, without light and shade; animals are letters then. */
export const isPlain = () => typeof document !== 'undefined' && document.documentElement.dataset.pieces === 'plain'

/** The first letter of an animal's name. @param {string} kind */
const letter = (kind) => draw('text', { y: 20, 'font-size': 54, class: 'board-letter' }, kindName(kind).slice(0, 1).toUpperCase())

/** @param {string} kind @param {Turn} owner @param {boolean} turned */
function tile(kind, owner, turned) {
  const { steps, shapes } = ANIMALS[kind]
  const dots = [...steps].flatMap((step) => STEPS[step]).map(([cx, cy]) => draw('circle', { cx, cy, r: 3.2, class: 'board-step' }))
  return draw(
    'g',
    { class: `board-tile board-${owner}`, transform: `rotate(${turned ? 180 : 0})` },
    draw('path', { d: TILE, class: 'board-shade', transform: `translate(0 ${turned ? -4 : 4})` }),
    draw('path', { d: TILE, class: 'board-body' }),
    isPlain() ? letter(kind) : draw('g', { transform: 'scale(1.13)' }, ...shapes.map(part)),
    ...dots,
  )
}

/**
 * A stone, or a disc with its other side visible at the edge. @param {string} kind @param {Turn} owner
 * @param {string} paint the id of the gradient
 */
function round(kind, owner, paint) {
  const r = kind === 'disc' ? 41 : 47
  const edge = kind === 'disc' ? [draw('circle', { r, cy: 4, class: 'board-edge' })] : []
  return draw(
    'g',
    { class: `board-${kind} board-${owner}` },
    draw('circle', { r, cx: 2, cy: kind === 'disc' ? 8 : 4, class: 'board-shade' }),
    ...edge,
    draw('circle', { r, fill: `url(#${paint})`, class: 'board-round' }),
  )
}

/** The drawing of an unknown kind: a token with its first letters. @param {string} kind @param {Turn} owner */
function token(kind, owner) {
  // a stack shows its number
  const word = /^\d+(?= )/.exec(kind)?.[0] ?? kind.slice(0, 1).toUpperCase() + kind.slice(1, 2)
  return draw(
    'g',
    { class: `board-token board-${owner}` },
    draw('circle', { r: 39, cx: 1.5, cy: 3.5, class: 'board-shade' }),
    draw('circle', { r: 39, class: 'board-body' }),
    draw('circle', { r: 33, class: 'board-rim' }),
    draw('text', { y: 13, 'font-size': 36, class: 'board-word' }, word),
  )
}

/**
 * A piece. Animals face up or down; stones, discs and letters are the same from both sides.
 * @param {string} kind @param {Turn} owner @param {boolean} turned @param {string} paint the prefix of the gradients' ids
 */
export function drawPiece(kind, owner, turned, paint) {
  if (kind === 'stone' || kind === 'disc') return round(kind, owner, `${paint}-${owner}`)
  return Object.hasOwn(ANIMALS, kind) ? tile(kind, owner, turned) : token(kind, owner)
}

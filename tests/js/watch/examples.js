/** Small handmade recordings. */

import { Playouts } from '#study/watch/playouts.js'
import { Tree } from '#study/watch/tree.js'

/** @import {PlayoutRecording, TreeRecording} from 'contract' */

/**
 * Black at the root has a and b; after a white finds 3 and 5, and takes 3; after b the first reply gives 2, so that the
 * other two are left out.
 *
 *        0 start: 3
 *       /         \
 *     1 a: 3      4 b: 2, cut
 *    /    \        |
 *   2 c:3  3 d:5   5 c: 2
 *
 * @returns {TreeRecording}
 */
export const treeData = () => ({
  kind: 'tree', spec: 'alphabeta:depth=2', move: 'a', turn: 'black', searched: 6, left_out: 0, stopped: false,
  moves: ['a', 'c', 'd', 'b'],
  values: [[3, 0, null], [5, 0, null], [2, 0, null]],
  columns: {
    depth: [0, 1, 2, 2, 1, 2],
    move: [-1, 0, 1, 2, 3, 1],
    alpha: [-1, -1, -1, -1, 0, 0],
    beta: [-1, -1, -1, 0, -1, -1],
    value: [0, 0, 0, 1, 2, 2],
    kind: [0, 0, 1, 1, 4, 1],
    offered: [2, 2, 0, 0, 3, 0],
    black: [1, 0, 0, 0, 0, 0],
  },
  passes: [{ depth: 2, begin: 0, searched: 6, move: 'a', value: 0 }],
})

export const tree = () => new Tree(treeData())

/**
 * Three playouts: a, b, and a again with c after it, where white has a proven loss.
 * @returns {PlayoutRecording}
 */
export const playoutData = () => ({
  kind: 'playouts', spec: 'mcts:playouts=3', move: 'a', turn: 'black', searched: 3, left_out: 0, stopped: false,
  moves: ['a', 'b', 'c'],
  nodes: { parent: [-1, 0, 0, 1], move: [-1, 0, 1, 2], black: [0, 1, 1, 0] },
  playouts: { leaf: [1, 2, 3], how: [2, 2, 0], black: [1, 0, 1], opinion: [null, 0.4, null], played: [1, 0, null], mix: [0, 0.9, 0], plies: [4, 3, 0] },
  steps: {
    share: [0, 1, 1, 0, 0, 1, 0],
    proven: [0, 0, 0, 0, 0, 3, 1],
    mean: [null, 0.5, null, 0.5, null, 1, 0.2],
    rave: [null, 0, null, 0, null, 0.1, 0],
    explore: [null, 0.4, null, 0.4, null, 0.3, 0.4],
    second: [null, 0.9, null, 0.8, null, 0.7, null],
    instead: [-1, 1, -1, 0, -1, 1, -1],
  },
})

export const playouts = () => new Playouts(playoutData())

/**
 * A tree with so many children at every node.
 * @param {number} wide
 * @param {number} deep
 */
export function large(wide, deep) {
  /** @type {number[]} */
  const depth = []
  const grow = (/** @type {number} */ at) => {
    depth.push(at)
    if (at < deep) for (let child = 0; child < wide; child++) grow(at + 1)
  }
  grow(0)
  const all = (/** @type {number} */ value) => depth.map(() => value)
  const kind = depth.map((at) => (at < deep ? 0 : 1))
  const columns = { depth, move: depth.map((at) => (at ? 0 : -1)), alpha: all(-1), beta: all(-1), value: all(0), kind, offered: depth.map((at) => (at < deep ? wide : 0)), black: depth.map((at) => (at + 1) % 2) }
  return new Tree({ ...treeData(), spec: 'minimax:depth=3', searched: depth.length, columns })
}

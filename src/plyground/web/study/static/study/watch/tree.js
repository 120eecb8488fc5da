/** A minimax or alpha-beta search, replayed: nodes are entered, and left with a value. No DOM. */

import { Branches } from '#study/watch/branches.js'

/** @import {TreeRecording} from 'contract' */
/** A value of Black's, see `Worth` in recording.py. @typedef {TreeRecording['values'][number]} Worth */

export const INNER = 0
export const LEAF = 1
export const OVER = 2
const CUT = 4

export class Tree {
  kind = /** @type {const} */ ('tree')

  /** @param {TreeRecording} data */
  constructor(data) {
    const { columns } = data
    this.data = data
    this.branches = new Branches(parents(columns.depth), columns.move, data.moves)
    this.count = this.branches.count
    this.entered = new Int32Array(this.count)
    this.left = new Int32Array(this.count).fill(-1) // -1: the search stopped before, or there is nothing below
    /** The events: twice the node, plus one if it is left. @type {number[]} */
    this.events = []
    this.record()
    this.length = this.events.length
  }

  /** Lists the events: a node is left before the next sibling or ancestor is entered. */
  record() {
    const { columns } = this.data
    /** @type {number[]} */
    const open = []
    const leave = (/** @type {number} */ depth) => {
      while (open.length > depth) {
        const node = /** @type {number} */ (open.pop())
        if (this.type(node) !== INNER || columns.value[node] < 0) continue
        this.left[node] = this.events.push(node * 2 + 1) - 1
      }
    }
    for (let node = 0; node < this.count; node++) {
      leave(columns.depth[node])
      this.entered[node] = this.events.push(node * 2) - 1
      open.push(node)
    }
    leave(0)
  }

  /** @param {number} node */
  type(node) {
    return this.data.columns.kind[node] & 3
  }

  /** The node of an event. @param {number} time */
  nodeAt(time) {
    return this.events[time] >> 1
  }

  /** Whether a node is left at this time, with a value. @param {number} time */
  leaves(time) {
    return (this.events[time] & 1) === 1
  }

  /** The time when a node is complete. @param {number} node */
  timeOf(node) {
    return this.left[node] >= 0 ? this.left[node] : this.entered[node]
  }

  /** The time at which to show a node. @param {number} node @param {number} time */
  reach(node, time) {
    return this.nodeAt(time) === node ? time : this.timeOf(node)
  }

  /** 0: not yet visited; 1: being searched; 2: done. @param {number} node @param {number} time */
  state(node, time) {
    if (time < this.entered[node]) return 0
    if (this.type(node) !== INNER) return 2
    return this.left[node] >= 0 && time >= this.left[node] ? 2 : 1
  }

  /** @param {number} node @returns {Worth | null} */
  value(node) {
    return this.data.values[this.data.columns.value[node]] ?? null
  }

  /** The value of a node as known at this time. @param {number} node @param {number} time @returns {Worth | null} */
  known(node, time) {
    const state = this.state(node, time)
    if (state === 2) return this.value(node)
    const child = state === 1 ? this.best(node, time) : -1
    return child < 0 ? null : this.value(child)
  }

  /** The best child so far, for the side to move; -1: none. @param {number} node @param {number} time */
  best(node, time) {
    const { value, black } = this.data.columns
    let found = -1
    for (let child = this.branches.first[node]; child >= 0; child = this.branches.next[child]) {
      if (this.state(child, time) !== 2) break
      const more = found < 0 ? 1 : order(this.data.values[value[child]], this.data.values[value[found]])
      if (found < 0 || (black[node] ? more > 0 : more < 0)) found = child
    }
    return found
  }

  /**
   * The window of a node at this time: when it is entered, or after its children so far.
   * @param {number} node
   * @param {number} time
   * @returns {{alpha: Worth | null, beta: Worth | null}}
   */
  window(node, time) {
    const { columns, values } = this.data
    let alpha = values[columns.alpha[node]] ?? null
    let beta = values[columns.beta[node]] ?? null
    if (this.type(node) !== INNER || !this.prunes) return { alpha, beta }
    const best = this.best(node, time)
    const value = best < 0 ? null : this.value(best)
    if (value && columns.black[node] && (!alpha || order(value, alpha) > 0)) alpha = value
    if (value && !columns.black[node] && (!beta || order(value, beta) < 0)) beta = value
    return { alpha, beta }
  }

  get prunes() {
    return !this.data.spec.startsWith('minimax')
  }

  /** The number of moves skipped at a node by a cut. @param {number} node */
  cut(node) {
    const { kind, offered } = this.data.columns
    return kind[node] & CUT ? Math.max(0, offered[node] - this.branches.kids[node]) : 0
  }

  /** The time of the next cut; -1: none. @param {number} time */
  nextCut(time) {
    for (let at = time + 1; at < this.length; at++) if (this.leaves(at) && this.cut(this.nodeAt(at))) return at
    return -1
  }

  /** The number of nodes visited by this time. @param {number} time */
  visited(time) {
    let at = Math.min(time, this.length - 1)
    while (at > 0 && this.leaves(at)) at--
    return this.nodeAt(at) + 1
  }

  /** The numbers of cuts, and of the moves they skipped. */
  cuts() {
    let count = 0
    let moves = 0
    for (let node = 0; node < this.count; node++) {
      const cut = this.cut(node)
      if (cut) count += 1
      moves += cut
    }
    return { count, moves }
  }

  /** The search of a node: iterative deepening has several. @param {number} node */
  pass(node) {
    const { passes } = this.data
    let at = 0
    while (at + 1 < passes.length && passes[at + 1].begin <= node) at++
    return passes[at]
  }
}

/**
 * Compares two values: wins first, sooner or larger ones better.
 * @param {Worth} one
 * @param {Worth} two
 */
export function order(one, two) {
  if (one[1] !== two[1]) return one[1] - two[1]
  if (one[2] !== null && two[2] !== null) return one[1] * (two[2] - one[2])
  return one[0] - two[0]
}

/**
 * The parent of each node, from the depths in the order of visits.
 * @param {number[]} depths
 */
export function parents(depths) {
  const found = new Int32Array(depths.length)
  /** @type {number[]} */
  const path = []
  depths.forEach((depth, node) => {
    found[node] = depth ? path[depth - 1] : -1
    path[depth] = node
  })
  return found
}

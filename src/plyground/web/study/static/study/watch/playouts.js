/** A Monte Carlo search, replayed playout by playout, without the DOM. */

import { Branches } from '#study/watch/branches.js'

/** @import {PlayoutRecording} from 'contract' */

export class Playouts {
  kind = /** @type {const} */ ('playouts')

  /** @param {PlayoutRecording} data */
  constructor(data) {
    this.data = data
    this.branches = new Branches(data.nodes.parent, data.nodes.move, data.moves)
    this.count = this.branches.count
    this.length = data.playouts.leaf.length + 1 // at 0 there was no playout
    this.visits = new Int32Array(this.count)
    this.wins = new Float64Array(this.count) // of the side that moved here
    this.time = 0
    this.born = new Int32Array(this.count).fill(this.length)
    this.begin = new Int32Array(this.length) // steps of a playout
    data.playouts.leaf.forEach((leaf, number) => {
      this.begin[number + 1] = this.begin[number] + this.branches.depth[leaf] + 1
      for (const node of this.way(leaf)) if (this.born[node] > number + 1) this.born[node] = number + 1
    })
    this.born[0] = 0
    this.settled = new Int32Array(this.count).fill(this.length) // the time when its result was proven
    this.outcome = new Uint8Array(this.count)
    for (let number = 1; number < this.length; number++) this.settle(number)
  }

  /** The nodes from the root to this one. @param {number} leaf @returns {number[]} */
  way(leaf) {
    const nodes = [leaf]
    while (this.branches.parent[nodes[0]] >= 0) nodes.unshift(this.branches.parent[nodes[0]])
    return nodes
  }

  /** Notes the proofs of a playout. @param {number} number */
  settle(number) {
    const begin = this.begin[number - 1]
    this.path(number).forEach((node, step) => {
      const proven = this.data.steps.proven[begin + step]
      if (!proven || this.outcome[node]) return
      this.outcome[node] = proven
      this.settled[node] = number
    })
  }

  /** The nodes of a playout, from the root; none at 0. @param {number} time @returns {number[]} */
  path(time) {
    return time > 0 ? this.way(this.data.playouts.leaf[time - 1]) : []
  }

  /** Moves visits and wins to this time. @param {number} time */
  seek(time) {
    for (; this.time < time; this.time++) this.add(this.time + 1, 1)
    for (; this.time > time; this.time--) this.add(this.time, -1)
  }

  /** @param {number} number @param {1 | -1} sign */
  add(number, sign) {
    const begin = this.begin[number - 1]
    this.path(number).forEach((node, step) => {
      this.visits[node] += sign
      this.wins[node] += sign * this.data.steps.share[begin + step]
    })
  }

  /** @param {number} time */
  nodeAt(time) {
    return time > 0 ? this.data.playouts.leaf[time - 1] : 0
  }

  /** @param {number} node */
  timeOf(node) {
    return this.born[node]
  }

  /** A node can be selected as soon as it exists. @param {number} node @param {number} time */
  reach(node, time) {
    return Math.max(time, Math.min(this.born[node], this.length - 1))
  }

  /** 0: not yet visited; 1: on the current playout; 2: visited before. @param {number} node @param {number} time */
  state(node, time) {
    if (time < this.born[node]) return 0
    return time > 0 && this.branches.isAbove(node, this.nodeAt(time)) ? 1 : 2
  }

  /** The share of the point so far, for the side that moved here; null without a visit. @param {number} node @param {number} time */
  mean(node, time) {
    this.seek(time)
    return this.visits[node] ? this.wins[node] / this.visits[node] : null
  }

  /** The same for Black. @param {number} node @param {number} time */
  blackMean(node, time) {
    const mean = this.mean(node, time)
    return mean === null || this.data.nodes.black[node] ? mean : 1 - mean
  }

  /** The proof of a node at this time: 0 none, 1 loss, 2 draw, 3 win, for the side that moved here. @param {number} node @param {number} time */
  proven(node, time) {
    return time >= this.settled[node] ? this.outcome[node] : 0
  }

  /** The selection of a playout's node at this step; null at the root. @param {number} time @param {number} step */
  choice(time, step) {
    if (time < 1 || step < 1) return null
    const { mean, rave, explore, second, instead } = this.data.steps
    const at = this.begin[time - 1] + step
    return {
      mean: mean[at] ?? 0, rave: rave[at] ?? 0, explore: explore[at] ?? 0, second: second[at],
      instead: this.data.moves[instead[at]] ?? '',
    }
  }

  /** The root's moves, the most visited first. @param {number} time */
  ranking(time) {
    this.seek(time)
    return this.branches.children(0).filter((node) => this.visits[node]).sort((one, two) => this.visits[two] - this.visits[one])
  }

  /** There are no cuts here. @param {number} _node */
  cut(_node) {
    return 0
  }

  /** The next playout with a proof; -1: none. @param {number} time */
  nextCut(time) {
    let found = -1
    for (let node = 0; node < this.count; node++) {
      const at = this.settled[node]
      if (this.outcome[node] && at > time && (found < 0 || at < found)) found = at
    }
    return found
  }

  /** @param {number} time */
  visited(time) {
    return time
  }
}

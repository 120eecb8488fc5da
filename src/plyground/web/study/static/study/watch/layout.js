/**
 * The layout of a tree: levels are rows, and a node is as wide as the leaves below it. Only nodes in view and wide enough to be visible are listed, so that a large tree costs no
 * more than a small one. No DOM.
 */

/** @typedef {import('#study/watch/types.js').Tape} Tape */

/** @typedef {{x: number, scale: number}} View the first unit in view, and pixels per unit */
/** @typedef {{node: number, left: number, right: number, row: number, stub: number}} Box in pixels; `stub`: skipped moves instead of a node */

const THIN = 1.5 // pixels, below which neighbours are drawn as one
const STUB = 1 // units for a cut

/** Positions in units: a leaf has one unit. */
export class Layout {
  /** @param {Tape} tape */
  constructor(tape) {
    const { branches, count } = tape
    this.tape = tape
    this.x = new Float64Array(count)
    this.width = new Float64Array(count)
    for (let node = count - 1; node >= 0; node--) {
      const stub = tape.cut(node) ? STUB : 0
      this.width[node] = Math.max(1, this.width[node] + stub)
      if (branches.parent[node] >= 0) this.width[branches.parent[node]] += this.width[node]
    }
    const used = new Float64Array(count)
    let total = 0
    for (let node = 0; node < count; node++) {
      const above = branches.parent[node]
      this.x[node] = above < 0 ? total : this.x[above] + used[above]
      if (above < 0) total += this.width[node] + GAP
      else used[above] += this.width[node]
    }
    this.total = Math.max(1, total - GAP)
    this.rows = branches.rows
  }

  /** A view of the whole tree. @param {number} pixels @returns {View} */
  fit(pixels) {
    return { x: 0, scale: pixels / this.total }
  }

  /** A view of one node and its descendants. @param {number} node @param {number} pixels @returns {View} */
  around(node, pixels) {
    const room = this.width[node] * 0.06
    return { x: this.x[node] - room, scale: pixels / (this.width[node] + 2 * room) }
  }

  /** Zooms around a pixel. @param {View} view @param {number} factor @param {number} at @param {number} pixels */
  zoomed(view, factor, at, pixels) {
    const least = pixels / this.total
    const scale = Math.min(Math.max(view.scale * factor, least), Math.max(least, MOST))
    return this.kept({ x: view.x + at / view.scale - at / scale, scale }, pixels)
  }

  /** The view, moved so that the tree stays visible. @param {View} view @param {number} pixels @returns {View} */
  kept({ x, scale }, pixels) {
    const shown = pixels / scale
    return { x: Math.min(Math.max(x, 0), Math.max(0, this.total - shown)), scale }
  }

  /** The view, moved if necessary so that a node is visible. @param {View} view @param {number} node @param {number} pixels @returns {View} */
  showing(view, node, pixels) {
    const left = (this.x[node] - view.x) * view.scale
    const right = left + this.width[node] * view.scale
    const margin = Math.min(40, pixels / 8)
    if (left < pixels - margin && right > margin && (right - left > pixels || (left >= 0 && right <= pixels))) return view
    const middle = this.x[node] + this.width[node] / 2
    return this.kept({ x: middle - pixels / view.scale / 2, scale: view.scale }, pixels)
  }

  /**
   * Everything to draw, parents before children. A node that is too thin stands for its neighbours.
   * @param {View} view
   * @param {number} pixels
   * @returns {Box[]}
   */
  boxes({ x, scale }, pixels) {
    const { branches } = this.tape
    /** @type {Box[]} */
    const found = []
    const drawn = new Float64Array(this.rows + 1).fill(-Infinity) // the right end of each row so far
    const end = x + pixels / scale
    const waiting = [...branches.roots].reverse()
    while (waiting.length) {
      const node = /** @type {number} */ (waiting.pop())
      const row = branches.depth[node]
      const left = (this.x[node] - x) * scale
      const right = left + this.width[node] * scale
      if (right < 0 || this.x[node] > end) continue
      if (right - left < THIN) {
        if (right < drawn[row] + 0.5) continue // its neighbour stands for it, and for all its descendants
        drawn[row] = left + THIN
      }
      found.push({ node, left, right: Math.max(right, left + 1), row, stub: 0 })
      const below = this.inView(node, x, end, scale, drawn)
      for (let at = below.length - 1; at >= 0; at--) waiting.push(below[at])
      const cut = this.tape.cut(node)
      if (cut && STUB * scale >= THIN) found.push({ node, left: right - STUB * scale, right, row: row + 1, stub: cut })
    }
    return found
  }

  /**
   * The children that may be visible; at most one per pixel.
   * @param {number} node @param {number} x @param {number} end @param {number} scale @param {Float64Array} drawn
   */
  inView(node, x, end, scale, drawn) {
    const { branches } = this.tape
    const row = branches.depth[node] + 1
    const found = []
    let last = drawn[row]
    for (let child = branches.first[node]; child >= 0; child = branches.next[child]) {
      if (this.x[child] > end) break
      const right = (this.x[child] + this.width[child] - x) * scale
      if (right < 0) continue
      const wide = this.width[child] * scale
      if (wide < THIN && right < last + 0.5) continue
      if (wide < THIN) last = right - wide + THIN
      found.push(child)
    }
    return found
  }

  /** The node at a place in pixels, or -1. @param {View} view @param {number} left @param {number} row */
  at({ x, scale }, left, row) {
    const { branches } = this.tape
    const unit = x + left / scale
    let beside = branches.roots
    for (let level = 0; ; level++) {
      const node = beside.find((one) => unit >= this.x[one] && unit < this.x[one] + this.width[one])
      if (node === undefined) return -1
      if (level === row) return node
      beside = branches.children(node)
    }
  }
}

const GAP = 0.5 // units between two trees
const MOST = 120 // pixels of a leaf

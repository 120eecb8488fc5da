/** A tree as arrays of parents and children. Parents come before their children. No DOM. */

export class Branches {
  /**
   * @param {ArrayLike<number>} parent -1 for a root
   * @param {ArrayLike<number>} move numbers of texts; -1 for none
   * @param {string[]} texts
   */
  constructor(parent, move, texts) {
    const count = parent.length
    this.count = count
    this.texts = texts
    this.move = move
    this.parent = parent
    this.depth = new Uint16Array(count)
    this.first = new Int32Array(count).fill(-1)
    this.next = new Int32Array(count).fill(-1)
    this.kids = new Uint16Array(count)
    this.place = new Uint16Array(count) // among its siblings
    /** @type {number[]} */
    this.roots = []
    const last = new Int32Array(count).fill(-1)
    for (let node = 0; node < count; node++) {
      const above = parent[node]
      if (above < 0) {
        this.place[node] = this.roots.push(node) - 1
        continue
      }
      this.depth[node] = this.depth[above] + 1
      this.place[node] = this.kids[above]++
      if (last[above] < 0) this.first[above] = node
      else this.next[last[above]] = node
      last[above] = node
    }
    this.rows = this.depth.reduce((most, depth) => Math.max(most, depth), 0) + 1
  }

  /** The move that led to a node; empty at a root. @param {number} node */
  name(node) {
    return this.texts[this.move[node]] ?? ''
  }

  /** The moves from the root to a node. @param {number} node @returns {string[]} */
  line(node) {
    /** @type {string[]} */
    const moves = []
    for (let at = node; this.parent[at] >= 0; at = this.parent[at]) moves.unshift(this.name(at))
    return moves
  }

  /** @param {number} node @returns {number[]} */
  children(node) {
    const found = []
    for (let child = this.first[node]; child >= 0; child = this.next[child]) found.push(child)
    return found
  }

  /** The siblings of a node, including itself. @param {number} node @returns {number[]} */
  siblings(node) {
    return this.parent[node] < 0 ? this.roots : this.children(this.parent[node])
  }

  /** Whether one node is the other or its ancestor. @param {number} above @param {number} node */
  isAbove(above, node) {
    let at = node
    while (at > above) at = this.parent[at]
    return at === above
  }
}

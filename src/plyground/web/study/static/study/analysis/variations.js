/** A game with its variations: a tree of moves, in which the first child continues the main line. No DOM. */

/** @typedef {import('#study/analysis/types.js').Row} Row */
/** @typedef {import('#study/analysis/types.js').Place} Place */

/** A node of the tree: the move that led here, or a position that was set up. */
export class Node {
  comment = ''
  /** @type {Node[]} */
  children = []
  /** The last visited child. @type {Node | null} */
  latest = null

  /** @param {Node | null} parent @param {string | null} move @param {string | null} setup */
  constructor(parent, move, setup = null) {
    this.parent = parent
    this.move = move
    this.setup = setup
    this.ply = Node.plies(parent, move)
  }

  /** The number of moves since the beginning or the last set-up. @param {Node | null} parent @param {string | null} move @returns {number} */
  static plies(parent, move) {
    return parent && move ? parent.ply + 1 : 0
  }

  /** The nodes from the first one after the root up to this one. */
  line() {
    const found = []
    for (let node = /** @type {Node | null} */ (this); node?.parent; node = node.parent) found.push(node)
    return found.reverse()
  }

  /** The number of nodes from here on. */
  size() {
    let count = 0
    const waiting = [/** @type {Node} */ (this)]
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      count += 1
      waiting.push(...node.children)
    }
    return count
  }
}

/** The whole tree. */
export class Variations {
  /** @param {string | null} start the first position as text; null: the game's own */
  constructor(start = null) {
    this.start = start
    this.root = new Node(null, null)
  }

  /** @param {string | null} start @param {string[]} moves */
  static line(start, moves) {
    const tree = new Variations(start)
    tree.addLine(moves)
    return tree
  }

  /** Plays moves from the beginning; existing nodes are reused. @param {string[]} moves */
  addLine(moves) {
    let node = this.root
    for (const move of moves) node = this.add(node, move)
  }

  /** @param {string | null} start @param {Row[]} rows */
  static read(start, rows) {
    const tree = new Variations(start)
    const nodes = [tree.root]
    rows.forEach(([parent, move, setup, comment], number) => {
      if (number) {
        const above = nodes[parent]
        const node = new Node(above, move, setup)
        above.children.push(node)
        nodes.push(node)
      }
      nodes[number].comment = comment
    })
    return tree
  }

  /** As rows, parents before their children, the main line first. */
  rows() {
    /** @type {Row[]} */
    const rows = []
    const numbers = new Map()
    const waiting = [this.root]
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      numbers.set(node, rows.length)
      rows.push([node.parent ? numbers.get(node.parent) : -1, node.move, node.setup, node.comment])
      waiting.push(...[...node.children].reverse())
    }
    return rows
  }

  /** The node after a move; a new one if there is none. @param {Node} parent @param {string} move */
  add(parent, move) {
    let node = parent.children.find((one) => one.move === move)
    if (!node) {
      node = new Node(parent, move)
      parent.children.push(node)
    }
    parent.latest = node
    return node
  }

  /** Removes a node and its descendants; returns a function that restores them. @param {Node} node */
  remove(node) {
    const { parent } = node
    if (!parent) return () => {}
    const place = parent.children.indexOf(node)
    parent.children.splice(place, 1)
    if (parent.latest === node) parent.latest = null
    return () => { parent.children.splice(place, 0, node) }
  }

  /** Makes the line to this node the main line. @param {Node} node */
  promote(node) {
    for (const step of node.line()) {
      const { children } = /** @type {Node} */ (step.parent)
      children.unshift(...children.splice(children.indexOf(step), 1))
    }
  }

  /** The number of main-line moves before a node. @param {Node} node */
  mainPly(node) {
    const line = node.line()
    const off = line.findIndex((step) => step.parent?.children[0] !== step)
    return off < 0 ? line.length : off
  }

  /** The node of the main line after this many moves. @param {number} ply */
  onMain(ply) {
    let node = this.root
    for (let at = 0; at < ply && node.children.length; at++) [node] = node.children
    return node
  }

  /** Whether a node is on the main line. @param {Node} node */
  isMain(node) {
    return node.line().every((step) => step.parent?.children[0] === step)
  }

  /** The server's data of a node: the first position of its history, and the moves since. @param {Node} node @returns {Place} */
  place(node) {
    const line = node.line()
    const begin = line.findLastIndex(({ setup }) => setup) + 1
    const position = begin ? line[begin - 1].setup : this.start
    return { position, moves: line.slice(begin).map(({ move }) => move ?? '') }
  }

  /** The node after a key. @param {Node} node @param {string} key @returns {Node} */
  walk(node, key) {
    if (key === 'ArrowLeft') return node.parent ?? node
    if (key === 'ArrowRight') return follow(node) ?? node
    if (key === 'Home') return this.root
    if (key === 'End') return last(node)
    const all = node.parent?.children ?? [node]
    const step = key === 'ArrowUp' ? -1 : 1
    return all[(all.indexOf(node) + step + all.length) % all.length]
  }

  /** The node with this row number. @param {number} number */
  at(number) {
    let count = 0
    const waiting = [this.root]
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (count++ === number) return node
      waiting.push(...[...node.children].reverse())
    }
    return this.root
  }

  /** The row number of a node. @param {Node} wanted */
  number(wanted) {
    let count = 0
    const waiting = [this.root]
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (node === wanted) return count
      count += 1
      waiting.push(...[...node.children].reverse())
    }
    return 0
  }
}

/** The next node: the last visited one, or the main line. @param {Node} node @returns {Node | undefined} */
const follow = (node) => (node.latest && node.children.includes(node.latest) ? node.latest : node.children[0])

/** The end of the current line. @param {Node} node */
function last(node) {
  let end = node
  for (let next = follow(end); next; next = follow(end)) end = next
  return end
}

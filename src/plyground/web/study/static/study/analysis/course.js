/** The graph of the current line, and the walk that lets the engine look at each of its positions. */

import { gettext } from '#pages/words.js'
import { keyOf } from '#study/analysis/boards.js'
import { LineGraph } from '#study/analysis/graph.js'
import { byId } from '#study/analysis/panel.js'

/** @typedef {import('#study/analysis/variations.js').Node} Node */
/** @typedef {import('#study/analysis/variations.js').Variations} Variations */

const LOOK = 1000 // milliseconds at each position of the walk
const PATIENCE = 15_000 // for the first result of a position
const MOMENT = 100

export class Course {
  /** The nodes of the current line. @type {Node[]} */
  line = []
  /** Where the walk is; null: there is none. @type {Node | null} */
  wanted = null

  /** @param {Map<string, number>} chances @param {(node: Node) => void} go */
  constructor(chances, go) {
    this.chances = chances
    this.go = go
    this.graph = new LineGraph(byId('course'), (at) => this.line[at] && go(this.line[at]))
  }

  /** Shows the line through a node. @param {Variations} tree @param {Node} here */
  show(tree, here) {
    const end = tree.walk(here, 'End')
    this.line = [tree.root, ...end.line()]
    this.values = this.line.map((node) => this.chances.get(keyOf(tree.place(node))) ?? null)
    this.graph.show(this.values, this.line.indexOf(here))
    if (this.wanted && this.wanted !== here) this.wanted = null // somebody went elsewhere
    byId('sweep').hidden = this.line.length < 3 || (!this.wanted && !this.values.includes(null))
    byId('sweep').textContent = this.wanted ? gettext('Stop') : gettext('Evaluate the whole line')
  }

  /** Whether a place of the line has a value. @param {number} at */
  knows(at) {
    return (this.values?.[at] ?? null) !== null
  }

  /** Walks through the positions without a value; a second call stops. */
  async sweep() {
    if (this.wanted) return this.stop()
    const { line } = this
    for (const [at, node] of line.entries()) {
      if (this.knows(at)) continue
      this.wanted = node
      this.go(node)
      const until = Date.now() + PATIENCE
      while (this.wanted === node && !this.knows(at) && Date.now() < until) await pause(MOMENT)
      if (this.wanted !== node || !this.knows(at)) break
      await pause(LOOK)
      if (this.wanted !== node) break
    }
    this.stop()
  }

  stop() {
    const at = this.wanted
    this.wanted = null
    if (at) this.go(at)
  }
}

/** @param {number} milliseconds @returns {Promise<void>} */
const pause = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds) })

/** One search on the page: its counts, its tree on a canvas, and the same tree as a list. */

import { gettext, interpolate, ngettext } from '#pages/words.js'
import { Gestures } from '#study/watch/gestures.js'
import { Outline } from '#study/watch/outline.js'
import { Painting } from '#study/watch/paint.js'
import { moveName, worth } from '#study/watch/sentences.js'

/** @typedef {import('#study/watch/types.js').Tape} Tape */

const format = new Intl.NumberFormat(typeof document === 'undefined' ? 'en' : document.documentElement.lang)

/** @param {number} count */
export const formatted = (count) => format.format(count)

/** The effort of a search up to this time. @param {Tape} tape @param {number} time */
export function counts(tape, time) {
  const values = { count: formatted(tape.visited(time)), all: formatted(tape.data.searched) }
  if (tape.kind === 'playouts') return interpolate(gettext('%(count)s of %(all)s playouts'), values)
  return interpolate(gettext('%(count)s of %(all)s nodes'), values)
}

/** The result of a search. @param {Tape} tape */
export function verdict(tape) {
  const { move, left_out: left, stopped } = tape.data
  const parts = []
  if (tape.kind === 'tree') {
    const last = tape.data.passes[tape.data.passes.length - 1]
    const value = worth(tape.data.values[last.value] ?? null)
    if (move) parts.push(interpolate(gettext('It plays %(move)s: %(value)s.'), { move: moveName(move), value }))
    const cuts = tape.cuts()
    const values = { count: formatted(cuts.count), moves: formatted(cuts.moves) }
    if (cuts.count) parts.push(interpolate(ngettext('%(count)s cut, %(moves)s moves left out.', '%(count)s cuts, %(moves)s moves left out.', cuts.count), values))
  } else if (move) parts.push(interpolate(gettext('It plays %(move)s.'), { move: moveName(move) }))
  if (stopped) parts.push(gettext('The search was stopped at its limit.'))
  if (left) parts.push(interpolate(gettext('%(count)s more are not shown.'), { count: formatted(left) }))
  return parts.join(' ')
}

/**
 * Two searches of the same position: how much one has saved; empty if they are not comparable.
 * @param {Tape[]} tapes
 * @param {string[]} titles
 */
export function compared([one, two], titles) {
  if (one?.kind !== 'tree' || two?.kind !== 'tree') return ''
  const less = one.data.searched < two.data.searched ? 0 : 1
  const [few, many] = [one.data.searched, two.data.searched].sort((a, b) => a - b)
  const values = { few: formatted(few), many: formatted(many), one: titles[less], two: titles[1 - less], share: `${Math.round((100 * few) / many)} %` }
  if (few === many) return interpolate(gettext('Both visited %(few)s nodes.'), values)
  return interpolate(gettext('%(one)s visited %(few)s nodes, %(two)s visited %(many)s: %(share)s of them were enough.'), values)
}

export class Panel {
  /**
   * @param {HTMLElement} section
   * @param {Tape} tape
   * @param {(node: number) => void} choose
   */
  constructor(section, tape, choose) {
    const find = (/** @type {string} */ name) => /** @type {HTMLElement} */ (section.querySelector(name))
    this.section = section
    this.tape = tape
    this.choose = choose
    this.node = 0
    this.counts = find('.counts')
    find('.verdict').textContent = verdict(tape)
    find('.waits').hidden = true
    find('.drawn').hidden = false
    this.canvas = /** @type {HTMLCanvasElement} */ (find('canvas'))
    this.painting = new Painting(this.canvas, tape)
    this.outline = new Outline(find('[role=tree]'), tape, choose)
    this.painting.resize()
    new ResizeObserver(() => this.painting.resize()).observe(this.canvas)
    this.listen(find('.zoom'))
  }

  /** Shows a time and a node; the list is updated when there is time. @param {number} time @param {number} node @param {boolean} list */
  set(time, node, list) {
    const own = this.at(time)
    this.node = node
    this.painting.set(own, node)
    this.counts.textContent = counts(this.tape, own)
    if (list) this.outline.set(own, node)
  }

  /** This search's own time: it may have ended before the other. @param {number} time */
  at(time) {
    return Math.min(time, this.tape.length - 1)
  }

  /** @param {HTMLElement} bar */
  listen(bar) {
    bar.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null
      if (button) this.zoom(button.dataset.zoom ?? '')
    })
    new Gestures(this.painting, (node) => this.choose(node))
    this.canvas.addEventListener('keydown', (event) => this.press(event))
  }

  /** @param {string} command */
  zoom(command) {
    const { layout, view, pixels } = this.painting
    if (command === 'fit') return this.painting.look(layout.fit(pixels))
    if (command === 'node') {
      const above = this.tape.branches.kids[this.node] ? this.node : Math.max(0, this.tape.branches.parent[this.node])
      return this.painting.look(layout.kept(layout.around(above, pixels), pixels))
    }
    this.painting.look(layout.zoomed(view, command === 'in' ? 1.6 : 1 / 1.6, this.middle(), pixels))
  }

  /** The fixed point of zooming: the current node, if it is in view. */
  middle() {
    const { layout, view, pixels } = this.painting
    const at = (layout.x[this.node] + layout.width[this.node] / 2 - view.x) * view.scale
    return at >= 0 && at <= pixels ? at : pixels / 2
  }

  /** Arrow keys on the canvas: to the parent, the first child, the siblings. @param {KeyboardEvent} event */
  press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const node = walk(this.tape, this.node, event.key)
    if (node === null) return
    event.preventDefault()
    event.stopPropagation()
    if (node >= 0) this.choose(node)
  }
}

/**
 * The node after an arrow key: -1 if there is none, null for other keys. No DOM.
 * @param {Tape} tape
 * @param {number} node
 * @param {string} key
 */
export function walk({ branches }, node, key) {
  const beside = branches.siblings(node)
  switch (key) {
    case 'ArrowUp': return branches.parent[node]
    case 'ArrowDown': return branches.first[node]
    case 'ArrowLeft': return beside[branches.place[node] - 1] ?? -1
    case 'ArrowRight': return beside[branches.place[node] + 1] ?? -1
    default: return null
  }
}

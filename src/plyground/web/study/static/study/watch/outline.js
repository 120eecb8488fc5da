/** The same tree as a list for keyboard and screen readers; only unfolded parts are in the page. */

import { gettext, interpolate } from '#pages/words.js'
import { shortMove, spoken } from '#study/watch/sentences.js'

/** @typedef {import('#study/watch/types.js').Tape} Tape */

export const SHOWN = 40 // siblings shown at once

/**
 * @typedef {{node: number, level: number, place: number, count: number, open: boolean | null}} Row a node; open null: nothing below
 * @typedef {{above: number, level: number, from: number, count: number}} More siblings that are folded away
 */

/**
 * The rows of an outline in order, without the DOM.
 * @param {Tape} tape
 * @param {(node: number) => boolean} isOpen
 * @param {Map<number, number>} starts the first displayed child of a node, if it is not the first
 * @returns {(Row | More)[]}
 */
export function rowsOf(tape, isOpen, starts) {
  /** @type {(Row | More)[]} */
  const rows = []
  const add = (/** @type {number[]} */ nodes, /** @type {number} */ above, /** @type {number} */ level) => {
    const start = Math.min(starts.get(above) ?? 0, Math.max(0, nodes.length - 1))
    const end = Math.min(nodes.length, start + SHOWN)
    if (start) rows.push({ above, level, from: Math.max(0, start - SHOWN), count: start })
    for (let place = start; place < end; place++) {
      const node = nodes[place]
      const below = tape.branches.kids[node] > 0
      const open = below && isOpen(node)
      rows.push({ node, level, place, count: nodes.length, open: below ? open : null })
      if (open) add(tape.branches.children(node), node, level + 1)
    }
    if (end < nodes.length) rows.push({ above, level, from: end, count: nodes.length - end })
  }
  add(tape.branches.roots, -1, 1)
  return rows
}

export class Outline {
  /**
   * @param {HTMLElement} list role=tree
   * @param {Tape} tape
   * @param {(node: number) => void} choose
   */
  constructor(list, tape, choose) {
    this.list = list
    this.tape = tape
    this.choose = choose
    this.time = 0
    this.node = 0
    this.chosen = new Set(tape.branches.roots.length === 1 ? tape.branches.roots : []) // unfolded by hand
    this.folded = /** @type {Set<number>} */ (new Set())
    this.starts = /** @type {Map<number, number>} */ (new Map())
    list.addEventListener('click', (event) => this.click(event))
    list.addEventListener('keydown', (event) => this.press(event))
  }

  /** Shows this time, with this node visible. @param {number} time @param {number} node */
  set(time, node) {
    this.time = time
    if (node !== this.node) this.folded.clear()
    this.node = node
    for (let at = node; at >= 0; at = this.tape.branches.parent[at]) {
      const above = this.tape.branches.parent[at]
      const place = this.tape.branches.place[at]
      const start = this.starts.get(above) ?? 0
      if (place < start || place >= start + SHOWN) this.starts.set(above, Math.max(0, place - SHOWN / 2))
    }
    this.render()
  }

  /** @param {number} node */
  isOpen(node) {
    if (this.folded.has(node)) return false
    return this.chosen.has(node) || (node !== this.node && this.tape.branches.isAbove(node, this.node))
  }

  render() {
    const focused = this.list.contains(document.activeElement)
    const items = rowsOf(this.tape, (node) => this.isOpen(node), this.starts).map((row) => ('node' in row ? this.item(row) : this.more(row)))
    this.list.replaceChildren(...items)
    const now = /** @type {HTMLElement | null} */ (this.list.querySelector('[aria-selected="true"]'))
    if (!now) {
      items[0].tabIndex = 0 // otherwise the list could not be entered by keyboard
      return
    }
    if (focused) now.focus({ preventScroll: true })
    const top = now.offsetTop
    if (top < this.list.scrollTop || top + now.offsetHeight > this.list.scrollTop + this.list.clientHeight) {
      this.list.scrollTop = top - this.list.clientHeight / 2
    }
  }

  /** @param {Row} row */
  item({ node, level, place, count, open }) {
    const item = document.createElement('li')
    const mine = node === this.node
    const known = { role: 'treeitem', 'data-node': node, 'aria-level': level, 'aria-posinset': place + 1, 'aria-setsize': count, 'aria-selected': mine, tabindex: mine ? 0 : -1 }
    for (const [name, value] of Object.entries(known)) item.setAttribute(name, String(value))
    if (open !== null) item.setAttribute('aria-expanded', String(open))
    const state = this.tape.state(node, this.time)
    item.dataset.state = this.tape.cut(node) && state === 2 ? 'cut' : String(state)
    item.style.setProperty('--level', String(level))
    item.textContent = state ? spoken(this.tape, node, this.time) : interpolate(gettext('%(move)s: later'), { move: shortMove(this.tape, node) })
    return item
  }

  /** @param {More} more */
  more({ above, level, from, count }) {
    const item = document.createElement('li')
    item.setAttribute('role', 'treeitem')
    item.setAttribute('aria-level', String(level))
    item.setAttribute('aria-selected', 'false')
    item.tabIndex = -1
    item.dataset.above = String(above)
    item.dataset.from = String(from)
    item.style.setProperty('--level', String(level))
    item.textContent = interpolate(gettext('%(count)s more'), { count })
    return item
  }

  /** @param {MouseEvent} event */
  click(event) {
    const item = event.target instanceof Element ? event.target.closest('li') : null
    if (!item) return
    if (item.dataset.above) return this.unfold(item)
    const node = Number(item.dataset.node)
    if (node === this.node && item.hasAttribute('aria-expanded')) this.turn(node, !this.isOpen(node))
    else this.choose(node)
  }

  /** Shows other siblings, and goes to the first of them. @param {HTMLElement} item */
  unfold(item) {
    const [above, from] = [Number(item.dataset.above), Number(item.dataset.from)]
    const beside = above < 0 ? this.tape.branches.roots : this.tape.branches.children(above)
    this.starts.set(above, from)
    this.render()
    ;/** @type {HTMLElement | null} */ (this.list.querySelector(`[data-node="${beside[from]}"]`))?.focus()
  }

  /** @param {number} node @param {boolean} open */
  turn(node, open) {
    if (open) {
      this.chosen.add(node)
      this.folded.delete(node)
    } else {
      this.chosen.delete(node)
      this.folded.add(node)
    }
    this.render()
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const item = event.target instanceof Element ? event.target.closest('li') : null
    if (!item) return
    const items = /** @type {HTMLElement[]} */ ([...this.list.children])
    const at = items.indexOf(item)
    const target = this.target(event.key, item, items, at)
    if (target === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (target) this.go(target)
  }

  /**
   * The effect of a key: the item to go to, null for none, undefined for other keys.
   * @param {string} key @param {HTMLElement} item @param {HTMLElement[]} items @param {number} at
   * @returns {HTMLElement | null | undefined}
   */
  target(key, item, items, at) {
    const node = Number(item.dataset.node ?? -1)
    const above = this.list.querySelector(`[data-node="${this.tape.branches.parent[node] ?? item.dataset.above}"]`)
    switch (key) {
      case 'ArrowDown': return items[at + 1] ?? null
      case 'ArrowUp': return items[at - 1] ?? null
      case 'Home': return items[0]
      case 'End': return items[items.length - 1]
      case 'Enter': case ' ': return item
      case 'ArrowRight':
        if (item.ariaExpanded === 'false') this.turn(node, true)
        return item.ariaExpanded === 'true' ? items[at + 1] ?? null : null
      case 'ArrowLeft':
        if (item.ariaExpanded === 'true') this.turn(node, false)
        return item.ariaExpanded === 'true' ? null : /** @type {HTMLElement | null} */ (above)
      default: return undefined
    }
  }

  /** @param {HTMLElement} item */
  go(item) {
    if (item.dataset.above) return this.unfold(item)
    item.focus({ preventScroll: true })
    this.choose(Number(item.dataset.node))
  }
}

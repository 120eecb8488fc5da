/** The moves and variations as a list of buttons; only the current one is in the tab order. */

import { moveName } from '#play/announce.js'
import { html } from '#pages/board/svg.js'
import { gettext, interpolate } from '#pages/words.js'

/** @typedef {import('#study/analysis/variations.js').Node} Node */
/** @typedef {import('#study/analysis/variations.js').Variations} Variations */

const DEEPEST = 6 // levels of nested variations that are indented

export class List {
  /** @type {Map<Node, HTMLElement>} */
  buttons = new Map()
  /** @type {WeakMap<Element, Node>} */
  nodes = new WeakMap()

  /** @param {HTMLElement} host @param {(node: Node) => void} go */
  constructor(host, go) {
    this.host = host
    host.addEventListener('click', ({ target }) => {
      const node = target instanceof Element && this.nodes.get(/** @type {Element} */ (target.closest('button')) ?? host)
      if (node) go(node)
    })
  }

  /** Draws the whole tree. @param {Variations} tree */
  draw(tree) {
    this.buttons.clear()
    const box = html('div', { class: 'line' })
    this.line(tree.root, box, 0)
    this.host.replaceChildren(box)
  }

  /** Draws all moves after a node along its first children, with their variations. @param {Node} from @param {HTMLElement} box @param {number} level */
  line(from, box, level) {
    for (let node = /** @type {Node} */ (from); node.children.length; node = node.children[0]) {
      const [main, ...others] = node.children
      box.append(this.button(main))
      for (const other of others) {
        const part = html('div', { class: 'variation', role: 'group', 'aria-label': gettext('Variation'), 'data-level': String(Math.min(level + 1, DEEPEST)) })
        part.append(this.button(other))
        this.line(other, part, level + 1)
        box.append(part)
      }
    }
  }

  /** @param {Node} node */
  button(node) {
    const button = html('button', { type: 'button', class: 'move', tabindex: '-1' })
    if (node.move) button.append(html('small', {}, String(node.ply)), ` ${moveName(node.move)}`)
    else button.append(gettext('position'))
    if (node.comment) button.append(html('span', { class: 'remark', role: 'img', 'aria-label': gettext('with a comment') }, '❝'))
    this.buttons.set(node, button)
    this.nodes.set(button, node)
    return button
  }

  /** Marks the current node. @param {Node} node */
  mark(node) {
    const had = this.host.contains(document.activeElement)
    for (const old of this.host.querySelectorAll('[aria-current]')) {
      old.removeAttribute('aria-current')
      old.setAttribute('tabindex', '-1')
    }
    const button = this.buttons.get(node) ?? this.buttons.values().next().value
    if (!button) return
    button.setAttribute('tabindex', '0')
    if (node.parent) button.setAttribute('aria-current', 'true')
    if (had) button.focus({ preventScroll: true })
    reveal(this.host, node.parent ? button : null)
  }
}

/** Scrolls the list, not the page. @param {HTMLElement} host @param {HTMLElement | null} button */
function reveal(host, button) {
  if (!button) {
    host.scrollTop = 0
    return
  }
  const [box, mine] = [host.getBoundingClientRect(), button.getBoundingClientRect()]
  if (mine.top < box.top) host.scrollTop -= box.top - mine.top + 8
  else if (mine.bottom > box.bottom) host.scrollTop += mine.bottom - box.bottom + 8
}

/** The position of a node among its siblings, in words; empty without siblings. @param {Node} node */
export function branchWords(node) {
  const all = node.parent?.children ?? []
  if (all.length < 2) return ''
  return interpolate(gettext('Variation %(number)s of %(count)s.'), { number: all.indexOf(node) + 1, count: all.length })
}

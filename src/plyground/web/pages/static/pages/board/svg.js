/** Creates elements in one line each. */

/** @template {Element} T @param {T} made @param {Record<string, string | number>} attributes @param {(Node | string)[]} children */
function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value))
  made.append(...children)
  return made
}

/**
 * An element of a drawing.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Record<string, string | number>} [attributes] @param {(Node | string)[]} children
 */
export const draw = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children)

/**
 * An element of the page.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Record<string, string>} [attributes] @param {(Node | string)[]} children
 */
export const html = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children)

/** Writes an attribute if it differs; null removes it. @param {Element} node @param {string} name @param {?string} value */
export function write(node, name, value) {
  if (node.getAttribute(name) === value) return
  if (value === null) node.removeAttribute(name)
  else node.setAttribute(name, value)
}

/**
 * The badge of a move's value, with its right end here.
 * @param {import('#pages/types.js').Badge} badge @param {number} x @param {number} y
 */
export function worth({ value: { value, words }, best }, x, y) {
  const width = [...words.label].reduce((sum, sign) => sum + (sign === ' ' ? 4 : sign < 'A' ? 11 : sign < 'W' ? 12 : 17), 8)
  const name = (value > 0 ? 'wins' : value ? 'loses' : 'draws') + (best ? ' board-best' : '')
  return draw('g', { class: `board-worth board-${name}`, transform: `translate(${x - width / 2} ${y})` },
    draw('rect', { x: -width / 2, y: -11, width, height: 22, rx: 6 }), draw('text', { y: 6, 'font-size': 16 }, words.label))
}

/** Making elements, in one line each. */

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

/** Write an attribute if it is not so already; null takes it away. @param {Element} node @param {string} name @param {?string} value */
export function write(node, name, value) {
  if (node.getAttribute(name) === value) return
  if (value === null) node.removeAttribute(name)
  else node.setAttribute(name, value)
}

/**
 * What a move is worth, with its right end here.
 * @param {import('../types.js').MoveValue} move @param {number} x @param {number} y
 */
export function worth({ value, words }, x, y) {
  const width = 20 + 13 * words.label.length
  const name = value > 0 ? 'wins' : value ? 'loses' : 'draws'
  return draw('g', { class: `board-worth board-${name}`, transform: `translate(${x - width / 2} ${y})` },
    draw('rect', { x: -width / 2, y: -15, width, height: 30, rx: 8 }), draw('text', { y: 8, 'font-size': 22 }, words.label))
}

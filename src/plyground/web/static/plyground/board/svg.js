/** Making elements, in one line each. */

const SPACE = 'http://www.w3.org/2000/svg'

/**
 * An element of a drawing. @template {keyof SVGElementTagNameMap} T @param {T} tag
 * @param {Record<string, string | number>} [attributes] @param {(Node | string)[]} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function draw(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SPACE, tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value))
  made.append(...children)
  return made
}

/** A group at a place, with what is in it. @param {{x: number, y: number}} place @param {Node[]} children */
export const group = (place, ...children) =>
  draw('g', { transform: `translate(${place.x} ${place.y})` }, ...children)

/**
 * An element of the page. @template {keyof HTMLElementTagNameMap} T @param {T} tag
 * @param {Record<string, string>} [attributes] @param {(Node | string)[]} children @returns {HTMLElementTagNameMap[T]}
 */
export function html(tag, attributes = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

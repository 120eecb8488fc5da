/** A drawing that stands alone, for a file. */

const KEPT = [
  'fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin',
  'opacity', 'vector-effect', 'stop-color', 'stop-opacity', 'font-family', 'font-weight', 'text-anchor', 'paint-order',
]

/** Write what the style sheet says onto the copy itself. @param {Element} shown @param {Element} copy */
function settle(shown, copy) {
  const style = getComputedStyle(shown)
  const given = copy.parentElement && getComputedStyle(/** @type {Element} */ (shown.parentElement))
  for (const name of KEPT) {
    const value = style.getPropertyValue(name).replaceAll('"', "'")
    const needed = /^(opacity|vector)/.test(name) ? !/^(1|none)$/.test(value) : name.startsWith('stop') ? shown.localName === 'stop' : value !== given?.getPropertyValue(name).replaceAll('"', "'")
    if (needed || copy.hasAttribute(name)) copy.setAttribute(name, value.replace(/^url\('(#[^']+)'\)$/, 'url($1)'))
  }
  copy.removeAttribute('class')
  copy.removeAttribute('style')
  ;[...shown.children].forEach((child, i) => settle(child, copy.children[i]))
}

/**
 * The text of a drawing as it looks now, without style sheets. @param {SVGSVGElement} svg
 * @param {number} width in pixels
 */
export function standalone(svg, width) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true))
  settle(svg, copy)
  const { width: w, height: h } = svg.viewBox.baseVal
  for (const name of ['aria-hidden', 'focusable']) copy.removeAttribute(name)
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(Math.round((width * h) / w)))
  return new XMLSerializer().serializeToString(copy)
}

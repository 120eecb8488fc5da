/** Exports the drawing as a self-contained file. */

const KEPT = (
  'fill fill-opacity stroke stroke-width stroke-opacity stroke-dasharray stroke-linecap stroke-linejoin opacity ' +
  'stop-color font-family font-weight text-anchor'
).split(' ')

/**
 * Copies the computed styles into the copy itself.
 * @param {Element} shown @param {Element} copy @param {CSSStyleDeclaration} [above]
 */
function settle(shown, copy, above) {
  const style = getComputedStyle(shown)
  for (const name of KEPT) {
    const value = style.getPropertyValue(name)
    // All other relevant ones are inherited; a gradient stop's colour differs from its parent's.
    const known = name === 'opacity' ? '1' : above?.getPropertyValue(name)
    const plain = value.replace(/^url\("(.+)"\)$/, 'url($1)').replaceAll('"', "'")
    if (value !== known || copy.hasAttribute(name)) copy.setAttribute(name, plain)
  }
  // On screen these lines are one pixel wide at every size; in the file they scale.
  if (style.vectorEffect !== 'none') copy.setAttribute('stroke-width', '2.2')
  copy.removeAttribute('class')
  copy.removeAttribute('style')
  ;[...shown.children].forEach((child, i) => settle(child, copy.children[i], style))
}

/** The SVG text of the current drawing, without style sheets. @param {SVGSVGElement} svg @param {number} width in pixels */
export function standalone(svg, width) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true))
  settle(svg, copy)
  copy.removeAttribute('aria-hidden')
  const box = svg.viewBox.baseVal
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(Math.round((width * box.height) / box.width)))
  return new XMLSerializer().serializeToString(copy)
}

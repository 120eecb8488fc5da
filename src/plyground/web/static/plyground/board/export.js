/** A drawing that stands alone, for a file. */

const KEPT = (
  'fill fill-opacity stroke stroke-width stroke-opacity stroke-dasharray stroke-linecap stroke-linejoin opacity ' +
  'vector-effect stop-color font-family font-weight text-anchor'
).split(' ')

/** Write what the style sheet says onto the copy itself. @param {Element} shown @param {Element} copy */
function settle(shown, copy) {
  const style = getComputedStyle(shown)
  const given = copy.parentElement && getComputedStyle(/** @type {Element} */ (shown.parentElement))
  const inherits = (/** @type {string} */ name) => !/^(opacity|vector|stop)/.test(name)
  for (const name of KEPT) {
    const value = style.getPropertyValue(name)
    const default_ = inherits(name) ? given?.getPropertyValue(name) : name === 'opacity' ? '1' : 'none'
    const needed = name === 'stop-color' ? shown.localName === 'stop' : value !== default_
    if (needed || copy.hasAttribute(name)) copy.setAttribute(name, value.replace(/^url\("(.+)"\)$/, 'url($1)').replaceAll('"', "'"))
  }
  copy.removeAttribute('class')
  copy.removeAttribute('style')
  ;[...shown.children].forEach((child, i) => settle(child, copy.children[i]))
}

/** The text of a drawing as it looks now, without style sheets. @param {SVGSVGElement} svg @param {number} width in pixels */
export function standalone(svg, width) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true))
  settle(svg, copy)
  const box = svg.viewBox.baseVal
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(Math.round((width * box.height) / box.width)))
  return new XMLSerializer().serializeToString(copy)
}

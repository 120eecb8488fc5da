/** The page's texts in the reader's language. English is the key, so a missing translation is still readable. */

/** @type {Record<string, string | string[]>} */
let catalog = {}
if (typeof document !== 'undefined') {
  const found = document.getElementById('words')
  if (found?.textContent) catalog = JSON.parse(found.textContent)
}

/** The text in the reader's language. @param {string} text @returns {string} */
export function gettext(text) {
  const found = catalog[text]
  return typeof found === 'string' ? found : Array.isArray(found) ? found[0] : text
}

/**
 * The text for a number, in singular or plural. @param {string} one @param {string} many @param {number} count @returns {string}
 */
export function ngettext(one, many, count) {
  const found = catalog[one]
  if (Array.isArray(found)) return found[Math.min(count === 1 ? 0 : 1, found.length - 1)]
  return count === 1 ? one : many
}

/**
 * The text with its %(name)s placeholders filled in. @param {string} text @param {Record<string, unknown>} values @returns {string}
 */
export function interpolate(text, values) {
  return text.replace(/%\((\w+)\)s/g, (whole, name) => (name in values ? String(values[name]) : whole))
}

/**
 * The names of the sides where pieces are not black and white: Dobutsu's sides are called by the colours of their tiles, in Japanese
 * by who moves first. The texts of a page say black and white for every game; this module replaces the words wherever they stand.
 */

/** @typedef {[RegExp, string][]} Words */

/** @type {Record<string, Record<string, Words>>} */
const NAMES = {
  dobutsu: {
    en: [[/\bBlack\b/g, 'Blue'], [/\bblack\b/g, 'blue'], [/\bWhite\b/g, 'Orange'], [/\bwhite\b/g, 'orange']],
    ja: [[/黒/g, '先手'], [/白/g, '後手']],
  },
}
const ATTRIBUTES = ['aria-label', 'title', 'aria-valuetext', 'alt']
const LEFT_OUT = 'script, style, code, pre, textarea, .who b, [translate=no]'

/** The words of a game's sides; null: black and white. @param {string} game @param {string} language @returns {Words | null} */
export const wordsOf = (game, language) => NAMES[game]?.[language] ?? null

/** A text with the names of the sides. @param {string} text @param {Words} words */
export const named = (text, words) => words.reduce((found, [old, name]) => found.replace(old, name), text)

/** Replaces the words in one text of the page. @param {Node} node @param {Words} words */
function rename(node, words) {
  if (!node.nodeValue || node.parentElement?.closest(LEFT_OUT)) return
  const text = named(node.nodeValue, words)
  if (text !== node.nodeValue) node.nodeValue = text
}

/** The same in an element's attributes. @param {Element} element @param {Words} words */
function relabel(element, words) {
  for (const name of ATTRIBUTES) {
    const old = element.getAttribute(name)
    const text = old && named(old, words)
    if (text && text !== old) element.setAttribute(name, text)
  }
}

/** All below a node. @param {Node} root @param {Words} words */
function renameAll(root, words) {
  if (root.nodeType === Node.TEXT_NODE) return rename(root, words)
  if (!(root instanceof Element)) return
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = /** @type {Node | null} */ (root); node; node = walk.nextNode()) {
    if (node instanceof Element) relabel(node, words)
    else rename(node, words)
  }
}

/** @param {MutationRecord[]} changes @param {Words} words */
function follow(changes, words) {
  for (const { type, target, addedNodes } of changes) {
    if (type === 'characterData') rename(target, words)
    else if (type === 'attributes') relabel(/** @type {Element} */ (target), words)
    else for (const node of addedNodes) renameAll(node, words)
  }
}

let isNamed = false

/** Begins to name the sides of this page's game, if it names a game whose sides have other names. */
export function nameSides() {
  const place = document.querySelector('main [data-game]')
  const words = wordsOf(place?.getAttribute('data-game') ?? '', document.documentElement.lang)
  if (isNamed || !words) return
  isNamed = true
  renameAll(document.body, words)
  const watching = { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ATTRIBUTES }
  new MutationObserver((changes) => follow(changes, words)).observe(document.body, watching)
}

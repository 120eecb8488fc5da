/**
 * A comment and the signs drawn on its board, in one text as in other programs' files: `[%csl Gd4,Ge5]` are circles,
 * `[%cal Gd4e5]` arrows. Without the DOM.
 */

/** @typedef {{from: string | null, to: string}} Sign an arrow, or a circle without `from` */

const FORM = /\s*\[%c(?:sl|al) ([^\]]*)\]/g
const POINT = /^[A-Z]([A-Za-z]+[0-9]+)([A-Za-z]+[0-9]+)?$/
const COLOUR = 'G'

/** The words and the signs of a comment. @param {string} comment @returns {{words: string, signs: Sign[]}} */
export function split(comment) {
  /** @type {Sign[]} */
  const signs = []
  for (const [, list] of comment.matchAll(FORM)) {
    for (const one of list.split(',')) {
      const [, first, second] = POINT.exec(one.trim()) ?? []
      if (first) signs.push(second ? { from: first, to: second } : { from: null, to: first })
    }
  }
  return { words: comment.replace(FORM, ''), signs }
}

/** The text of both. @param {string} words @param {Sign[]} signs */
export function join(words, signs) {
  const circles = signs.filter(({ from }) => !from).map(({ to }) => COLOUR + to)
  const arrows = signs.filter(({ from }) => from).map(({ from, to }) => COLOUR + from + to)
  const parts = [words, circles.length && `[%csl ${circles}]`, arrows.length && `[%cal ${arrows}]`]
  return parts.filter(Boolean).join(' ')
}

/** The signs after one is drawn; the same one again removes it. @param {Sign[]} signs @param {Sign} sign */
export function toggled(signs, sign) {
  const same = (/** @type {Sign} */ one) => one.from === sign.from && one.to === sign.to
  return signs.some(same) ? signs.filter((one) => !same(one)) : [...signs, sign]
}

/** The bar beside the board that shows the side that is ahead. */

import { gettext, interpolate } from '#pages/words.js'
import { percent } from '#study/analysis/lines.js'

/** Sets the bar to Black's part, also in words. @param {number | null} share null: unknown @param {boolean} proven */
export function showBar(share, proven) {
  const bar = /** @type {HTMLElement} */ (document.getElementById('bar'))
  const black = share ?? 0.5
  bar.style.setProperty('--black', `${(100 * black).toFixed(1)}%`)
  bar.setAttribute('aria-valuenow', String(Math.round(100 * black)))
  const text = share === null ? gettext('not known') : interpolate(gettext('Black %(black)s, White %(white)s.'), { black: percent(share, proven), white: percent(1 - share, proven) })
  bar.setAttribute('aria-valuetext', text)
  const [, left, right] = bar.children
  left.textContent = share === null ? '' : percent(share, proven)
  right.textContent = share === null ? '' : percent(1 - share, proven)
}

/** Helpers for the pages of lessons and puzzles. */

import { html } from '#pages/board/svg.js'
import { paragraphs } from '#learn/lesson/course.js'

/** @param {string} id @returns {HTMLElement} */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id))

/** @param {HTMLElement} box @param {string} text */
export function write(box, text) {
  box.replaceChildren(
    ...paragraphs(text).map((parts) =>
      html('p', {}, ...parts.map(({ text: words, strong }) => (strong ? html('strong', {}, words) : words)))),
  )
}

/** Disabled buttons keep their place, and the focus. @param {string} id @param {boolean} can */
export function enable(id, can) {
  const button = byId(id)
  if (can) button.removeAttribute('aria-disabled')
  else button.setAttribute('aria-disabled', 'true')
}

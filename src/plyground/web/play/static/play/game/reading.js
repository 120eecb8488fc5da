/** The rules and the keys as text. Loaded only on request. */

import { html } from '#pages/board/svg.js'
import { drawPictures } from '#pages/pictures.js'
import { gettext } from '#pages/words.js'
import { dialog } from '#play/game/dialogs.js'
import { byId } from '#play/game/panel.js'

/** The keys, from the buttons of this page. */
export function showHelp() {
  const rows = [...document.querySelectorAll('[data-command][aria-keyshortcuts]')].map((node) => ({
    key: node.getAttribute('aria-keyshortcuts') ?? '',
    text: (node.getAttribute('title') ?? '').replace(/ \(.\)$/, ''),
  }))
  rows.push({ key: 'b', text: gettext('Rematch, when the game is over') })
  byId('keys').replaceChildren(...rows.map(({ key, text }) => html('div', {}, html('dt', {}, html('kbd', {}, key)), html('dd', {}, text))))
  dialog('help').showModal()
}

/**
 * The rules, loaded from their page.
 * @param {string} name
 */
export async function showRules(name) {
  const body = byId('rules-body')
  dialog('rules').showModal()
  if (body.childElementCount) return
  body.textContent = gettext('One moment…')
  try {
    const response = await fetch(`/rules/${encodeURIComponent(name)}/?bare=1`)
    if (!response.ok) throw new Error(String(response.status))
    // Our own page, without foreign text: the parser runs no script.
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    body.replaceChildren(...[...page.body.children].map((node) => document.adoptNode(node)))
    drawPictures(body)
  } catch {
    if (!body.childElementCount) body.textContent = gettext('The rules could not be loaded just now.')
  }
}

/** Questions and settings. A <dialog> keeps the focus and returns it by itself. */

import { aidsOf, confirms } from '#pages/settings.js'
import { byId } from '#play/game/panel.js'

/** @typedef {import('#pages/settings.js').Settings} Settings */

/** @param {string} id */
export const dialog = (id) => /** @type {HTMLDialogElement} */ (byId(id))

/** A click outside a dialog closes it. */
export function closeByBackdrop() {
  for (const node of document.querySelectorAll('dialog')) {
    node.addEventListener('click', (event) => {
      if (event.target !== node) return
      const box = node.getBoundingClientRect()
      const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom
      if (!inside) node.close()
    })
  }
}

/**
 * Asks a yes-or-no question.
 * @param {{title: string, text: string, yes: string, no: string}} words
 * @returns {Promise<boolean>}
 */
export function question({ title, text, yes, no }) {
  const node = dialog('ask')
  byId('ask-title').textContent = title
  byId('ask-text').textContent = text
  byId('ask-yes').textContent = yes
  byId('ask-no').textContent = no
  node.returnValue = 'no'
  node.showModal()
  byId('ask-no').focus()
  return new Promise((resolve) => node.addEventListener('close', () => resolve(node.returnValue === 'yes'), { once: true }))
}

/**
 * The switches show the settings, and change them.
 * @param {() => Settings} settings
 * @param {(settings: Settings) => void} changed
 */
export function bindSettings(settings, changed) {
  byId('switches').addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) changed({ ...settings(), [target.name]: target.type === 'range' ? Number(target.value) : target.checked })
    if (target instanceof HTMLSelectElement) changed({ ...settings(), [target.name]: target.name === 'pause' ? Number(target.value) : target.value })
  })
}

/**
 * @param {Settings} settings
 * @param {import('#play/game/types.js').State} state
 * @param {boolean} coarse
 * @param {Set<string>} kinds of aids that have occurred
 */
export function showSettings(settings, state, coarse, kinds) {
  const now = /** @type {Record<string, unknown>} */ ({ ...settings, teacher: state.teacher, confirm: confirms(settings, state.view.columns.length, coarse) })
  for (const field of byId('switches').querySelectorAll('input, select')) {
    if (field instanceof HTMLInputElement && field.type === 'range') field.value = String(now[field.name])
    else if (field instanceof HTMLInputElement) field.checked = Boolean(now[field.name])
    if (field instanceof HTMLSelectElement) field.value = String(now[field.name])
  }
  const aids = /** @type {string[]} */ (aidsOf(state.game, kinds))
  for (const row of byId('aids').querySelectorAll('label')) {
    row.hidden = !aids.includes(row.dataset.aid ?? '')
    const field = row.querySelector('input')
    if (field) field.disabled = state.strict
  }
  byId('aids').hidden = aids.length === 0
  byId('pace').hidden = state.people.length > 0
  dialog('settings').showModal()
}

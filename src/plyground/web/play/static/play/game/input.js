/** Keys and clicks of the whole page, as commands. */

import { commandOf } from '#play/game/keys.js'

/**
 * @typedef {object} Acts the possible actions
 * @property {(command: string) => unknown} run
 * @property {(key: string) => void} step
 * @property {(ply: number) => unknown} look
 * @property {() => void} escape
 * @property {() => boolean} letters whether single keys are shortcuts
 */

/** @typedef {(press: import('#play/game/keys.js').Press, letters: boolean) => string | null} Reading */

/**
 * Where a key was pressed.
 * @param {EventTarget | null} target
 * @returns {import('#play/game/keys.js').Press['where']}
 */
function placeOf(target) {
  if (!(target instanceof Element)) return 'page'
  if (target.closest('[role=grid]')) return 'grid'
  if (target.closest('input:not([type=checkbox]), textarea, select, dialog, [contenteditable]')) return 'field'
  return target.closest('#moves') ? 'list' : 'page'
}

/**
 * Tracks whether the focus came to the board by a click: then keys are commands there, too.
 * @param {HTMLElement} host
 */
function watchFocus(host) {
  let down = false
  let pointed = false
  host.addEventListener('pointerdown', () => {
    pointed = down = true
  })
  for (const type of ['pointerup', 'pointercancel']) {
    addEventListener(type, () => {
      down = false
    })
  }
  host.addEventListener('focusin', () => {
    pointed = down
  })
  return () => pointed
}

/**
 * @param {KeyboardEvent} event
 * @param {boolean} pointed
 * @param {Acts} acts
 * @param {Reading} read
 */
function onKey(event, pointed, acts, read) {
  if (document.querySelector('dialog[open]')) return
  const { key, code, altKey: alt, shiftKey: shift } = event
  const place = placeOf(event.target)
  if (key === 'Escape' && place !== 'grid') return acts.escape()
  const where = place === 'grid' && pointed ? 'page' : place
  const command = read({ key, code, ctrl: event.ctrlKey || event.metaKey, alt, shift, where }, acts.letters())
  const up = where === 'list' && (key === 'ArrowUp' || key === 'ArrowDown')
  if (!command && !up) return
  event.preventDefault()
  event.stopPropagation()
  if (command === 'go' || up) acts.step(key)
  else if (command && !event.repeat) acts.run(command)
}

/**
 * @param {MouseEvent} event
 * @param {Acts} acts
 */
function onClick({ target }, acts) {
  if (!(target instanceof Element)) return
  const node = /** @type {HTMLElement | null} */ (target.closest('button'))
  const { command, step, ply } = node?.dataset ?? {}
  if (step) acts.step(step)
  else if (ply) acts.look(Number(ply))
  else if (command) acts.run(command)
}

/**
 * @param {HTMLElement} host the element of the board
 * @param {Acts} acts
 * @param {Reading} read which keys are commands
 */
export function listenToInput(host, acts, read = commandOf) {
  const pointed = watchFocus(host)
  document.addEventListener('click', (event) => onClick(event, acts))
  // Before the board reads a letter as a column.
  document.addEventListener('keydown', (event) => onKey(event, pointed(), acts, read), { capture: true })
}

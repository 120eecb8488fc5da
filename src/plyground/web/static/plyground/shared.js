/** A shared game: go through its moves without loading the page anew. */

import { target } from './look.js'
import { draw, tellTimes } from './pictures.js'
import { gettext, interpolate } from './words.js'

/** @typedef {import('./types.js').View} View */

const root = document.querySelector('#shared')
const host = root?.querySelector('[data-view]')
if (root instanceof HTMLElement && host instanceof HTMLElement) begin(root, host)
tellTimes()

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} host
 */
function begin(root, host) {
  const board = draw(host)
  const last = Number(root.dataset.last)
  let ply = Number(root.dataset.ply)
  /** @type {Map<number, Promise<View>>} */
  const known = new Map([[ply, Promise.resolve(board.state.view)]])

  /** @param {number} at @returns {Promise<View>} */
  const view = (at) => {
    let found = known.get(at)
    if (!found) {
      found = fetch(`${location.pathname}at/${at}/`).then((answer) => answer.json()).then((data) => data.view)
      found.catch(() => known.delete(at))
      known.set(at, found)
    }
    return found
  }

  /** @param {number | null} at */
  const go = async (at) => {
    if (at === null || at === ply) return
    ply = at
    tell(root, ply, last)
    const seen = await view(at).catch(() => null)
    if (seen && ply === at) board.set({ view: seen })
    for (const near of [at - 1, at + 1]) if (near >= 0 && near <= last) void view(near)
  }

  root.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('[data-to], a[data-ply]') : null
    if (!(link instanceof HTMLElement)) return
    event.preventDefault()
    void go(link.dataset.to ? target(link.dataset.to, ply, last) : Number(link.dataset.ply))
  })
  document.addEventListener('keydown', (event) => {
    const within = /** @param {string} places */ (places) => event.target instanceof Element && event.target.closest(places) !== null
    if (event.altKey || event.ctrlKey || event.metaKey || within('input, select, textarea')) return
    // Outside of the list the other keys scroll the page, as everywhere.
    if (!['ArrowLeft', 'ArrowRight'].includes(event.key) && !within('.moves, .steps')) return
    const at = target(event.key, ply, last)
    if (at === null) return
    event.preventDefault()
    void go(at)
  })
}

/**
 * Writes where we are wherever the page says it.
 * @param {HTMLElement} root
 * @param {number} ply
 * @param {number} last
 */
function tell(root, ply, last) {
  const where = root.querySelector('#where')
  if (where) where.textContent = interpolate(gettext('Move %(ply)s of %(last)s'), { ply, last })
  const field = root.querySelector('#ply')
  if (field instanceof HTMLInputElement) field.value = String(ply)
  root.querySelector('[aria-current]')?.removeAttribute('aria-current')
  const move = root.querySelector(`a[data-ply="${ply}"]`)
  move?.setAttribute('aria-current', 'step')
  move?.scrollIntoView({ block: 'nearest' })
  history.replaceState(null, '', ply === last ? location.pathname : `?ply=${ply}`)
}

/** The page of a new game: the form, and a preview of the first board. */

import { prepare } from '#play/form.js'
import { draw, drawPictures } from '#pages/pictures.js'

prepare(document)
drawPictures()

const form = document.querySelector('form.setup-form')
let asked = 0

/**
 * Requests the preview of the board, and shows it if there is one.
 * @param {HTMLFormElement} form
 */
async function preview(form) {
  const number = ++asked
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string' && name !== 'csrfmiddlewaretoken') query.set(name, value)
  const answer = await fetch(`${form.dataset.new}?${query}`).catch(() => null)
  if (!answer?.ok || number !== asked) return
  const found = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('.preview [data-view]')
  const place = document.querySelector('.preview')
  if (!(found instanceof HTMLElement) || !place || number !== asked) return
  const old = place.querySelector('[data-view]')
  if (old instanceof HTMLElement) {
    old.dataset.view = found.dataset.view
    draw(old)
  } else {
    place.replaceChildren(document.adoptNode(found))
    drawPictures(place)
  }
}

const offer = document.querySelector('[data-tablebase]')
if (offer instanceof HTMLElement) void import('#play/making.js').then(({ watch }) => watch(offer, () => {}))
if (form instanceof HTMLFormElement) form.addEventListener('change', () => void preview(form))

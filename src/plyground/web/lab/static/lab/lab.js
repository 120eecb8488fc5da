/** The list of studies, updated without reloading the page. */

import { Lookout, showStudy, tell } from '#lab/lookout.js'

/** @import {Studies} from 'contract' */

const list = /** @type {HTMLElement} */ (document.querySelector('#studies'))

/** The studies on a page, by id. @param {ParentNode} root @returns {Map<string, HTMLElement>} */
const rowsOf = (root) => new Map(/** @type {HTMLElement[]} */ ([...root.querySelectorAll('[data-study]')]).map((row) => [row.dataset.study ?? '', row]))

/**
 * The set or the order of studies has changed: the freshly loaded page has the new order, and rows that stay keep the
 * focus.
 */
async function rearrange() {
  const text = await fetch(location.href).then((answer) => (answer.ok ? answer.text() : ''))
  const fresh = new DOMParser().parseFromString(text, 'text/html').querySelector('#studies')
  if (!(fresh instanceof HTMLElement)) return
  const held = document.activeElement
  const known = rowsOf(list)
  const rows = [...rowsOf(fresh)].map(([id, row]) => known.get(id) ?? document.adoptNode(row))
  list.replaceChildren(...rows)
  if (held instanceof HTMLElement && list.contains(held)) held.focus({ preventScroll: true })
  list.dataset.key = fresh.dataset.key
  list.hidden = rows.length === 0
  const empty = document.querySelector('#empty')
  if (empty instanceof HTMLElement) empty.hidden = rows.length > 0
}

/** @param {Studies} answer */
async function show({ key, studies }) {
  if (key !== list.dataset.key) await rearrange()
  const rows = rowsOf(list)
  const news = []
  for (const study of studies) {
    const row = rows.get(study.id)
    if (row && showStudy(row, study)) news.push(`${study.title}: ${study.news}`)
  }
  tell(news.join(' '))
  return studies.some(({ state }) => state === 'running')
}

new Lookout(list.dataset.state ?? '', show).begin()

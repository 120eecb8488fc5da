/** The making of a table of perfect play by the server: how far it is, and a button that begins or stops it. */

import { ask } from './api.js'
import { html } from './board/svg.js'

/** @typedef {{there: boolean, share: number | null, sentence: string, button: {label: string, method: string} | null}} Making */

const LOOKS = 1000 // milliseconds

/**
 * Show how it goes, and do what is wished.
 * @param {HTMLElement} host whose data-table is the address
 * @param {() => unknown} done when the table is there
 */
export function watch(host, done) {
  const text = html('p')
  const bar = html('progress', { max: '1' })
  const button = html('button', { type: 'button', class: 'button small' })
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  host.append(text, bar, button)

  /** @param {Making} making */
  function show({ there, share, sentence, button: offer }) {
    text.textContent = sentence
    bar.setAttribute('aria-label', sentence)
    bar.hidden = share === null || there
    bar.value = share ?? 0
    const held = document.activeElement === button
    button.hidden = !offer
    button.textContent = offer?.label ?? ''
    button.dataset.method = offer?.method ?? ''
    host.hidden = false
    if (held && !offer) host.focus()
  }

  /** @param {string} method */
  async function wish(method) {
    clearTimeout(timer)
    const answer = await ask(method, host.dataset.table ?? '').catch(() => null)
    const busy = !answer || answer.data.button?.method === 'DELETE'
    if (answer?.status === 200) show(answer.data)
    else if (answer) return
    if (answer?.data.there) done()
    else if (busy) timer = setTimeout(() => wish('GET'), LOOKS)
  }

  host.tabIndex = -1
  button.addEventListener('click', () => void wish(button.dataset.method ?? 'GET'))
  void wish('GET')
}

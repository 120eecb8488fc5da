/** The making of a table of perfect play by the server: how far it is, and a button that begins or stops it. */

import { ask } from '#pages/api.js'
import { html } from '#pages/board/svg.js'

/** @typedef {{there: boolean, share: number | null, sentence: string, button: {label: string, method: string} | null}} Making */

const LOOKS = 1000 // milliseconds
const PATIENCE = 30_000 // as long a wish waits for what it wished
const READY = 10_000 // as long it is told that the table is there

/** What is news: not every percent. @param {Making} making */
export const newsOf = ({ there, sentence, button }) => (there || button?.method === 'POST' ? sentence : 'busy')

/**
 * Show how it goes, and do what is wished.
 * @param {HTMLElement} host whose data-table is the address
 * @param {() => unknown} done when the table is there
 */
export function watch(host, done) {
  const text = html('p')
  const bar = html('progress', { max: '1' })
  const button = html('button', { type: 'button', class: 'button small' })
  const status = html('span', { class: 'hidden-text', role: 'status' })
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  // what was wished and is not so yet, and until when that is waited for
  let wished = { method: '', until: 0 }
  let told = ''
  let asked = 0
  host.append(text, bar, button, status)

  /** @param {Making} making */
  function show(making) {
    const { there, share, sentence, button: offer } = making
    text.textContent = sentence
    bar.setAttribute('aria-label', sentence)
    bar.hidden = share === null || there
    bar.value = share ?? 0
    const held = document.activeElement === button
    button.hidden = !offer
    button.textContent = offer?.label ?? ''
    button.dataset.method = offer?.method ?? ''
    if (offer?.method !== wished.method || Date.now() > wished.until) wait('')
    host.hidden = false
    if (held && !offer) host.focus()
    if (told && told !== newsOf(making)) status.textContent = sentence
    told = newsOf(making)
  }

  /** Until it is so, the button does nothing; it keeps the focus. @param {string} method */
  function wait(method) {
    wished = { method, until: Date.now() + PATIENCE }
    button.setAttribute('aria-disabled', String(method !== ''))
  }

  /** Away with it, but not from under the focus. */
  function leave() {
    if (host.contains(document.activeElement)) host.addEventListener('focusout', leave, { once: true })
    else host.hidden = true
  }

  /** @param {string} method */
  async function wish(method) {
    clearTimeout(timer)
    asked += 1
    const number = asked
    const answer = await ask(method, host.dataset.table ?? '').catch(() => null)
    if (number !== asked) return // something else is wished meanwhile
    const busy = !answer || answer.data.button?.method === 'DELETE'
    if (answer?.status === 200) show(answer.data)
    else wait('')
    if (answer && answer.status !== 200) return
    if (answer?.data.there) {
      setTimeout(leave, READY)
      done()
    } else if (busy) timer = setTimeout(() => wish('GET'), LOOKS)
  }

  host.tabIndex = -1
  button.addEventListener('click', () => {
    const method = button.dataset.method ?? 'GET'
    if (wished.method) return
    wait(method)
    void wish(method)
  })
  void wish('GET')
}

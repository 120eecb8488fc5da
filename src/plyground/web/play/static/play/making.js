/** Building a tablebase on the server: the progress, and a button that starts or stops it. */

import { ask } from '#pages/api.js'
import { html } from '#pages/board/svg.js'

/** @import {TablebaseProgress} from 'contract' */

const LOOKS = 1000 // milliseconds
const PATIENCE = 30_000 // milliseconds until a request without effect is given up
const READY = 10_000 // milliseconds for which the finished tablebase is announced

/** The announcement, which is not made for every percent. @param {TablebaseProgress} making */
export const newsOf = ({ there, sentence, button }) => (there || button?.method === 'POST' ? sentence : 'busy')

/**
 * Show the progress, and let the button start or stop it.
 * @param {HTMLElement} host whose data-tablebase is the URL
 * @param {() => unknown} done when the tablebase is ready
 */
export function watch(host, done) {
  const text = html('p')
  const bar = html('progress', { max: '1' })
  const button = html('button', { type: 'button', class: 'button small' })
  const status = html('span', { class: 'hidden-text', role: 'status' })
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  // the request without effect so far, and its time limit
  let pending = { method: '', until: 0 }
  let lastNews = ''
  let asked = 0
  host.append(text, bar, button, status)

  /** @param {TablebaseProgress} making */
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
    if (offer?.method !== pending.method || Date.now() > pending.until) wait('')
    host.hidden = false
    if (held && !offer) host.focus()
    if (lastNews && lastNews !== newsOf(making)) status.textContent = sentence
    lastNews = newsOf(making)
  }

  /** Until the request takes effect, the button is inactive and keeps the focus. @param {string} method */
  function wait(method) {
    pending = { method, until: Date.now() + PATIENCE }
    button.setAttribute('aria-disabled', String(method !== ''))
  }

  /** Hide it, but not while it has the focus. */
  function leave() {
    if (host.contains(document.activeElement)) host.addEventListener('focusout', leave, { once: true })
    else host.hidden = true
  }

  /** @param {string} method */
  async function send(method) {
    clearTimeout(timer)
    asked += 1
    const number = asked
    const answer = await ask(method, host.dataset.tablebase ?? '').catch(() => null)
    if (number !== asked) return // there is a newer request
    const busy = !answer || answer.data.button?.method === 'DELETE'
    if (answer?.status === 200) show(answer.data)
    else wait('')
    if (answer && answer.status !== 200) return
    if (answer?.data.there) {
      setTimeout(leave, READY)
      done()
    } else if (busy) timer = setTimeout(() => send('GET'), LOOKS)
  }

  host.tabIndex = -1
  button.addEventListener('click', () => {
    const method = button.dataset.method ?? 'GET'
    if (pending.method) return
    wait(method)
    void send(method)
  })
  void send('GET')
}

/** The engine: one search at a time, with interim reports; a new search ends the previous one. */

import { gettext } from '#pages/words.js'

/** @typedef {(type: string, data: any) => void} Tell queued, thinking, done, failed, or waits with a sentence */

const PAUSE = 180 // milliseconds before a search, so that stepping through moves starts none
const AGAIN = 2 // seconds until the next attempt, unless the server names a time

/**
 * The events in a piece of a stream, and the rest of it.
 * @param {string} text
 * @returns {{events: [string, any][], rest: string}}
 */
export function read(text) {
  const parts = text.split('\n\n')
  const rest = parts.pop() ?? ''
  /** @type {[string, any][]} */
  const events = []
  for (const part of parts) {
    const lines = part.split('\n')
    const type = lines.find((line) => line.startsWith('event:'))?.slice(6).trim()
    const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5)).join('\n')
    if (type) events.push([type, JSON.parse(data || '{}')])
  }
  return { events, rest }
}

/** Searches that end when they are no longer needed. */
export class Engine {
  /** @type {AbortController | null} */
  running = null

  /**
   * @param {Tell} tell
   * @param {typeof fetch} [sending]
   * @param {(seconds: number) => Promise<void>} [wait]
   */
  constructor(tell, sending = (...request) => fetch(...request), wait = sleep) {
    this.tell = tell
    this.sending = sending
    this.wait = wait
  }

  /** Searches this position, after a moment at it. @param {object} request */
  start(request) {
    this.stop()
    const mine = new AbortController()
    this.running = mine
    void this.run(request, mine).catch(() => {})
  }

  /** Ends the search; the server notices the closed connection. */
  stop() {
    this.running?.abort()
    this.running = null
  }

  /** @param {object} request @param {AbortController} mine */
  async run(request, mine) {
    const tell = (/** @type {string} */ type, /** @type {any} */ data) => { if (!mine.signal.aborted) this.tell(type, data) }
    await this.wait(PAUSE / 1000)
    while (!mine.signal.aborted) {
      const seconds = await this.ask(request, mine.signal, tell)
      if (!seconds) return
      await this.wait(seconds)
    }
  }

  /**
   * One attempt; returns the seconds before another, or 0 if it is finished.
   * @param {object} request @param {AbortSignal} signal @param {Tell} tell
   */
  async ask(request, signal, tell) {
    const token = document.querySelector('meta[name="csrf-token"]')?.getAttribute('content') ?? ''
    const headers = { 'X-CSRFToken': token, 'Content-Type': 'application/json', Accept: 'text/event-stream' }
    try {
      const response = await this.sending('/api/analyse/', { method: 'POST', headers, body: JSON.stringify(request), signal })
      if (response.ok) return await this.hear(response, tell)
      const { error } = await response.json()
      const later = response.status === 429 || response.status === 503
      if (!later) tell('failed', { sentence: error.sentence })
      // The previous search has only just been cancelled.
      else if (error.code !== 'too_many_searches') tell('waits', { sentence: error.sentence })
      return later ? Number(response.headers.get('Retry-After')) || AGAIN : 0
    } catch {
      tell('waits', { sentence: gettext('The server does not answer. Trying again…') })
      return AGAIN
    }
  }

  /** @param {Response} response @param {Tell} tell */
  async hear(response, tell) {
    const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader()
    const decoder = new TextDecoder()
    let text = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return AGAIN
      const found = read(text + decoder.decode(value, { stream: true }))
      text = found.rest
      for (const [type, data] of found.events) {
        if (type === 'cancelled') return AGAIN // by the server, which needed the place
        tell(type, data)
        if (type === 'done' || type === 'failed') return 0
      }
    }
  }
}

/** @param {number} seconds @returns {Promise<void>} */
const sleep = (seconds) => new Promise((resolve) => { setTimeout(resolve, 1000 * seconds) })

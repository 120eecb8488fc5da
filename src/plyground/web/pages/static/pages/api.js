/** Requests to the server: JSON both ways, with retries while it cannot be reached. */

import { gettext } from '#pages/words.js'

/** There was no answer, or an answer that says why nothing is possible now. */
export class Lost extends Error {}

/** @typedef {{status: number, data: any, retry: number}} Answer retry: seconds to wait, 0 if none were given */

const PATIENCE = 10_000

/**
 * The time before the next retry, in milliseconds: longer each time, and random, so that pages do not retry together.
 * @param {number} attempt
 * @param {() => number} [random]
 * @param {number} [most]
 */
export function backoff(attempt, random = Math.random, most = 4000) {
  return Math.min(most, 400 * 2 ** Math.min(attempt, 10)) * (0.75 + random() / 2)
}

/**
 * Parses an answer. A page instead of data means a fault, or a server that is shutting down.
 * @param {number} status
 * @param {string} text
 */
export function readAnswer(status, text) {
  try {
    const data = JSON.parse(text)
    if (data.error?.code === 'database') throw new Lost(data.error.sentence)
    if (status < 400 || data.error) return data
  } catch (error) {
    if (error instanceof Lost) throw error
  }
  if (status >= 502) throw new Lost()
  return { error: { code: 'unreadable', sentence: gettext('Something went wrong. Please reload the page.') } }
}

/**
 * One request; throws Lost without an answer. After a login or logout in another tab, the new token is fetched.
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {number} [patience] in milliseconds
 * @returns {Promise<Answer>}
 */
export async function ask(method, path, body, patience = PATIENCE) {
  const answer = await send(method, path, body, patience)
  return answer.data?.error?.code === 'old_page' && await renewToken() ? send(method, path, body, patience) : answer
}

/** Loads the current token of this page; returns whether there is one. */
async function renewToken() {
  const page = await fetch(location.href).then((response) => response.text()).catch(() => '')
  const token = /name="csrf-token" content="(\w+)"/.exec(page)?.[1]
  if (token) document.querySelector('meta[name="csrf-token"]')?.setAttribute('content', token)
  return Boolean(token)
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object | undefined} body
 * @param {number} patience
 * @returns {Promise<Answer>}
 */
async function send(method, path, body, patience) {
  const token = document.querySelector('meta[name="csrf-token"]')?.getAttribute('content') ?? ''
  /** @type {RequestInit} */
  const options = { method, headers: { 'X-CSRFToken': token }, signal: AbortSignal.timeout(patience) }
  if (body) options.body = JSON.stringify(body)
  let status, text, retry
  try {
    const response = await fetch(path, options)
    ;({ status } = response)
    retry = Number(response.headers.get('Retry-After')) || 0
    text = await response.text()
  } catch {
    throw new Lost()
  }
  return { status, retry, data: readAnswer(status, text) }
}

/**
 * Retries until there is an answer. Every change names the version it was made from, so a repeated request has no second effect.
 * @template T
 * @param {() => Promise<T>} send
 * @param {{lost: (why: string) => void, found: () => void, wait: (time: number) => Promise<void>}} hooks
 * @returns {Promise<{answer: T, tries: number}>}
 */
export async function persist(send, hooks) {
  for (let tries = 1; ; tries++) {
    try {
      const answer = await send()
      hooks.found()
      return { answer, tries }
    } catch (error) {
      if (!(error instanceof Lost)) throw error
      hooks.lost(error.message)
      await hooks.wait(backoff(tries - 1))
    }
  }
}

/**
 * Waits this long, or until the network is back.
 * @param {number} time in milliseconds
 * @returns {Promise<void>}
 */
export function pause(time) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, time)
    addEventListener('online', done)
  })
}

/** A pending review: requests it, shows its progress, and opens it when it is ready. */

import { Lost, ask, backoff, pause } from '#pages/api.js'
import { hear } from '#pages/stream.js'
import { gettext, interpolate } from '#pages/words.js'

/** @import {Progress} from 'contract' */

const TRIES = 20
const NEW = 'plyground.review'

/** @param {string} name */
const find = (name) => /** @type {HTMLElement} */ (document.getElementById(name))

/** Reloads the page, which now has the review, and announces it. */
function showNew() {
  sessionStorage.setItem(NEW, 'yes')
  location.reload()
}

/** Whether the page was reloaded for its review; true once. */
export function isNew() {
  const found = sessionStorage.getItem(NEW) !== null
  sessionStorage.removeItem(NEW)
  return found
}

export class Waiting {
  /** @param {string} path @param {object} body */
  constructor(path, body) {
    this.path = path
    this.body = body
    this.bar = /** @type {HTMLProgressElement} */ (find('progress'))
    this.job = ''
    this.tries = 0
    this.leave = () => {}
    find('start').addEventListener('click', () => void this.begin())
    find('stop').addEventListener('click', () => void this.stop())
  }

  /** Requests the review, which may already be running. */
  async begin() {
    this.show(true)
    this.say(gettext('The engine begins…'))
    try {
      const { data } = await ask('POST', this.path, this.body)
      if (!this.isOn()) return void this.cancel(data.job?.id)
      if (data.error) return this.fail(data.error.sentence)
      if (!data.job) return location.reload()
      this.job = data.job.id
      this.leave = hear(`/api/jobs/${encodeURIComponent(this.job)}/events/`, ['queued', 'progress'], ['done', 'failed', 'cancelled'], (type, data) => this.hear(type, data))
    } catch (error) {
      if (!(error instanceof Lost)) throw error
      await this.again(gettext('No connection; trying again.'))
    }
  }

  /** @param {string} type @param {any} data */
  hear(type, data) {
    switch (type) {
      case 'queued': return this.say(interpolate(gettext('Waiting; %(ahead)s before this one.'), data))
      case 'progress': return this.progress(data)
      case 'done': return showNew()
      case 'failed': return this.fail(data.sentence)
      default: return void this.again(gettext('No connection; trying again.'))
    }
  }

  /** The stream broke off, or the game has changed meanwhile: repeats the request. @param {string} words */
  async again(words) {
    if (!this.isOn()) return
    this.tries += 1
    if (this.tries > TRIES) return this.fail(gettext('The server did not answer. Please reload the page.'))
    this.say(words)
    await pause(backoff(this.tries))
    if (this.isOn()) await this.begin()
  }

  /** @param {Progress} data */
  progress({ done, of }) {
    this.tries = 0
    this.bar.max = of
    this.bar.value = done
    find('count').hidden = false
    find('count').textContent = interpolate(gettext('%(done)s of %(of)s positions'), { done, of })
    if (find('says').textContent !== gettext('Looking at every position…')) this.say(gettext('Looking at every position…'))
  }

  async stop() {
    this.leave()
    this.show(false)
    this.say(gettext('The review was stopped.'))
    await this.cancel(this.job)
    this.job = ''
  }

  /** Cancels a job, which may not exist: a stop can come before the server has answered. @param {string | undefined} job */
  async cancel(job) {
    if (job) await ask('DELETE', `/api/jobs/${encodeURIComponent(job)}/`).catch(() => null)
  }

  isOn() {
    return 'on' in this.bar.dataset
  }

  /** @param {string} sentence */
  fail(sentence) {
    this.show(false)
    this.say(sentence)
  }

  /** @param {boolean} on whether it is on */
  show(on) {
    if (on) this.bar.dataset.on = ''
    else delete this.bar.dataset.on
    this.bar.hidden = !on
    this.bar.removeAttribute('value')
    find('count').hidden = true
    const focused = document.activeElement
    find('start').hidden = on
    find('stop').hidden = !on
    if (focused === find('start') || focused === find('stop')) find(on ? 'stop' : 'start').focus()
  }

  /** @param {string} words */
  say(words) {
    find('says').textContent = words
  }
}

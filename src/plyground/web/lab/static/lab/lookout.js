/** Polls the state of studies: often while one runs, seldom otherwise, and never while the page is hidden. */

import { Lost, ask, backoff } from '#pages/api.js'

/** @import {StudyRow} from 'contract' */

const OFTEN = 2000 // milliseconds between two polls
const SELDOM = 8000

/**
 * The time until the next poll, in milliseconds.
 * @param {boolean} runs
 * @param {number} failures consecutive polls without an answer
 * @param {number} retry seconds that the server asks for
 * @param {() => number} [random]
 */
export function pauseAfter(runs, failures, retry, random = Math.random) {
  const usual = failures ? backoff(failures, random, SELDOM) : runs ? OFTEN : SELDOM
  return Math.max(usual, 1000 * retry)
}

/** Polls the state, and shows it. */
export class Lookout {
  /**
   * @param {string} address
   * @param {(answer: any) => Promise<boolean | null>} show whether a study is running; null: there is nothing more to
   * show
   */
  constructor(address, show) {
    this.address = address
    this.show = show
    this.failures = 0
    this.runs = false
    this.over = false
    this.looking = false
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined
  }

  begin() {
    document.addEventListener('visibilitychange', () => this.change())
    addEventListener('pageshow', () => this.change())
    addEventListener('online', () => this.change())
    // The content is as old as the page, unless the page comes back from the browser's cache.
    this.timer = setTimeout(() => void this.look(), OFTEN / 2)
  }

  /** The page becomes visible, or hidden. */
  change() {
    clearTimeout(this.timer)
    if (!document.hidden) void this.look()
  }

  async look() {
    if (this.over || this.looking || document.hidden) return
    clearTimeout(this.timer)
    this.looking = true
    let retry = 0
    try {
      const answer = await ask('GET', this.address)
      retry = answer.retry
      if (answer.status === 200) {
        const runs = await this.show(answer.data)
        this.over = runs === null
        this.runs = runs === true
        this.failures = 0
      } else this.failures += 1
    } catch (error) {
      if (!(error instanceof Lost) && !(error instanceof TypeError)) throw error
      this.failures += 1
    } finally {
      this.looking = false
    }
    const lost = document.querySelector('#lost')
    if (lost instanceof HTMLElement) lost.hidden = this.failures < 2
    if (!this.over && !document.hidden) this.timer = setTimeout(() => void this.look(), pauseAfter(this.runs, this.failures, retry))
  }
}

/**
 * Shows the state of a study in its part of the page. Only changes are written, so that reading is not disturbed.
 * @param {HTMLElement} root
 * @param {StudyRow} study
 * @returns {boolean} whether its state has changed
 */
export function showStudy(root, study) {
  const { state, share, progress } = study
  const changed = root.dataset.state !== state
  root.dataset.state = state
  for (const name of /** @type {const} */ (['label', 'progress', 'standing', 'trouble'])) {
    const part = root.querySelector(`[data-part="${name}"]`)
    if (!(part instanceof HTMLElement)) continue
    if (part.textContent !== study[name]) part.textContent = study[name]
    if (name === 'standing' || name === 'trouble') part.hidden = study[name] === ''
  }
  const bar = root.querySelector('progress')
  if (bar && bar.value !== share) bar.value = share
  bar?.setAttribute('aria-valuetext', progress)
  const box = root.querySelector('.progress')
  if (box instanceof HTMLElement) box.hidden = study.trouble !== ''
  return changed
}

/** Announces it to screen readers. @param {string} text */
export function tell(text) {
  const region = document.querySelector('#news')
  if (region && text) region.textContent = text
}

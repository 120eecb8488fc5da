/** What to learn next: after a game it is reviewed in the background, and three sentences summarise it. */

import { say } from '#play/announce.js'
import { ask } from '#pages/api.js'
import { html } from '#pages/board/svg.js'
import { byId } from '#play/game/panel.js'
import { hear } from '#pages/stream.js'
import { gettext, interpolate } from '#pages/words.js'

/** @typedef {import('#play/game/store.js').Store} Store */
/** @typedef {import('#play/game/client.js').GameClient} GameClient */
/** @import {GameSummary} from 'contract' */

const AGAIN = 3000 // milliseconds

/** The summary after one game. */
export class After {
  /**
   * @param {Store} store
   * @param {GameClient} client
   */
  constructor(store, client) {
    this.store = store
    this.client = client
    this.words = byId('teacher-status')
    this.list = byId('teacher-summary')
    this.usual = this.words.textContent ?? ''
    /** @type {number | null} the version that is or was reviewed */
    this.version = null
    /** @type {(() => void) | null} */
    this.leave = null
  }

  /** Checks the game, and reviews it when it is over. */
  follow() {
    const { state } = this.store.model
    if (state.stage !== 'over') return this.version === null ? undefined : this.rest()
    if (this.version !== null || !state.ply) return
    this.version = state.version
    void this.begin()
  }

  /** The game goes on: a move was taken back. */
  rest() {
    this.leave?.()
    this.leave = this.version = null
    this.list.hidden = true
    this.words.textContent = this.usual
    this.words.hidden = false
  }

  async begin() {
    const { version } = this
    this.progress(gettext('The teacher is reviewing the game…'))
    const { status, data } = await this.client.persist(() => ask('POST', `${this.client.api}review/`, {}))
    if (this.version !== version) return
    if (status >= 300) return this.progress(data.error.sentence)
    if (!data.job) return this.tell()
    this.leave = hear(`/api/jobs/${data.job.id}/events/`, ['queued', 'progress'], ['done', 'failed', 'cancelled'], (type, data) => this.hear(type, data))
  }

  /**
   * @param {string} type
   * @param {any} data
   */
  hear(type, data) {
    if (type === 'progress') this.progress(interpolate(gettext('The teacher is reviewing the game: %(done)s of %(of)s.'), data))
    else if (type === 'done') void this.tell()
    else if (type === 'failed') this.progress(data.sentence)
    else if (type !== 'queued') {
      const { version } = this
      setTimeout(() => this.version === version && this.begin(), AGAIN)
    }
  }

  /** @param {string} sentence */
  progress(sentence) {
    this.words.textContent = sentence
  }

  async tell() {
    const { version } = this
    const { status, data } = await this.client.persist(() => ask('GET', `/games/${this.store.model.state.id}/summary/`))
    if (this.version !== version || status >= 300) return
    const { sentences, url = '' } = /** @type {GameSummary} */ (data)
    if (!sentences.length) return this.progress('')
    const [how, what, next] = sentences
    this.list.replaceChildren(html('li', {}, how), html('li', {}, what), html('li', {}, html('a', { href: url }, next)))
    this.list.hidden = false
    this.words.hidden = true
    say(sentences.join(' '))
  }
}

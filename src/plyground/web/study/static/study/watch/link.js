/** The link to the current state, in the address and for copying. */

import { gettext } from '#pages/words.js'

const REST = 300 // milliseconds, because browsers limit changes of the address

export class Link {
  /** @param {Record<string, string>} query */
  constructor(query) {
    this.query = query
    this.waiting = 0
  }

  /** Writes the cursor into the address. @param {number} time */
  keep(time) {
    clearTimeout(this.waiting)
    this.waiting = window.setTimeout(() => {
      const query = new URLSearchParams(location.search)
      if (time) query.set('at', String(time))
      else query.delete('at')
      history.replaceState(null, '', location.pathname + (query.size ? `?${query}` : ''))
    }, REST)
  }

  /** The complete link, also from a step of the tour. @param {number} time */
  whole(time) {
    const { at: _at, ...rest } = this.query
    return new URL(`/watch/?${new URLSearchParams(time ? { ...rest, at: String(time) } : rest)}`, location.href).href
  }

  /** Copies it; returns a message, which is the link itself if copying is impossible. @param {number} time */
  async copy(time) {
    try {
      await navigator.clipboard.writeText(this.whole(time))
      return gettext('The link is copied.')
    } catch {
      return this.whole(time)
    }
  }
}

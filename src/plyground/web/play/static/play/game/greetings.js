/** Greetings in a game by link, and time for the opponent. There is no free chat. */

import { ask } from '#pages/api.js'
import { html } from '#pages/board/svg.js'
import { gettext, interpolate } from '#pages/words.js'
import { sideName } from '#play/announce.js'
import { byId } from '#play/game/panel.js'

/** @typedef {import('#play/game/types.js').Model} Model */
/** @typedef {import('#play/game/store.js').Store} Store */
/** @typedef {import('#play/game/client.js').GameClient} GameClient */

/** What can be said. @returns {Record<string, string>} */
const greetings = () => ({
  hello: gettext('Hello!'),
  luck: gettext('Good luck!'),
  nice: gettext('Nice move!'),
  thanks: gettext('Thank you!'),
  game: gettext('Good game!'),
  bye: gettext('I have to go. Goodbye!'),
})

/**
 * A greeting in words. @param {{side: 'black' | 'white', what: string}} greeting
 */
export function greetingWords({ side, what }) {
  return interpolate(gettext('%(side)s says: %(words)s'), { side: sideName(side), words: greetings()[what] ?? '' })
}

/**
 * The buttons, in a box that opens on demand.
 * @param {Store} store
 * @param {GameClient} client
 * @param {(sentence: string) => void} toast
 */
export function offer(store, client, toast) {
  const buttons = Object.entries(greetings()).map(([what, words]) => {
    const button = html('button', { type: 'button', class: 'button small' }, words)
    button.addEventListener('click', async () => {
      const { status, data } = await client.persist(() => ask('POST', `/games/${store.model.state.id}/greet/`, { what }))
      toast(status < 300 ? gettext('Sent.') : data.error.sentence)
    })
    return button
  })
  const more = html('button', { type: 'button', class: 'button small' }, gettext('Give your opponent 15 seconds'))
  more.addEventListener('click', () => void client.act('add_time'))
  const box = html('details', { id: 'greetings' }, html('summary', {}, gettext('Greet your opponent')), html('div', { class: 'row' }, ...buttons, more))
  byId('status').append(box)
  const show = (/** @type {Model} */ { state }) => {
    box.hidden = !state.link?.joined || !state.me
    more.hidden = !state.clock || state.stage !== 'playing'
  }
  store.listeners.push(show)
  show(store.model)
}

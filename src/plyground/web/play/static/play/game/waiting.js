/** A challenge without an opponent yet: after a while the computer takes the seat, if the challenger agreed. */

import { ask } from '#pages/api.js'
import { html } from '#pages/board/svg.js'
import { gettext, interpolate } from '#pages/words.js'
import { byId } from '#play/game/panel.js'

/** @typedef {import('#play/game/store.js').Store} Store */
/** @typedef {import('#play/game/client.js').GameClient} GameClient */

/**
 * @param {Store} store
 * @param {GameClient} client
 */
export function wait(store, client) {
  const { link } = store.model.state
  if (!link?.computer) return
  const end = Date.now() + 1000 * link.wait
  const words = html('span', {})
  const now = html('button', { type: 'button', class: 'button' }, gettext('Play the computer now'))
  const box = html('p', { class: 'row', id: 'invite-computer' }, words, now)
  byId('invite').append(box)
  const sit = async () => {
    clearInterval(timer)
    const { status } = await client.persist(() => ask('POST', `/games/${store.model.state.id}/computer/`))
    if (status < 300) location.reload()
    else await client.refresh()
  }
  const tick = () => {
    if (!store.model.state.link?.computer) {
      clearInterval(timer)
      return box.remove()
    }
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000))
    words.textContent = interpolate(gettext('If no one joins, the computer takes the seat in %(seconds)s s.'), { seconds: left })
    if (left === 0) void sit()
  }
  const timer = setInterval(tick, 1000)
  now.addEventListener('click', () => void sit())
  tick()
}

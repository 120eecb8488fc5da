/** The lobby: the list of challenges, which follows the server's events. */

import { backoff } from '#pages/api.js'
import { html } from '#pages/board/svg.js'
import { hear } from '#pages/stream.js'
import { gettext } from '#pages/words.js'

/** @import {ChallengeRow, LobbyEvent, PublicGame} from 'contract' */

/** @param {string} id @returns {HTMLElement} */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id))

const { me } = byId('lobby-page').dataset
const model = /** @type {HTMLTemplateElement} */ (byId('challenge'))

/** @param {ChallengeRow} row */
function item(row) {
  const node = /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (model.content.firstElementChild).cloneNode(true))
  const mine = row.by === me
  const [title, kind, details] = ['strong', '.chip', '.muted'].map((place) => /** @type {HTMLElement} */ (node.querySelector(place)))
  title.textContent = [row.title, row.size].filter(Boolean).join(' ')
  kind.textContent = row.rated ? gettext('Rated') : gettext('Friendly')
  const name = html('a', { href: `/people/${row.by}/` }, row.name)
  details.append(name, ` · ${row.clock} · ${gettext('You play:')} ${row.colour}${row.here || mine ? '' : ` · ${gettext('away')}`}`)
  const form = /** @type {HTMLFormElement} */ (node.querySelector('form'))
  const button = /** @type {HTMLElement} */ (node.querySelector('button'))
  form.action = `/lobby/${row.id}/${mine ? 'cancel' : 'accept'}/`
  button.textContent = mine ? gettext('Cancel') : gettext('Accept')
  button.setAttribute('aria-label', `${button.textContent}: ${title.textContent}, ${row.name}`)
  if (!mine) button.classList.add('primary')
  node.dataset.id = row.id
  return node
}

/** @param {PublicGame} game */
function watched(game) {
  return html('li', {}, html('div', {}, html('strong', {}, game.title), ` ${game.players}`), html('a', { class: 'button small', href: game.url }, gettext('Watch')))
}

/** @param {LobbyEvent} lobby */
function show({ challenges, games }) {
  const held = /** @type {HTMLElement | null} */ (document.activeElement?.closest('[data-id]'))?.dataset.id
  byId('challenges').replaceChildren(...challenges.map(item))
  byId('nobody').hidden = challenges.length > 0
  byId('games').replaceChildren(...games.map(watched))
  byId('no-games').hidden = games.length > 0
  // The list is new, and the keyboard stays at the same challenge.
  if (held) /** @type {HTMLElement | null} */ (document.querySelector(`[data-id="${CSS.escape(held)}"] button`))?.focus()
}

let failures = 0
/** @type {(() => void) | null} */
let close = null
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer

/** Listens while the page is visible. */
function follow() {
  clearTimeout(timer)
  close?.()
  close = document.hidden ? null : hear('/lobby/events/', ['lobby'], [], (type, data) => {
    byId('live').hidden = type !== 'lost'
    if (type === 'lost') {
      timer = setTimeout(follow, backoff(failures++))
      return
    }
    failures = 0
    show(data)
  })
}

show(JSON.parse(byId('lobby').textContent ?? ''))
document.addEventListener('visibilitychange', follow)
addEventListener('pagehide', () => close?.())
addEventListener('pageshow', (event) => { if (event.persisted) follow() })
follow()

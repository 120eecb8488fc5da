/** Perfect play in a solved game: a switch, a sentence, and the values of moves on their squares. Loaded only for such games. */

import { say } from '#play/announce.js'
import { ask } from '#pages/api.js'
import { badges } from '#pages/board/values.js'
import { load, save } from '#pages/settings.js'
import { byId } from '#play/game/panel.js'
import { path, shown } from '#play/game/store.js'

/** @import {TablebaseValues} from 'contract' */
/** @import {Badge, View} from '#pages/types.js' */
/** @import {Model} from '#play/game/types.js' */
/** @typedef {Pick<TablebaseValues, 'sentence' | 'moves'>} PerfectPlay */
/** @typedef {{view: View, badges: (choices: Picking) => Badge[]}} Values of one view */
/** @typedef {import('#pages/board/values.js').Picking} Picking */

const KEPT = 400 // positions

/**
 * A key for each position of the game; null if no values are shown: the computer is thinking, or the position is not loaded yet.
 * @param {Model} model
 */
export function keyOf(model) {
  const { state, looking } = model
  const { ply } = shown(model)
  if (!state.tablebase || (looking && looking.ply !== ply)) return null
  if (!looking && state.to_move === 'computer' && state.people.length) return null
  return `${ply} ${path(state, ply)}`
}

/**
 * @param {import('#play/game/store.js').Store} store
 * @param {import('#play/game/client.js').GameClient} client
 * @param {(values: Values | null) => void} show
 */
export function begin(store, client, show) {
  const box = byId('perfect')
  const part = byId('perfect-box')
  const input = /** @type {HTMLInputElement} */ (byId('perfect-switch'))
  const text = byId('perfect-value')
  /** @type {Map<string, PerfectPlay>} */
  const known = new Map()
  /** @type {string | null} */
  let asked = null
  /** @type {View | null} */
  let seen = null

  /** @param {PerfectPlay | null} entry */
  function tell(entry) {
    text.textContent = entry?.sentence ?? ''
    show(entry && seen && { view: seen, badges: (choices) => badges(entry.moves, choices) })
  }

  async function follow() {
    const { model } = store
    const key = input.checked ? keyOf(model) : null
    const { view, ply } = shown(model)
    part.hidden = !model.state.tablebase
    if (key === asked && view === seen) return
    asked = key
    seen = view
    const entry = known.get(key ?? '') ?? null
    tell(entry)
    if (key === null || entry) return
    const { status, data } = await client.persist(() => ask('GET', `${client.api}tablebase/?ply=${ply}`))
    if (known.size >= KEPT) known.clear()
    if (status < 300) known.set(key, data)
    if (asked !== key) return
    if (status >= 300) return tell({ sentence: data.error.sentence, moves: [] })
    tell(data)
    say(data.sentence)
  }

  input.checked = load().perfectPlay
  input.addEventListener('change', () => {
    save({ ...load(), perfectPlay: input.checked })
    void follow()
  })
  store.listeners.push(() => void follow())
  void follow()
  const offer = box.querySelector('[data-tablebase]')
  if (offer instanceof HTMLElement) void import('#play/making.js').then(({ watch }) => watch(offer, () => client.refresh()))
}

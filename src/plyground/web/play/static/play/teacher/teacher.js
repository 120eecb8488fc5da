/** The teacher on the page of a game: a warning before a large mistake, and a summary after the game. Loaded only if there is a teacher. */

import { client, commands, store, thinker } from '#play/game/play.js'
import { byId } from '#play/game/panel.js'
import { gettext } from '#pages/words.js'
import { After } from '#play/teacher/after.js'

/** @typedef {import('#play/game/types.js').Warning} Warning */
/** @typedef {import('#play/game/status.js').Offer} Offer */

/**
 * The warning with its text and drawing: the answer to the move, or the better move.
 * @param {Warning} warning
 * @param {boolean} better
 * @returns {Warning}
 */
export function withWords(warning, better) {
  const { words, answer } = warning
  /** @type {Offer[]} */
  const offers = [{ command: 'undo', label: gettext('Take back'), main: true }, { command: 'anyway', label: gettext('Play on') }]
  if (!better) offers.splice(1, 0, { command: 'better', label: gettext('Show me') })
  const { from, to } = (better ? warning.better : answer) ?? { from: null, to: null }
  const drawn = to ? { from, to } : null
  return { ...warning, drawn, status: { tone: better ? 'turn' : 'warn', text: words.text, detail: better ? words.better : words.answer, offers } }
}

/** The better move, on the board before the mistake. */
async function showBetter() {
  const { warning, state } = store.model
  if (!warning) return
  await client.look(state.ply - 1)
  store.tell({ type: 'warning', warning: { ...withWords(warning, true), at: state.ply - 1 } })
}

const after = new After(store, client)

function follow() {
  const { warning, looking, state } = store.model
  byId('teacher').hidden = Boolean(warning)
  after.follow()
  // After a look at the better move, the question is asked again.
  if (warning && !(warning.status && (looking || warning.at === state.ply))) store.tell({ type: 'warning', warning: { ...withWords(warning, false), at: state.ply } })
}

commands.better = showBetter
commands.anyway = () => {
  if (!store.model.warning) return
  store.tell({ type: 'live' })
  thinker.anyway()
}
store.listeners.push(follow)
follow()

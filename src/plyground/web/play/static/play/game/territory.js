/** Territory in a game of Go: an estimate by a button, and the count when it ends. Loaded only for such games. */

import { say } from '#play/announce.js'
import { ask } from '#pages/api.js'
import { Territory } from '#pages/board/territory.js'
import { byId } from '#play/game/panel.js'
import { path, shown } from '#play/game/store.js'

/** @import {Model} from '#play/game/types.js' */

/** Whether the board shown is the one that is or was counted. @param {Model} model */
export const isCounted = ({ state, looking }) => !looking && (state.stage === 'counting' || state.result?.code === 'two_passes')

/**
 * A key for each board; null if nothing is shown: it is not asked for, or the board is not loaded yet.
 * @param {Model} model @param {boolean} on whether the button is pressed
 */
export function keyOf(model, on) {
  const { state, looking } = model
  const { ply, dead } = shown(model)
  if (!(on || isCounted(model)) || (looking && looking.ply !== ply)) return null
  if (!looking && state.to_move === 'computer' && state.people.length) return null
  return `${ply} ${path(state, ply)} ${dead} ${state.stage}`
}

/**
 * Follows the game; returns what the button does.
 * @param {import('#play/game/store.js').Store} store
 * @param {import('#play/game/client.js').GameClient} client
 * @param {import('#pages/board/board.js').Board} board
 */
export function begin(store, client, board) {
  const button = document.querySelector('[data-command=territory]')
  const territory = new Territory(board, byId('territory'), say)
  let on = false

  function follow() {
    const { model } = store
    const { ply } = shown(model)
    button?.setAttribute('aria-pressed', String(on || isCounted(model)))
    void territory.look(keyOf(model, on), async () => {
      const { status, data } = await client.persist(() => ask('GET', `${client.api}territory/?ply=${ply}`))
      return status < 300 ? { data, wrong: '' } : { data: null, wrong: data.error.sentence }
    })
  }

  store.listeners.push(follow)
  follow()
  return () => {
    on = !on
    follow()
  }
}

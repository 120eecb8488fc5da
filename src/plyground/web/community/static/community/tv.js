/** TV: the game on this page is followed, asks for the computers' moves, and leads to the next game. */

import { ask, Lost } from '#pages/api.js'
import { pages } from '#play/shared.js'
import { gettext } from '#pages/words.js'

const BEAT = 1500 // milliseconds between two moves of the computers
const AFTER = 8000 // milliseconds to look at the end of a game
const LATER = 20_000 // milliseconds before asking again after a refusal

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer
let version = -1

/** Asks for the next move, or goes to the next game. */
async function goOn() {
  if (document.hidden) return
  const { state } = pages?.model ?? {}
  if (!state) return
  if (state.stage === 'over') return location.assign('/tv/')
  try {
    const { status } = await ask('POST', `${location.pathname}go/`)
    if (status >= 300) timer = setTimeout(goOn, LATER)
  } catch (error) {
    if (!(error instanceof Lost)) throw error
    timer = setTimeout(goOn, LATER)
  }
}

/** After each change of the game. */
function look() {
  const { state } = pages?.model ?? {}
  if (!state || state.version === version) return
  version = state.version
  clearTimeout(timer)
  if (state.stage === 'over') {
    const words = document.querySelector('.status .detail')
    if (words) words.textContent = gettext('The next game begins in a moment.')
    timer = setTimeout(goOn, AFTER)
  } else if (state.to_move === 'computer') timer = setTimeout(goOn, BEAT)
}

new MutationObserver(look).observe(/** @type {Element} */ (document.querySelector('.stands')), { childList: true, characterData: true, subtree: true })
document.addEventListener('visibilitychange', () => {
  version = -1
  look()
})
look()

/** Watching an unfinished game of others: its moves arrive by themselves. */

import { moveName, news, say, sideName } from '#play/announce.js'
import { Follower } from '#play/game/follow.js'
import { hereWords, watchersWords } from '#play/game/link.js'
import { hear } from '#pages/stream.js'
import { gettext, interpolate } from '#pages/words.js'

/** @typedef {import('#play/game/types.js').State} State */
/** @typedef {import('#play/game/types.js').Turn} Turn */
/** @typedef {import('#play/shared.js').Pages} Pages */

const SIDES = /** @type {Turn[]} */ (['black', 'white'])

/**
 * The number of common first moves of two games.
 * @param {string[]} some
 * @param {string[]} others
 */
export function common(some, others) {
  const end = Math.min(some.length, others.length)
  let count = 0
  while (count < end && some[count] === others[count]) count += 1
  return count
}

/**
 * The presence in words; empty for a game against the computer.
 * @param {State['link']} link
 */
export function companyWords(link) {
  if (!link) return ''
  // An empty seat has no presence.
  const sides = SIDES.filter((side) => link.joined || link.present[side]).map((side) => interpolate(gettext('%(side)s: %(here)s'), { side: sideName(side), here: hereWords(link.present[side]) }))
  return [...sides, watchersWords(link.watchers)].filter(Boolean).join(' · ')
}

/** The moves on the board. @param {State} state */
const movesOf = (state) => state.moves.slice(0, state.ply).map(({ text }) => moveName(text))

/** The page of an unfinished game. */
class Live {
  /** @param {Pages} pages */
  constructor(pages) {
    this.pages = pages
    /** @type {State} */
    this.state = JSON.parse(document.querySelector('#state')?.textContent ?? '')
    this.lost = false
    this.moves = movesOf(this.state)
    this.show()
  }

  /** @param {string} selector @returns {HTMLElement} */
  part(selector) {
    return /** @type {HTMLElement} */ (this.pages.root.querySelector(selector))
  }

  /** @param {State} state */
  accept(state) {
    const before = this.state
    this.state = state
    this.lost = false
    this.list(state)
    this.show()
    say(news(before, state))
  }

  show() {
    const { situation, link, seats: { black, white } } = this.state
    if (link) this.part('#seats').textContent = interpolate(gettext('Black: %(black)s · White: %(white)s'), { black: black.name, white: white.name })
    this.part('.stands').textContent = situation
    this.part('#again').hidden = !link?.next
    if (link?.next) this.part('#again a').setAttribute('href', link.next)
    this.present()
    this.pages.show(this.state)
  }

  /** Shows the current moves; a viewer at the last one follows the game. @param {State} state */
  list(state) {
    const { pages } = this
    const texts = movesOf(state)
    const kept = common(this.moves, texts)
    const atEnd = pages.ply === pages.last
    const grown = texts.length > this.moves.length
    for (const ply of pages.known.keys()) if (ply > kept) pages.known.delete(ply)
    pages.known.set(state.ply, Promise.resolve({ ...state.view, moves: [] }))
    this.moves = texts
    pages.last = state.ply
    if (atEnd || pages.ply > kept) this.jump(state)
    else if (grown) this.part('#behind').hidden = false
    pages.show(state)
    pages.tell()
  }

  /** @param {State} state */
  jump({ view, ply }) {
    this.pages.ply = ply
    this.pages.board.set({ view: { ...view, moves: [] } })
  }

  present() {
    this.part('#company').textContent = this.lost ? gettext('No connection; trying again.') : companyWords(this.state.link)
  }

  /** @param {{black: boolean, white: boolean, watchers: number}} presence */
  presence({ black, white, watchers }) {
    const { state } = this
    if (state.link) this.state = { ...state, link: { ...state.link, present: { black, white }, watchers } }
    this.present()
  }

  /** @param {boolean} yes */
  connected(yes) {
    this.lost = !yes
    this.present()
  }
}

/**
 * Follows the game of this page until it is over.
 * @param {Pages} pages
 */
export function follow(pages) {
  const live = new Live(pages)
  const over = () => live.state.stage === 'over'
  const stream = () => `${location.pathname}events/?version=${live.state.version}`
  const follower = new Follower({
    listen: (tell) => hear(stream(), ['state', 'version', 'presence'], ['gone'], tell),
    // After a game by link the players may play again.
    wanted: () => !over() || Boolean(live.state.link?.joined && !live.state.link.next),
    waits: () => false,
    over,
    hidden: () => document.hidden,
    version: () => live.state.version,
    // The stream itself sends the state; this only checks whether the game exists.
    refresh: async () => {
      try {
        const { status } = await fetch(`${location.pathname}at/0/`)
        live.connected(true)
        return status !== 404
      } catch {
        live.connected(false)
        return true
      }
    },
    tell: (type, data) => {
      if (type === 'state') live.accept(data)
      else if (type === 'presence') live.presence(data)
      else if (type === 'gone') live.part('.stands').textContent = gettext('This game has been deleted.')
      if (over()) follower.look()
    },
  })
  document.addEventListener('visibilitychange', () => follower.look())
  addEventListener('pagehide', () => follower.stop())
  addEventListener('pageshow', () => follower.look())
  addEventListener('online', () => (follower.stop(), follower.look()))
  follower.look()
}

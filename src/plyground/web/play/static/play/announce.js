/** Announcements about a game, for screen readers. */

import { kindName } from '#pages/board/labels.js'
import { onlyProposed } from '#play/game/link.js'
import { gettext, interpolate, ngettext } from '#pages/words.js'

/** @typedef {import('#play/game/types.js').State} State */
/** @typedef {import('#play/game/types.js').Turn} Turn */
/** @typedef {import('#play/game/types.js').View} View */

/** @param {Turn} side */
export const sideName = (side) => (side === 'black' ? gettext('Black') : gettext('White'))

/** @param {Turn} side @returns {Turn} */
export const otherSide = (side) => (side === 'black' ? 'white' : 'black')

/** A move as it is written; a pass is a word. @param {string} text */
export const moveName = (text) => (text === 'pass' ? gettext('pass') : text)

/**
 * A move in words.
 * @param {import('#pages/types.js').FullMoveView} move
 * @param {Turn} side
 */
export function moveWords(move, side) {
  const values = { side: sideName(side), to: move.to ?? move.text, from: move.from, piece: kindName(move.piece ?? '') }
  if (move.kind === 'pass') return interpolate(gettext('%(side)s passes.'), values)
  if (move.kind === 'drop') return interpolate(gettext('%(side)s drops the %(piece)s on %(to)s.'), values)
  if (!move.from) return interpolate(gettext('%(side)s %(to)s.'), values)
  if (move.kind === 'capture') return interpolate(gettext('%(side)s: %(piece)s %(from)s takes on %(to)s.'), values)
  return interpolate(gettext('%(side)s: %(piece)s %(from)s to %(to)s.'), values)
}

/**
 * How many pieces changed hands or left the board by the last move.
 * @param {View} before
 * @param {View} after
 */
export function effects(before, after) {
  const now = new Map(after.pieces.map((piece) => [piece.at, piece]))
  const move = after.last_move
  let flipped = 0
  let taken = 0
  for (const { at, owner } of before.pieces) {
    const there = now.get(at)
    if (at === move?.from) continue
    if (!there || (at === move?.to && there.owner !== owner)) taken += 1
    else if (there.owner !== owner) flipped += 1
  }
  return { flipped, taken }
}

/**
 * The changes on the board between two states, and the current situation; empty without changes.
 * @param {State} before
 * @param {State} after
 */
export function news(before, after) {
  if (after.version === before.version && after.stage === before.stage && after.ply === before.ply) return ''
  if (onlyProposed(before, after)) return ''
  const sentences = []
  const move = after.view.last_move
  if (after.ply < before.ply) sentences.push(gettext('Taken back.'))
  else if (after.ply > before.ply && move) {
    sentences.push(moveWords(move, otherSide(after.view.turn)))
    const { flipped, taken } = after.ply === before.ply + 1 ? effects(before.view, after.view) : { flipped: 0, taken: 0 }
    if (taken && !move.from) sentences.push(interpolate(ngettext('Captures %(count)s.', 'Captures %(count)s.', taken), { count: taken }))
    if (flipped) sentences.push(interpolate(ngettext('Flips %(count)s.', 'Flips %(count)s.', flipped), { count: flipped }))
  }
  const { stage, score } = after
  if (stage === 'counting' && before.stage === stage && score) sentences.push(interpolate(gettext('Black %(black)s, White %(white)s.'), { ...score }))
  else if (stage !== 'playing' || after.to_move === 'person') sentences.push(after.situation)
  return sentences.join(' ')
}

/**
 * The sound for the changes.
 * @param {State} before
 * @param {State} after
 * @returns {import('#pages/sound.js').Sound | null}
 */
export function soundOf(before, after) {
  if (after.result && !before.result) {
    const { people, result } = after
    if (!result.winner) return 'draw'
    return people.length === 1 && result.winner !== people[0] ? 'lose' : 'win'
  }
  const move = after.view.last_move
  if (after.ply === before.ply || !move || move.kind === 'pass') return null
  if (after.ply < before.ply) return 'slide'
  const { flipped, taken } = after.ply === before.ply + 1 ? effects(before.view, after.view) : { flipped: 0, taken: 0 }
  if (taken) return 'capture'
  if (flipped) return 'flip'
  return move.from ? 'slide' : 'place'
}

/** @type {string[]} */
let waiting = []

/**
 * Announces it to screen readers after the current announcement.
 * @param {string} text
 */
export function say(text) {
  const region = document.getElementById('live')
  if (!region || !text) return
  // Emptied first, so that a repeated sentence is announced again. Announcements that come together are joined.
  region.textContent = ''
  if (waiting.push(text) > 1) return
  setTimeout(() => {
    region.textContent = waiting.join(' ')
    waiting = []
  }, 60)
}

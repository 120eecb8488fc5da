/** Texts for screen readers: each square, and other sentences of the board. */

import { gettext, interpolate, ngettext } from '#pages/words.js'

/** @import {BoardState, Turn} from '#pages/types.js' */
/** @import {Choices} from '#pages/board/choices.js' */

const FIVE = 5 // the length of a line in which threats have names

/** The name of a kind of piece; an unknown kind is its own name. @param {string} kind */
export function kindName(kind) {
  /** @type {Record<string, string>} */
  const names = {
    stone: gettext('stone'),
    disc: gettext('disc'),
    lion: gettext('lion'),
    giraffe: gettext('giraffe'),
    elephant: gettext('elephant'),
    chick: gettext('chick'),
    hen: gettext('hen'),
  }
  return Object.hasOwn(names, kind) ? names[kind] : kind
}

/** @param {Turn} owner */
const ownerName = (owner) => (owner === 'black' ? gettext('black') : gettext('white'))

/** A piece with its owner. @param {Turn} owner @param {string} kind @param {?Turn} side */
export function pieceName(owner, kind, side) {
  if (owner === side) return interpolate(gettext('your %(kind)s'), { kind: kindName(kind) })
  return interpolate(gettext('%(owner)s %(kind)s'), { owner: ownerName(owner), kind: kindName(kind) })
}

/**
 * The text for pieces in hand. @param {Turn} owner @param {string} kind @param {number} count
 * @param {?Turn} side
 */
export function handName(owner, kind, count, side) {
  return interpolate(gettext('%(piece)s in hand, %(count)s'), { piece: pieceName(owner, kind, side), count })
}

/** @param {Turn} owner */
export const standName = (owner) => (owner === 'black' ? gettext("Black's hand") : gettext("White's hand"))

/** @param {string} kind */
function markName(kind) {
  /** @type {Record<string, string>} */
  const names = {
    star: gettext('star point'),
    ko: gettext('ko'),
    line: gettext('winning line'),
    dead: gettext('dead'),
    forbidden: gettext('forbidden'),
    try: gettext('try'),
    target: gettext('marked'),
    gap: gettext('not part of the board'),
  }
  return Object.hasOwn(names, kind) ? names[kind] : kind
}

/** @param {string} kind */
function legalName(kind) {
  if (kind === 'capture') return gettext('legal capture')
  return kind === 'drop' ? gettext('legal drop') : gettext('legal move')
}

/** The text of an aid for one of its squares. @param {import('#pages/types.js').AidView} aid @returns {?string} */
function aidName({ kind, owner, count, at }) {
  const who = owner ? ownerName(owner) : ''
  if (kind === 'liberties') return interpolate(ngettext('%(count)s liberty', '%(count)s liberties', count), { count })
  if (kind === 'win') return interpolate(gettext('%(who)s wins here'), { who })
  if (kind === 'threat' && at.length + count === FIVE) return interpolate(count === 1 ? gettext('a four of %(who)s') : gettext('an open three of %(who)s'), { who })
  if (kind === 'threat' && count === 1) return interpolate(gettext('%(who)s needs one more stone to win'), { who })
  if (kind === 'threat') return interpolate(gettext('open line of %(who)s, two stones short'), { who })
  if (kind === 'flips') return interpolate(ngettext('flips %(count)s disc', 'flips %(count)s discs', count), { count })
  return kind === 'attacked' ? interpolate(gettext('attacked by %(who)s'), { who }) : null
}

/**
 * The text of every square, by its label. @param {BoardState} state @param {Choices} choices
 * @param {import('#pages/types.js').Badge[]} [badges]
 * @returns {Map<string, string>}
 */
export function cellTexts(state, choices, badges = []) {
  const { view, side, dead, aids, shown, hint, legal } = state
  /** @type {Map<unknown, Set<string>>} */
  const notes = new Map()
  /** @type {(places: unknown[], text: ?string) => void} */
  const note = (places, text) => {
    if (text) for (const at of places) notes.set(at, (notes.get(at) ?? new Set()).add(text))
  }
  const free = legal && choices.mode === 'moves' && !choices.picked
  note([view.last_move?.to], gettext('last move'))
  for (const { kind, at } of view.marks) {
    note(kind === 'star' ? at.filter((label) => !choices.pieces.has(label)) : at, markName(kind))
  }
  note(dead, markName('dead'))
  for (const { kind, to } of legal ? choices.marked() : []) note([to], legalName(kind))
  note(free ? choices.moves.map((move) => move.from) : [], gettext('can move'))
  for (const aid of aids) if (shown.includes(aid.kind)) note(aid.at, aidName(aid))
  note(hint?.area ?? [], gettext('look here'))
  note([hint?.from], gettext('hint: from here'))
  note([hint?.to], gettext('hint'))
  for (const { at, value } of badges) note([at], value.words.spoken)
  /** @type {Map<string, string>} */
  const texts = new Map()
  for (const at of view.rows.flatMap((row) => view.columns.map((column) => column + row))) {
    const piece = choices.pieces.get(at)
    const what = piece ? pieceName(piece.owner, piece.kind, side) : gettext('empty')
    texts.set(at, [at, what, ...(notes.get(at) ?? [])].join(gettext(', ')))
  }
  return texts
}

/** The announcement when a piece is picked up. @param {Choices} choices */
export function pickText(choices) {
  const picked = choices.picked
  if (!picked) return gettext('Deselected.')
  const count = choices.targets().length
  const values = { piece: kindName(picked.piece), at: picked.from ?? gettext('hand'), count }
  const text = ngettext('%(piece)s, %(at)s: picked up, %(count)s move.', '%(piece)s, %(at)s: picked up, %(count)s moves.', count)
  return interpolate(text, values)
}

/** Why a click had no effect. @param {'first' | 'theirs'} reason */
export function refusalText(reason) {
  return reason === 'theirs' ? gettext('That is not your piece.') : gettext('Choose one of your pieces first.')
}

/** The differences between two positions, as changes to animate. */

/** @import {Change, View} from '#pages/types.js' */

/** @param {View} view */
const byPlace = (view) => new Map(view.pieces.map((piece) => [piece.at, piece]))

/** @param {View} view */
const size = ({ game, columns, rows }) => [game, columns, rows].join('|')

/** The changes from one position to the next or the one before; none for a jump. @param {?View} before @param {View} after */
export function diff(before, after) {
  /** @type {Change[]} */
  const changes = []
  if (!before || Math.abs(after.ply - before.ply) !== 1 || size(before) !== size(after)) return changes
  const [old, now] = [byPlace(before), byPlace(after)]
  const onward = after.ply > before.ply
  const move = (onward ? after : before).last_move
  const [from, to] = onward ? [move?.from, move?.to] : [move?.to, move?.from]
  // Going back, a drop has no target to slide to, and neither has a stone that is removed.
  const slides = from && to && old.has(from) && now.get(to)?.owner === old.get(from)?.owner
  for (const [at, was] of old) {
    const piece = now.get(at)
    if (slides && at === from) continue
    if (!piece || (slides && at === to)) changes.push({ type: 'lift', at, piece: was })
    else if (piece.owner !== was.owner) changes.push({ type: 'flip', at, piece, was })
  }
  for (const [at, piece] of now) {
    if (slides && at === to) changes.push({ type: 'slide', at, from, piece })
    else if (!old.has(at) || (slides && at === from)) changes.push({ type: 'land', at, piece })
  }
  return changes
}

/** Changes shown as movement. Nothing waits for it. */

/** @import {Change, PieceView} from '../types.js' */
/** @import {Painter} from './paint.js' */

/** Whether the person wants things to move. */
export function moves() {
  return document.documentElement.dataset.motion !== 'off' && !matchMedia('(prefers-reduced-motion: reduce)').matches
}

/**
 * Show a piece that is gone for a moment longer. @param {Painter} painter
 * @param {PieceView} piece @param {Keyframe[]} frames @param {number} duration
 */
function leave(painter, { at, kind, owner }, frames, duration) {
  const place = painter.geometry.centre(at)
  if (!place) return
  const { node, art } = painter.piece(kind, owner, place)
  painter.layers.air.append(node)
  art.animate(frames, { duration, easing: 'ease-in', fill: 'forwards' }).finished.then(
    () => node.remove(),
    () => node.remove(),
  )
}

/**
 * Start the movement of all changes; the new position is already drawn. @param {Painter} painter
 * @param {Change[]} changes @param {string | null} held where a piece was just put by hand, so it is there already
 */
export function animate(painter, changes, held) {
  if (!changes.length || !moves()) return
  for (const change of changes) {
    const there = painter.drawn.get(change.at)
    const place = painter.geometry.centre(change.at)
    if (!place) continue
    if (change.type === 'lift') {
      leave(painter, change.piece, [{}, { transform: 'scale(1.3) translateY(-12px)', opacity: 0 }], 320)
    } else if (change.type === 'flip') {
      leave(painter, change.was, [{}, { transform: 'scaleX(0)' }], 140)
      const rise = [{ transform: 'scaleX(0)' }, {}]
      there?.art.animate(rise, { duration: 160, delay: 140, easing: 'ease-out', fill: 'backwards' })
    } else if (change.type === 'land') {
      if (change.at === held) continue
      const fall = [{ transform: 'scale(1.35) translateY(-14px)', opacity: 0.2 }, {}]
      there?.art.animate(fall, { duration: 170, easing: 'ease-in' })
    } else if (change.at !== held) {
      const from = painter.geometry.centre(change.from)
      if (!from || !there) continue
      painter.layers.pieces.append(there.node)
      const slide = [{ transform: `translate(${from.x - place.x}px, ${from.y - place.y}px)` }, {}]
      there.art.animate(slide, { duration: 220, easing: 'cubic-bezier(.3, .7, .3, 1)' })
    }
  }
}

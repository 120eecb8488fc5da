/** Animates changes. Nothing waits for an animation. */

/** @import {Change, PieceView} from '#pages/types.js' */
/** @import {Painter} from '#pages/board/paint.js' */

/**
 * Shows a removed piece for a moment longer.
 * @param {Painter} painter @param {PieceView} piece @param {Keyframe} end @param {number} duration
 */
function leave(painter, { at, kind, owner }, end, duration) {
  const { node, art } = painter.piece(kind, owner, painter.geometry.places.get(at))
  painter.layers.air.append(node)
  art.animate([{}, end], { duration, easing: 'ease-in', fill: 'forwards' }).onfinish = () => node.remove()
}

/**
 * Starts the animations of all changes; the new position is already drawn.
 * @param {Painter} painter @param {Change[]} changes @param {?string} held the square on which a piece was just dropped: it is already there
 */
export function animate(painter, changes, held) {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches || document.documentElement.dataset.motion === 'off'
  for (const change of calm ? [] : changes) {
    const { at, type, piece } = change
    const there = painter.drawn.get(at)
    const [place, from] = [at, type === 'slide' ? change.from : at].map((label) => painter.geometry.places.get(label))
    if (type === 'lift') leave(painter, piece, { transform: 'scale(1.3) translateY(-12px)', opacity: 0 }, 320)
    else if (type === 'flip') {
      leave(painter, change.was, { transform: 'scaleX(0)' }, 140)
      there?.art.animate([{ transform: 'scaleX(0)' }, {}], { duration: 160, delay: 140, fill: 'backwards' })
    } else if (at === held || !there || !place || !from) continue
    else if (type === 'land' && painter.geometry.upright) {
      const far = place.y - painter.geometry.top + 50
      there.art.animate([{ transform: `translateY(${-far}px)` }, {}], { duration: 90 + 14 * Math.sqrt(far), easing: 'cubic-bezier(.5, 0, .9, .6)' })
    } else if (type === 'land') {
      there.art.animate([{ transform: 'scale(1.35) translateY(-14px)', opacity: 0.2 }, {}], { duration: 170, easing: 'ease-in' })
    } else {
      painter.layers.pieces.append(there.node)
      const start = `translate(${from.x - place.x}px, ${from.y - place.y}px)`
      there.art.animate([{ transform: start }, {}], { duration: 220, easing: 'ease-out' })
    }
  }
}

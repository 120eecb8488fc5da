/** Lists of puzzles: small boards, each drawn when it comes near the visible area. */

import { draw } from '#pages/pictures.js'

const watcher = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting || !(target instanceof HTMLElement)) continue
    draw(target)
    watcher.unobserve(target)
  }
}, { rootMargin: '300px' })
document.querySelectorAll('[data-view]').forEach((host) => watcher.observe(host))

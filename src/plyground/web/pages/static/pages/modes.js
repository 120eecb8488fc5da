/** The links between the modes of a game: playing, review, analysis. They lead to the current position. */

/**
 * @param {number | null} ply null: the default position
 * @param {Record<string, boolean>} [offered] the available modes, if they change
 */
export function showModes(ply, offered = {}) {
  for (const link of document.querySelectorAll('.modes a')) {
    if (!(link instanceof HTMLAnchorElement)) continue
    const { mode = '' } = link.dataset
    if (mode in offered) link.hidden = !offered[mode]
    link.search = ply === null ? '' : `?ply=${ply}`
  }
}

/** The ply in the address. @param {string} search */
export function askedPly(search) {
  const asked = new URLSearchParams(search).get('ply')
  return asked !== null && /^\d{1,5}$/.test(asked) ? Number(asked) : null
}

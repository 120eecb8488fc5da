/** The links between the uses of a game: playing, review, analysis. They lead to the position that is looked at. */

/**
 * @param {number | null} ply null: as they begin by themselves
 * @param {Record<string, boolean>} [offered] which uses there are now, where that changes
 */
export function showModes(ply, offered = {}) {
  for (const link of document.querySelectorAll('.modes a')) {
    if (!(link instanceof HTMLAnchorElement)) continue
    const { mode = '' } = link.dataset
    if (mode in offered) link.hidden = !offered[mode]
    link.search = ply === null ? '' : `?ply=${ply}`
  }
}

/** The ply that the address asks for. @param {string} search */
export function askedPly(search) {
  const asked = new URLSearchParams(search).get('ply')
  return asked !== null && /^\d{1,5}$/.test(asked) ? Number(asked) : null
}

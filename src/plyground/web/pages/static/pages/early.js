/* Runs before anything is drawn: applies the chosen theme, so that no page flashes in another. */
;(() => {
  try {
    const { theme, contrast, motion, board, pieces } = JSON.parse(localStorage.getItem('plyground.settings') ?? '{}')
    const { dataset } = document.documentElement
    if (theme === 'light' || theme === 'dark') dataset.theme = theme
    if (contrast) dataset.contrast = 'more'
    if (board === 'slate' || board === 'paper') dataset.board = board
    if (pieces === 'plain') dataset.pieces = pieces
    if (motion === false) dataset.motion = 'off'
  } catch {
    // A browser without storage shows the system's theme.
  }
})()

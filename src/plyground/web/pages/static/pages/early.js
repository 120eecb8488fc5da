/* Before anything is drawn: the theme that was chosen, so that no page flashes in another. */
;(() => {
  try {
    const { theme, contrast, motion } = JSON.parse(localStorage.getItem('plyground.settings') ?? '{}')
    const { dataset } = document.documentElement
    if (theme === 'light' || theme === 'dark') dataset.theme = theme
    if (contrast) dataset.contrast = 'more'
    if (motion === false) dataset.motion = 'off'
  } catch {
    // A browser that keeps nothing shows the system's theme.
  }
})()

/** The form of a new game: hides fields that do not apply. */

/**
 * The visibility of the conditional fields.
 * @param {string} opponent
 * @param {string} clock
 * @returns {Record<string, boolean>}
 */
export function matters(opponent, clock) {
  const watch = opponent === 'watch'
  return {
    seconds: opponent === 'maximum',
    colour: !watch && opponent !== 'person',
    black_level: watch, white_level: watch,
    teacher: opponent === 'adaptive' || opponent === 'maximum' || /^(level|mcts):/.test(opponent),
    minutes: clock === 'own', increment: clock === 'own',
  }
}

/**
 * Updates the form inside this element when a choice changes.
 * @param {ParentNode} root
 */
export function prepare(root) {
  const form = root.querySelector('form.setup-form')
  if (!(form instanceof HTMLFormElement)) return
  const follow = () => {
    const given = new FormData(form)
    const named = given.get('rules') ?? 'custom'
    for (const field of form.querySelectorAll('[data-set-by-rules]')) {
      if (field instanceof HTMLElement) field.hidden = named !== 'custom'
    }
    const seen = matters(String(given.get('opponent')), String(given.get('clock')))
    for (const [name, shown] of Object.entries(seen)) {
      const field = form.querySelector(`[data-field="${name}"]`)
      if (field instanceof HTMLElement) field.hidden = !shown
    }
  }
  form.addEventListener('change', follow)
  for (const slider of form.querySelectorAll('input[type=range]')) {
    const shown = slider.parentElement?.querySelector('output')
    const tell = () => { if (shown && slider instanceof HTMLInputElement) shown.textContent = slider.value }
    slider.addEventListener('input', tell)
    tell()
  }
  follow()
}

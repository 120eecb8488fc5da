/** Reloads the page when the file of a loaded game has changed, or shows what is wrong with it: `plyground serve --watch`. */

const host = /** @type {HTMLElement} */ (document.querySelector('#watched-games'))
/** The version that this page shows. @type {?string} */
let shown = null

/** What the server says about the files; null if it does not answer. @returns {Promise<?HTMLElement>} */
async function ask() {
  const text = await fetch(host.dataset.address ?? '').then((answer) => (answer.ok ? answer.text() : '')).catch(() => '')
  return new DOMParser().parseFromString(text, 'text/html').querySelector('[data-version]')
}

async function look() {
  const news = document.hidden ? null : await ask()
  if (news) {
    const version = news.dataset.version ?? ''
    shown ??= version
    if (version !== shown) location.reload()
    else if (news.textContent !== host.textContent) host.replaceChildren(...news.childNodes)
  }
  setTimeout(look, 1000)
}

look()

export {}

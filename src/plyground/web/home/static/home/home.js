/** The home page: boards that play by themselves, and options without leaving the page. */

import { mayMove, next } from '#home/demo.js'
import { prepare } from '#play/form.js'
import { draw, drawPictures } from '#pages/pictures.js'
import { gettext } from '#pages/words.js'

const KEY = 'plyground.still'
const reduced = matchMedia('(prefers-reduced-motion: reduce)')
let stopped = kept() === 'yes'

/** The earlier choice; a browser may store nothing. @param {string} [value] */
function kept(value) {
  try {
    if (value !== undefined) localStorage.setItem(KEY, value)
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** A board that plays a short game repeatedly while it is visible. */
class Demo {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host
    this.board = draw(host)
    this.ply = Number(host.dataset.at)
    /** @type {import('#pages/types.js').View[] | null} */
    this.views = null
    this.seen = false
    /** @type {number | undefined} */
    this.timer = undefined
  }

  /** Continues or stops, as the situation requires. */
  async wake() {
    clearTimeout(this.timer)
    if (!this.moves()) return
    this.views ??= await this.load()
    const { ply, wait } = next(this.ply, this.views.length)
    if (wait === Infinity) return
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.step(ply), wait)
  }

  moves() {
    return this.seen && mayMove({ stopped, reduced: reduced.matches, motion: document.documentElement.dataset.motion, hidden: document.hidden })
  }

  /** @param {number} ply */
  step(ply) {
    if (!this.views || !this.moves()) return
    this.ply = ply
    this.board.set({ view: this.views[ply] })
    void this.wake()
  }

  /** @returns {Promise<import('#pages/types.js').View[]>} empty if the server has none: the board stays still */
  async load() {
    try {
      const answer = await fetch(`/api/demos/${encodeURIComponent(this.host.dataset.demo ?? '')}/`)
      return answer.ok ? (await answer.json()).views : []
    } catch {
      return []
    }
  }
}

const hosts = [...document.querySelectorAll('[data-demo]')].filter((host) => host instanceof HTMLElement)
const demos = new Map(hosts.map((host) => [/** @type {Element} */ (host), new Demo(host)]))
const wakeAll = () => demos.forEach((demo) => void demo.wake())
const watcher = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const demo = demos.get(target)
    if (demo) demo.seen = isIntersecting
    void demo?.wake()
  }
}, { threshold: 0.5 })
hosts.forEach((host) => watcher.observe(host))
document.addEventListener('visibilitychange', wakeAll)
reduced.addEventListener('change', wakeAll)
drawPictures()

const button = document.querySelector('#motion')
if (button instanceof HTMLButtonElement && demos.size) {
  const tell = () => {
    button.setAttribute('aria-pressed', String(stopped))
    button.toggleAttribute('data-off', reduced.matches || document.documentElement.dataset.motion === 'off')
  }
  button.addEventListener('click', () => {
    stopped = !stopped
    kept(stopped ? 'yes' : 'no')
    tell()
    wakeAll()
  })
  tell()
}

const dialog = document.querySelector('dialog#options')
/**
 * The form of a new game, taken from its own page.
 * @param {HTMLAnchorElement} link
 */
async function open(link) {
  const place = dialog?.querySelector(':scope > div')
  if (!(dialog instanceof HTMLDialogElement) || !place) return
  try {
    const answer = await fetch(link.href)
    const form = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('#new-game')
    if (!form) throw new Error(gettext('The page has no form.'))
    place.replaceChildren(document.adoptNode(form))
    prepare(place)
    dialog.showModal()
    const first = place.querySelector('select, input:not([type=hidden])')
    if (first instanceof HTMLElement) first.focus()
  } catch {
    location.href = link.href
  }
}
for (const link of document.querySelectorAll('a[data-options]')) {
  link.addEventListener('click', (event) => {
    if (!(link instanceof HTMLAnchorElement) || !(event instanceof MouseEvent) || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void open(link)
  })
}

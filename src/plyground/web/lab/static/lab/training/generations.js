/** One position through the generations: a slider of networks beside a position of any game. */

import { Replay } from '#lab/training/replay.js'
import { Sights } from '#lab/training/sights.js'
import { SightView } from '#lab/training/view.js'
import { gettext, interpolate } from '#pages/words.js'

/** @import {SeenPosition, TrainingPage} from 'contract' */

export class Generations {
  /** The generations with a network. @type {number[]} */
  networks = []
  /** Whether to follow the newest network. */
  newest = true
  place = 0
  first = 0

  /**
   * @param {HTMLElement} root @param {TrainingPage} known
   * @param {(number: number | null) => void} change another generation was selected
   * @param {{network: number, place: import('#lab/training/replay.js').Place}} [begin] the initial selection; otherwise the newest, at the start
   */
  constructor(root, known, change, begin) {
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-part="${name}"]`))
    this.root = root
    this.known = known
    this.change = change
    this.slider = /** @type {HTMLInputElement} */ (part('generation'))
    this.shown = part('number')
    this.play = part('play')
    this.wrong = part('wrong')
    this.view = new SightView(root)
    this.sights = new Sights(`${known.address}seen/`)
    this.replay = new Replay(root, `${known.address}games/`, () => this.look())
    if (begin) this.begin(begin)
    this.slider.addEventListener('input', () => this.choose(Number(this.slider.value)))
    for (const button of root.querySelectorAll('[data-generation]')) {
      button.addEventListener('click', () => this.choose(this.place + Number(button.getAttribute('data-generation'))))
    }
    root.addEventListener('change', ({ target }) => target instanceof HTMLInputElement && target.type === 'radio' && this.look())
  }

  /** @param {{network: number, place: import('#lab/training/replay.js').Place}} begin */
  begin({ network, place }) {
    this.newest = false
    this.first = network
    this.replay.place = { ...place }
    this.replay.last = Infinity
  }

  /** The selected generation; null without a network. @returns {number | null} */
  get number() {
    return this.networks[this.place] ?? null
  }

  /** @returns {import('#lab/training/view.js').Source} */
  get source() {
    const chosen = this.root.querySelector('input[type="radio"]:checked')
    return chosen instanceof HTMLInputElement && chosen.value === 'search' ? 'search' : 'network'
  }

  /** Updates the available generations and games. @param {number[]} networks @param {number[]} played */
  offer(networks, played) {
    this.replay.offer(played)
    if (networks.join() === this.networks.join()) return
    const { number } = this
    this.networks = networks
    this.root.hidden = networks.length === 0
    if (networks.length) this.choose(this.newest ? networks.length - 1 : Math.max(0, networks.indexOf(number ?? this.first)))
  }

  /** @param {number} place */
  choose(place) {
    this.place = Math.max(0, Math.min(place, this.networks.length - 1))
    this.newest = this.place === this.networks.length - 1
    const number = this.number ?? 0
    this.slider.max = String(this.networks.length - 1)
    this.slider.value = String(this.place)
    this.slider.setAttribute('aria-valuetext', interpolate(gettext('generation %(number)s'), { number }))
    this.shown.textContent = String(number)
    this.offerGame(number)
    this.look()
    this.change(this.number)
  }

  /** The address of a game against a generation. @param {number} number */
  offerGame(number) {
    const { opponent, play } = this.known
    this.play.hidden = !opponent || !play
    if (this.play.hidden) return
    const url = new URL(play, location.href)
    url.searchParams.set('opponent', opponent.replace('{}', String(number).padStart(4, '0')))
    this.play.setAttribute('href', url.pathname + url.search)
    this.play.textContent = interpolate(gettext('Play against generation %(number)s'), { number })
  }

  /** Shows the position with this generation's evaluation. */
  look() {
    const { number, source } = this
    const { generation, game, ply } = this.replay.place
    const then = (/** @type {SeenPosition} */ seen) => {
      this.wrong.hidden = true
      this.replay.place.ply = seen.ply
      this.replay.tell(seen.last_ply)
      this.view.show(seen, source, number)
    }
    this.sights.want({ network: number, generation, game, ply }, then, (sentence) => {
      this.wrong.textContent = sentence
      this.wrong.hidden = false
    })
  }
}

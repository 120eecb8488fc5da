/** The page that replays a search: requests the recordings, and keeps trees, board and texts in sync. */

import { ask } from '#pages/api.js'
import { Board } from '#pages/board/board.js'
import { unpack } from '#pages/pictures.js'
import { load } from '#pages/settings.js'
import { gettext, interpolate } from '#pages/words.js'
import { Boards } from '#study/watch/boards.js'
import { Clock } from '#study/watch/clock.js'
import { choices, details, fill, fillTable, leftOut, terms } from '#study/watch/details.js'
import { Link } from '#study/watch/link.js'
import { Panel, compared, formatted } from '#study/watch/panel.js'
import { Playouts } from '#study/watch/playouts.js'
import { happens, where } from '#study/watch/sentences.js'
import { prepare } from '#study/watch/setup.js'
import { Tree } from '#study/watch/tree.js'

/** @import {ErrorAnswer, PlayoutRecording, TreeRecording, WatchBoard, WatchPage, WatchRequest} from 'contract' */

const PATIENCE = 70_000 // milliseconds: a search may have to wait in the queue
const OFTEN = 250 // milliseconds between two updates of slow parts during play

/** @param {string} name */
const find = (name) => /** @type {HTMLElement} */ (document.querySelector(name))

/** Requests a recording; null without an answer. @param {WatchRequest} body @returns {Promise<TreeRecording | PlayoutRecording | ErrorAnswer | null>} */
const record = (body) => ask('POST', '/watch/trace/', body, PATIENCE).then(({ data }) => data, () => null)

class Watch {
  /** @param {WatchPage} known */
  constructor(known) {
    this.known = known
    this.clock = new Clock()
    this.boards = new Boards(known.query)
    this.link = new Link(known.query)
    this.board = new Board(find('#board'))
    this.board.set({ view: known.view, mode: 'none', still: true, legal: false, label: gettext('The current position') })
    /** @type {Panel[]} */
    this.panels = []
    this.active = 0
    this.node = -1 // the selected node, if it is not at the cursor
    this.last = 0
    this.slider = /** @type {HTMLInputElement} */ (find('#time'))
    this.listen()
    void this.load()
  }

  /** Requests all recordings; a missing one is reported in its place. */
  async load() {
    const { query, searches } = this.known
    const sections = searches.map(({ which }) => find(`[data-which="${which}"]`))
    const found = await Promise.all(searches.map(({ which }) => record({ query, which })))
    found.forEach((data, place) => {
      if (!data || 'error' in data) return this.fail(sections[place], data?.error.sentence)
      const tape = data.kind === 'playouts' ? new Playouts(data) : new Tree(data)
      const number = this.panels.length
      this.panels.push(new Panel(sections[place], tape, (node) => this.choose(number, node)))
    })
    if (!this.panels.length) return
    this.clock.length = Math.max(...this.panels.map(({ tape }) => tape.length))
    this.slider.max = String(this.clock.length - 1)
    find('#player').hidden = false
    find('#happens').hidden = false
    find('#compared').textContent = compared(this.panels.map(({ tape }) => tape), this.known.searches.map(({ title }) => title))
    this.clock.go(this.known.cursor)
    this.show(true)
    document.body.dataset.ready = ''
  }

  /** @param {HTMLElement} section @param {string} [sentence] */
  fail(section, sentence) {
    const note = /** @type {HTMLElement} */ (section.querySelector('.waits'))
    note.classList.add('bad')
    note.textContent = sentence ?? gettext('The server did not answer. Please reload the page.')
  }

  // Moving

  /** @param {number} panel @param {number} node */
  choose(panel, node) {
    this.active = panel
    this.clock.playing = false
    const { tape } = this.panels[panel]
    const time = tape.reach(node, this.panels[panel].at(this.clock.time))
    this.clock.go(time)
    this.node = node
    this.show(true)
  }

  /** @param {number} time */
  go(time) {
    this.clock.playing = false
    this.node = -1
    this.clock.go(time)
    this.show(true)
    this.say()
  }

  /** @param {string} command */
  act(command) {
    const { clock } = this
    const { tape } = this.panels[this.active]
    const next = command === 'cut' ? tape.nextCut(Math.min(clock.time, tape.length - 1)) : 0
    switch (command) {
      case 'play': return this.play()
      case 'on': return this.go(clock.time + 1)
      case 'back': return this.go(clock.time - 1)
      case 'first': return this.go(0)
      case 'last': return this.go(clock.length - 1)
      case 'cut': return next < 0 ? this.tell(gettext('The replay ends here.')) : this.go(next)
      case 'other': return this.turn((this.active + 1) % this.panels.length)
      case 'in': case 'out': case 'fit': case 'node': return this.panels[this.active].zoom(command)
    }
  }

  play() {
    this.node = -1
    this.clock.toggle()
    this.last = performance.now()
    this.show(true)
    if (this.clock.playing) requestAnimationFrame((now) => this.frame(now))
    else this.say()
  }

  /** @param {number} now */
  frame(now) {
    if (!this.clock.playing) return
    const slow = now - (this.shown ?? 0) > OFTEN
    if (this.clock.tick(now - this.last)) this.show(slow || !this.clock.playing)
    this.last = now
    if (this.clock.playing) requestAnimationFrame((then) => this.frame(then))
  }

  /** Switches to the other search. @param {number} active */
  turn(active) {
    this.active = active
    this.node = -1
    this.show(true)
    this.tell(this.known.searches[active].title)
  }

  // Showing

  /** @param {boolean} all also the slow parts */
  show(all) {
    const { clock, panels, slider } = this
    slider.value = String(clock.time)
    panels.forEach((panel, place) => {
      const chosen = place === this.active && this.node >= 0
      panel.set(clock.time, chosen ? this.node : panel.tape.nodeAt(panel.at(clock.time)), all)
      panel.section.toggleAttribute('data-active', place === this.active && panels.length > 1)
    })
    find('#play').setAttribute('aria-pressed', String(clock.playing))
    find('#step').textContent = interpolate(gettext('Step %(step)s of %(all)s'), { step: formatted(clock.time), all: formatted(clock.length - 1) })
    if (!all) return
    this.shown = performance.now()
    this.tellNode()
    if (!clock.playing) this.link.keep(clock.time)
  }

  /** The board and the texts of the current node. */
  tellNode() {
    const panel = this.panels[this.active]
    const { tape, node } = panel
    const time = panel.at(this.clock.time)
    find('#sentence').textContent = happens(tape, time)
    find('#whose').textContent = this.panels.length > 1 ? this.known.searches[this.active].title : ''
    fill(find('#node-details'), details(tape, node, time))
    fillTable(/** @type {HTMLTableElement} */ (find('#choices')), choices(tape, time))
    find('.wide').hidden = find('#choices').hidden
    this.boards.want(tape, node, time, (seen) => this.draw(panel, node, seen))
  }

  /** @param {Panel} panel @param {number} node @param {WatchBoard} seen */
  draw({ tape }, node, seen) {
    this.board.set({ view: unpack(seen.view).view, label: interpolate(gettext('The board after %(moves)s'), { moves: where(tape, node) }) })
    find('#result').textContent = seen.result
    find('#left-out').textContent = leftOut(tape, node, seen)
    fillTable(/** @type {HTMLTableElement} */ (find('#terms')), terms(tape, node, seen))
  }

  /** @param {string} text */
  tell(text) {
    find('#live').textContent = text
  }

  say() {
    this.tell(find('#sentence').textContent ?? '')
  }

  // Hearing

  listen() {
    find('#player').addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest('[data-do]') : null
      if (button instanceof HTMLElement) this.act(button.dataset.do ?? '')
    })
    this.slider.addEventListener('input', () => {
      this.clock.playing = false
      this.node = -1
      this.clock.go(Number(this.slider.value))
      this.show(true)
    })
    find('#speed').addEventListener('change', (event) => {
      this.clock.speed = Number(/** @type {HTMLSelectElement} */ (event.target).value)
    })
    find('#copy').addEventListener('click', () => void this.link.copy(this.clock.time).then((text) => { find('#copied').textContent = text }))
    document.addEventListener('keydown', (event) => this.press(event))
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) return
      this.clock.playing = false
      if (this.panels.length) this.show(true)
    })
    const recolour = () => this.panels.forEach(({ painting }) => painting.resize())
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', recolour)
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.panels.length) return
    if (event.target instanceof Element && event.target.closest('input, select, textarea, [role=tree]')) return
    const button = event.target instanceof Element && event.target.closest('button, a, summary')
    const command = KEYS[event.key]
    // Without single-key shortcuts, keys remain that neither speech input nor slips type.
    if (!command || (button && event.key === ' ') || (/^\S$/.test(event.key) && !load().keys)) return
    event.preventDefault()
    this.act(command)
  }
}

/** @type {Record<string, string>} */
const KEYS = { ' ': 'play', ArrowRight: 'on', ArrowLeft: 'back', Home: 'first', End: 'last', c: 'cut', o: 'other', '+': 'in', '=': 'in', '-': 'out', 0: 'fit', z: 'node' }

const source = document.getElementById('page-data')
if (source?.textContent) {
  const known = /** @type {WatchPage} */ (JSON.parse(source.textContent))
  Object.assign(globalThis, { watching: new Watch(known) })
  prepare(known)
} else prepare(null)

/** The page of a review: step through the game with graph, board and text; or wait until it is ready. */

import { ask } from '#pages/api.js'
import { Board } from '#pages/board/board.js'
import { target } from '#play/look.js'
import { Territory } from '#pages/board/territory.js'
import { MoveList } from '#play/moves.js'
import { askedPly, showModes } from '#pages/modes.js'
import { drawPictures, unpack } from '#pages/pictures.js'
import { load } from '#pages/settings.js'
import { gettext, interpolate } from '#pages/words.js'
import { showBar } from '#study/bar.js'
import { Boards } from '#study/review/boards.js'
import { Graph } from '#study/review/graph.js'
import { nearest } from '#study/review/shape.js'
import { Waiting, isNew } from '#study/review/waiting.js'

/** @import {PackedView, ReviewAsk, ReviewPage} from 'contract' */
/** @typedef {{kind: 'better' | 'answer', views: PackedView[], at: number}} Line */

const LARGE = ['inaccuracy', 'mistake', 'blunder']

/** @param {string} name */
const find = (name) => /** @type {HTMLElement} */ (document.getElementById(name))

class Pages {
  /** @param {ReviewPage} known */
  constructor(known) {
    this.known = known
    this.last = known.moves.length
    this.ply = -1
    this.boards = new Boards(known.boards)
    /** @type {Line | null} */
    this.line = null
    this.mistakes = known.moves.flatMap(({ grade, side }, place) => (LARGE.includes(grade) && (known.person || side) === side ? [place + 1] : []))
    this.board = new Board(find('board'))
    this.board.set({ view: unpack(known.view).view, mode: 'none', still: true, legal: false, coordinates: load().coordinates })
    this.list = new MoveList()
    this.rows = known.moves.map(({ side, text: move, mark }, at) => ({ ply: at + 1, side, text: move, mark }))
    this.territory = known.territory ? new Territory(this.board, find('territory'), (words) => this.say(words)) : null
    this.graph = new Graph(find('graph'), known, (ply) => this.go(ply))
    this.listen()
    this.go(this.first())
    if (known.summary) void this.practise()
    if (isNew()) this.say(gettext('The review is ready.'))
  }

  /** The first ply: from the link, or the largest mistake. */
  first() {
    const asked = askedPly(location.search)
    if (asked !== null) return Math.min(this.last, asked)
    const largest = document.querySelector('.mistakes [data-ply]')
    return largest instanceof HTMLElement ? Number(largest.dataset.ply) : this.last
  }

  /** What cost most in this game, and a lesson or a game to go on with. */
  async practise() {
    const { status, data } = await ask('GET', this.known.summary).catch(() => ({ status: 503, data: null }))
    const [, what, next] = status < 300 ? /** @type {import('contract').GameSummary} */ (data).sentences : []
    if (!next) return
    const box = find('practise')
    const [words, link] = [box.querySelector('p'), box.querySelector('a')]
    if (words) words.textContent = what
    if (link) Object.assign(link, { textContent: next, href: data.url })
    box.hidden = false
  }

  // Navigation

  /** @param {number} ply */
  go(ply) {
    if (ply === this.ply && !this.line) return
    this.ply = ply
    this.line = null
    this.tell()
    this.graph.set(ply, this.spoken())
    history.replaceState(null, '', `?ply=${ply}`)
    void this.boards.board(ply).then((seen) => {
      if (!seen || this.ply !== ply || this.line) return
      this.draw(seen.view, seen.better)
      for (const near of [ply - 1, ply + 1]) if (near >= 0 && near <= this.last) void this.boards.board(near)
    })
  }

  /** A button or a key. @param {string} command */
  act(command) {
    if (command === 'better' || command === 'answer') return void this.follow(command)
    if (command === 'next' || command === 'before') return this.jump(command === 'before')
    if (command === 'Escape') return this.line && this.go(this.ply)
    const to = this.line ? target(command, this.line.at, this.line.views.length - 1) : target(command, this.ply, this.last)
    if (to === null) return
    if (!this.line) this.go(to)
    else if (to === this.line.at && to === 0) this.go(this.ply)
    else this.along(to)
  }

  /** @param {boolean} back */
  jump(back) {
    const to = nearest(this.mistakes, this.ply, back)
    if (to === null) this.say(back ? gettext('There is no earlier mistake.') : gettext('There are no more mistakes.'))
    else this.go(to)
  }

  /** Steps through a side line; a second call leaves it. @param {'better' | 'answer'} kind */
  async follow(kind) {
    if (this.line?.kind === kind) return this.go(this.ply)
    const { ply } = this
    if (!this.known.moves[ply - 1]?.[kind]) return
    const seen = await this.boards.line(ply, kind)
    if (!seen || this.ply !== ply) return
    this.line = { kind, views: seen.views, at: 0 }
    this.along(0)
  }

  /** @param {number} at */
  along(at) {
    const { line } = this
    if (!line) return
    line.at = at
    this.draw(line.views[at], null)
    const moves = line.views.slice(0, at + 1).map((view) => unpack(view).view.last_move?.text ?? '')
    const words = line.kind === 'better' ? gettext('Better: %(moves)s (%(at)s of %(all)s)') : gettext('What can follow: %(moves)s (%(at)s of %(all)s)')
    find('line').textContent = interpolate(words, { moves: moves.join(' '), at: at + 1, all: line.views.length })
    this.tellLine()
    this.say(find('line').textContent ?? '')
  }

  // Display

  /** @param {PackedView} view @param {?import('#pages/types.js').HintView} better */
  draw(view, better) {
    const label = this.line ? find('line').textContent ?? '' : interpolate(gettext('The board after move %(ply)s'), { ply: this.ply })
    this.board.set({ view: unpack(view).view, hint: better, label })
    find('legend').hidden = !better
    this.own()
  }

  /** Who owns each point, if that is wanted; not along a side line. */
  own() {
    const { ply, known: { territory } } = this
    const on = territory && !this.line && find('show-territory').getAttribute('aria-pressed') === 'true'
    void this.territory?.look(on ? String(ply) : null, async () => {
      const { data } = await ask('GET', `${territory}?ply=${ply}`).catch(() => ({ data: { error: { sentence: gettext('The server did not answer. Please reload the page.') } } }))
      return data.error ? { data: null, wrong: data.error.sentence } : { data, wrong: '' }
    })
  }

  /** The text of the current move. */
  tell() {
    const { ply, known, last } = this
    const move = known.moves[ply - 1]
    const words = move?.words
    find('where').textContent = interpolate(gettext('Move %(ply)s of %(last)s'), { ply, last })
    find('head').textContent = words?.head ?? gettext('The beginning')
    for (const name of /** @type {const} */ (['verdict', 'better', 'why', 'stands'])) find(name).textContent = words?.[name] ?? ''
    const terms = words?.terms ?? []
    find('terms').hidden = !terms.length
    find('terms').querySelector('dl')?.replaceChildren(...terms.flatMap(({ name, sentence }) => [text('dt', name), text('dd', sentence)]))
    for (const link of document.querySelectorAll('a[data-ply]')) {
      if (link instanceof HTMLElement && link.dataset.ply === String(ply)) link.setAttribute('aria-current', 'step')
      else link.removeAttribute('aria-current')
    }
    for (const name of ['before', 'next']) {
      const none = nearest(this.mistakes, ply, name === 'before') === null
      document.querySelector(`[data-to=${name}]`)?.setAttribute('aria-disabled', String(none))
    }
    find('show-better').hidden = !move?.better
    find('show-answer').hidden = !move?.answer
    this.list.show(this.rows, ply)
    showBar((move ?? known.start).chance, false)
    showModes(ply)
    this.tellLinks()
    this.tellLine()
  }

  tellLine() {
    find('line').hidden = !this.line
    find('show-better').setAttribute('aria-pressed', String(this.line?.kind === 'better'))
    find('show-answer').setAttribute('aria-pressed', String(this.line?.kind === 'answer'))
  }

  /** A retry begins before the current move; so do the links. */
  tellLinks() {
    const before = Math.max(0, this.ply - 1)
    const field = document.getElementById('ply')
    if (field instanceof HTMLInputElement) field.value = String(before)
    const moves = this.known.moves.slice(0, before).map(({ text: move }) => move).join(' ')
    const query = new URLSearchParams({ ...this.known.query, ...(moves && { moves }) })
    const watch = /** @type {HTMLAnchorElement} */ (find('watch'))
    watch.search = query.toString()
  }

  spoken() {
    const words = this.known.moves[this.ply - 1]?.words
    return words ? [words.head, words.verdict, words.stands, words.better, words.why].filter(Boolean).join(' ') : gettext('The beginning')
  }

  /** @param {string} words */
  say(words) {
    find('live').textContent = words
  }

  /** Runs an action, and announces the resulting move. @param {() => unknown} doing */
  announcing(doing) {
    const { ply, line } = this
    doing()
    if (this.ply !== ply || (line && !this.line)) this.say(this.spoken())
  }

  // Input

  listen() {
    document.addEventListener('click', (event) => {
      const place = event.target instanceof Element ? event.target.closest('[data-to], [data-step], [data-ply]') : null
      if (!(place instanceof HTMLElement)) return
      event.preventDefault()
      const { to, step, ply } = place.dataset
      this.announcing(() => (to || step ? this.act(to ?? step ?? '') : this.show(Number(ply))))
    })
    find('show-better').addEventListener('click', () => void this.follow('better'))
    find('show-answer').addEventListener('click', () => void this.follow('answer'))
    document.getElementById('show-territory')?.addEventListener('click', ({ currentTarget: button }) => {
      if (!(button instanceof HTMLElement)) return
      button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'))
      this.own()
    })
    if (this.known.fork) find('again').addEventListener('click', () => void this.again())
    document.addEventListener('keydown', (event) => this.press(event))
  }

  /** From a list, the board may be out of view. @param {number} ply */
  show(ply) {
    this.go(ply)
    find('board').scrollIntoView({ block: 'nearest' })
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const within = /** @param {string} places */ (places) => event.target instanceof Element && event.target.closest(places) !== null
    if (within('input, select, textarea') || (event.target instanceof Element && event.target.matches('.wide'))) return
    const letter = LETTERS[event.key]
    if (letter && !load().keys) return
    const slider = within('#graph')
    const command = letter ?? event.key
    // Outside the graph, up and down scroll the page, as everywhere; in a slider up goes on.
    if (!letter && !['ArrowLeft', 'ArrowRight', 'Home', 'End', 'Escape'].includes(command) && !(slider && command in SLIDER)) return
    event.preventDefault()
    // A slider announces its value by itself.
    if (slider) this.act(SLIDER[command] ?? command)
    else this.announcing(() => this.act(command))
  }

  /** The address of a new game from before this move. */
  async again() {
    const before = Math.max(0, this.ply - 1)
    const side = this.known.moves[before]?.side ?? 'black'
    const body = { ply: before, opponent: this.known.opponents[side], colour: side }
    const { data } = await ask('POST', this.known.fork, body).catch(() => ({ data: null }))
    if (data?.url) return location.assign(data.url)
    find('trouble').textContent = data?.error?.sentence ?? gettext('The server did not answer. Please reload the page.')
    find('trouble').hidden = false
  }
}

/** @type {Record<string, string>} */
const LETTERS = { m: 'next', n: 'before', b: 'better', a: 'answer' }
/** @type {Record<string, string>} */
const SLIDER = { ArrowUp: 'on', ArrowDown: 'back', PageUp: 'next', PageDown: 'before' }

/** @param {string} name @param {string} words */
function text(name, words) {
  const node = document.createElement(name)
  node.textContent = words
  return node
}

/** @param {string} name */
const read = (name) => JSON.parse(document.getElementById(name)?.textContent || 'null')

const data = /** @type {ReviewPage | null} */ (read('page-data'))
const asks = /** @type {ReviewAsk | null} */ (read('asks'))
if (data) Object.assign(globalThis, { reviewing: new Pages(data) })
if (data?.again && document.getElementById('waiting')) new Waiting(data.again, { effort: data.effort })
if (!data) drawPictures()
if (asks) void new Waiting(asks.start, {}).begin()
document.body.dataset.ready = ''

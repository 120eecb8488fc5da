/** Everything beside the board: seats, status, buttons, the list of moves. It displays the model. */

import { sideName } from '#play/announce.js'
import { html } from '#pages/board/svg.js'
import { gettext, interpolate, ngettext } from '#pages/words.js'
import { clockText, isLow, left, nextTick } from '#play/game/clock.js'
import { hereWords, watchersWords } from '#play/game/link.js'
import { statusOf } from '#play/game/status.js'
import { shown } from '#play/game/store.js'

/** @typedef {import('#play/game/types.js').Model} Model */
/** @typedef {import('#play/game/types.js').Turn} Turn */
/** @typedef {import('#pages/settings.js').Settings} Settings */

/**
 * The element with this id.
 * @param {string} id
 */
export function byId(id) {
  const found = document.getElementById(id)
  if (!found) throw new Error(`no #${id} in this page`)
  return found
}

/**
 * A part of an element.
 * @param {Element} within
 * @param {string} selector
 */
const part = (within, selector) => /** @type {HTMLElement} */ (within.querySelector(selector))

/**
 * Writes a text only if it has changed.
 * @param {Element} node
 * @param {string} text
 */
function write(node, text) {
  if (node.textContent !== text) node.textContent = text
}

/**
 * A score with its unit.
 * @param {number} count
 * @param {string} unit
 */
export function scoreText(count, unit) {
  /** @type {Record<string, string>} */
  const texts = {
    points: ngettext('%(count)s point', '%(count)s points', count),
    discs: ngettext('%(count)s disc', '%(count)s discs', count),
    'in a row': gettext('%(count)s in a row'),
  }
  return interpolate(texts[unit] ?? '%(count)s %(unit)s', { count, unit })
}

/**
 * Each side with its place beside the board.
 * @param {boolean} flipped
 * @returns {[Turn, HTMLElement][]}
 */
const seatsOf = (flipped) => [['black', byId(flipped ? 'seat-t' : 'seat-b')], ['white', byId(flipped ? 'seat-b' : 'seat-t')]]

/**
 * @param {Model} model
 * @param {Settings} settings
 */
export function showSeats(model, settings) {
  const { state, flipped } = model
  const seen = shown(model)
  for (const [side, seat] of seatsOf(flipped)) {
    const { name } = state.seats[side]
    const details = [sideName(side)]
    if (seen.captured) details.push(interpolate(gettext('%(count)s captured'), { count: seen.captured[side] }))
    const mobility = settings.mobility && seen.aids.find((aid) => aid.kind === 'mobility' && aid.owner === side)
    if (mobility) details.push(interpolate(ngettext('%(count)s move', '%(count)s moves', mobility.count), { count: mobility.count }))
    const here = state.link?.joined && side !== state.me ? state.link.present[side] : null
    if (here !== null) details.push(hereWords(here))
    seat.dataset.side = side
    seat.dataset.here = String(here)
    seat.toggleAttribute('data-turn', state.stage === 'playing' && seen.view.turn === side)
    seat.toggleAttribute('data-won', state.result?.winner === side)
    seat.setAttribute('aria-label', `${sideName(side)}: ${name}`)
    write(part(seat, 'b'), name)
    write(part(seat, 'small'), details.join(' · '))
    const score = seen.score?.shown ? scoreText(seen.score[side], seen.score.unit) : ''
    write(part(seat, '.score'), score)
  }
}

/** The clocks run by themselves until the next state arrives. */
export class Clocks {
  /** @param {() => void} fallen what to do when a flag seems to have fallen */
  constructor(fallen) {
    this.fallen = fallen
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined
    this.flagged = -1
  }

  /** @param {Model} model */
  show(model) {
    clearTimeout(this.timer)
    const { state, received, flipped } = model
    const { clock } = state
    const passed = (performance.now() - received) / 1000
    for (const [side, seat] of seatsOf(flipped)) {
      const node = part(seat, '.clock')
      node.hidden = clock === null
      if (!clock) continue
      const fallen = state.result?.code === 'time' && state.result.winner !== side
      const seconds = fallen ? 0 : left(clock, side, passed)
      write(node, clockText(seconds))
      node.toggleAttribute('data-low', isLow(seconds))
      node.toggleAttribute('data-runs', clock.running === side)
    }
    if (!clock?.running || state.stage === 'over') return
    const seconds = left(clock, clock.running, passed)
    if (seconds > 0) this.timer = setTimeout(() => this.show(model), nextTick(seconds))
    else if (this.flagged !== received) {
      // Once per message from the server: the flag may still be up there, and the answer has the time left.
      this.flagged = received
      this.timer = setTimeout(this.fallen, 80)
    }
  }
}

/**
 * @param {Model} model
 * @param {Settings} settings
 */
export function showStatus(model, settings) {
  const { tone, text, detail, offers, terms = [] } = statusOf(model, settings.line)
  const box = byId('status')
  const meanings = /** @type {HTMLDetailsElement} */ (part(box, 'details'))
  if (meanings.hidden !== !terms.length) {
    meanings.hidden = !terms.length
    meanings.open = false
    part(meanings, 'dl').replaceChildren(...terms.flatMap(({ name, sentence }) => [html('dt', {}, name), html('dd', {}, sentence)]))
  }
  box.dataset.tone = tone
  write(part(box, '.text'), text)
  write(part(box, '.detail'), detail)
  const row = part(box, '.offers')
  const key = offers.map((offer) => offer.command + offer.label).join()
  if (row.dataset.key === key) return
  row.dataset.key = key
  const held = row.contains(document.activeElement)
  row.replaceChildren(
    ...offers.map(({ command, label, main }) => html('button', { type: 'button', class: main ? 'button primary' : 'button', 'data-command': command }, label)),
  )
  // If the pressed button is gone, the focus stays nearby.
  if (held) (part(row, 'button') ?? byId('main')).focus()
}

/** @param {Model} model */
export function showControls({ state }) {
  const { can, view, people, stage, strict, link } = state
  const able = /** @type {Record<string, boolean>} */ ({ ...can, flip: true, new: true, territory: stage !== 'playing' || !(strict || link) })
  for (const node of byId('controls').querySelectorAll('button')) {
    const command = node.dataset.command ?? ''
    // Not `disabled`: a disabled button drops the keyboard focus, and cannot say why.
    node.setAttribute('aria-disabled', String(!able[command]))
    if (command === 'pass' && (can.pass || view.moves.some((move) => move.kind === 'pass'))) node.dataset.known = ''
  }
  byId('controls').toggleAttribute('data-watching', people.length === 0)
  byId('controls').toggleAttribute('data-link', Boolean(state.link))
}

/**
 * The description of the game, beside the title.
 * @param {Model} model
 */
export function showGameOptions({ state }) {
  const { view, strict, rated, link } = state
  byId('table').toggleAttribute('data-tiles', view.pieces.some(({ kind }) => kind !== 'stone' && kind !== 'disc'))
  const size = `${view.columns.length}×${view.rows.length}`
  write(byId('game-options'), [size, rated ? gettext('rated') : strict ? gettext('strict') : '', watchersWords(link?.watchers ?? 0)].filter(Boolean).join(' · '))
}


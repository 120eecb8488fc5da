/** The board: one component for every game, driven only by a view. It contains no rules. `BoardState` in types.js describes its input. */

import { Asides } from '#pages/board/asides.js'
import { Choices } from '#pages/board/choices.js'
import { diff } from '#pages/board/diff.js'
import { Geometry } from '#pages/board/geometry.js'
import { Grid } from '#pages/board/grid.js'
import { Hands } from '#pages/board/hands.js'
import { cellTexts, pickText, refusalText } from '#pages/board/labels.js'
import { Loupe } from '#pages/board/loupe.js'
import { aiming, over, under, welcome } from '#pages/board/marks.js'
import { animate } from '#pages/board/motion.js'
import { Painter, hasAnimals, lookOf } from '#pages/board/paint.js'
import { isPlain } from '#pages/board/pieces.js'
import { Pointer } from '#pages/board/pointer.js'
import { html, write } from '#pages/board/svg.js'
import { nameSides } from '#pages/sides.js'

/** @import {BoardState, Outcome} from '#pages/types.js' */

const DEFAULTS = /** @type {unknown} */ ({
  flipped: false, mode: 'none', legal: true, coordinates: true, confirm: false, aids: [], shown: [],
  hint: null, dead: [], label: '', look: 'auto', side: null, values: null, still: false,
})

/** A board in a host element, which receives the events play, attempt, toggle and pick. */
export class Board {
  state = { .../** @type {BoardState} */ (DEFAULTS) }
  choices = new Choices()
  painter = new Painter()
  geometry = new Geometry()
  grid = new Grid(this)
  hands = new Hands(this)
  asides = new Asides(this)
  surface = html('div', { class: 'board-surface' }, this.painter.svg)
  pointer = new Pointer(this)
  loupe = new Loupe(this)
  /** The focused point, and whether by a pointer, which also shows a preview. @type {?string} */
  aimed = null
  ghosts = false
  /** The piece being dragged. @type {?SVGGElement} */
  carried = null
  /** The square where it was dropped. @type {?string} */
  held = null
  layout = ''
  badges = /** @type {import('#pages/types.js').Badge[]} */ ([])

  /** @param {HTMLElement} host the board fills its width */
  constructor(host) {
    this.host = host
    this.node = html('div', { class: 'board' }, this.surface, this.asides.bar)
    host.replaceChildren(this.node) // in place of a first drawing
    nameSides()
  }

  /** Shows this state; fields that are missing stay unchanged. @param {Partial<BoardState>} patch */
  set(patch) {
    const before = this.state.view
    Object.assign(this.state, patch)
    const { view, mode, confirm } = this.state
    if (!view) return
    this.choices.set(view, mode, confirm)
    this.lay()
    this.painter.pieces(view, this.dead())
    if (before !== view) {
      this.asides.hush()
      if (!this.choices.picked) this.rest()
      animate(this.painter, diff(before ?? null, view), this.held)
      this.held = null
    }
    this.refresh()
  }

  /** Redoes the layout if it has changed. */
  lay() {
    const { view, flipped, coordinates, look, still } = this.state
    const { columns, rows, shape } = view
    const animals = hasAnimals(view)
    // A hand that was visible once keeps its space, so that the board does not jump.
    const kept = this.layout.startsWith(`${view.game}|`) && this.geometry.hand > 0
    const hands = animals || view.hands.length > 0 || kept
    const name = lookOf(view, look)
    const gaps = new Set(view.marks.flatMap((mark) => (mark.kind === 'gap' ? mark.at : [])))
    const layout = [view.game, columns, rows, shape, flipped, coordinates, hands, name, still, animals, isPlain(), ...gaps].join('|')
    if (layout === this.layout) return
    this.layout = layout
    this.geometry = new Geometry(view, { flipped, coordinates, hands })
    const aspect = String(this.geometry.width / this.geometry.height)
    this.surface.style.aspectRatio = aspect;
    /** @type {?HTMLElement} */ (this.host.closest('.board-page'))?.style.setProperty('--aspect', aspect)
    this.painter.gaps = gaps
    this.painter.base(this.geometry, name, coordinates, animals)
    this.grid.place(this.geometry)
    if (still || this.grid.node.isConnected) return
    this.surface.append(this.hands.above, this.grid.node, this.hands.below, ...this.asides.parts)
  }

  /** Draws the parts that depend on the person's choice. */
  refresh() {
    const { state, choices, painter, grid, asides } = this
    this.badges = state.values?.(choices) ?? []
    painter.layers.under.replaceChildren(...under(this))
    painter.layers.over.replaceChildren(...over(this))
    painter.hands(state.view, choices, this.badges)
    this.aim(this.aimed, this.ghosts)
    asides.ask(state.confirm && state.mode === 'moves' && !state.still, choices.pending?.moves[0].text)
    asides.chooser.hidden = true
    if (state.still) write(this.surface, 'role', 'img')
    write(state.still ? this.surface : grid.node, 'aria-label', state.label || state.view.game)
    if (state.still) return
    write(grid.node, 'data-aims', this.aims() ? '' : null)
    grid.update(cellTexts(state, choices, this.badges))
    this.hands.update()
  }

  /** The stones that count as dead. */
  dead() {
    return new Set([...this.state.dead, ...this.state.view.marks.flatMap((mark) => (mark.kind === 'dead' ? mark.at : []))])
  }

  /** Whether a finger sliding over the board aims at a point. */
  aims() {
    return this.state.confirm && this.state.mode === 'moves' && !this.choices.moving
  }

  /** Shows a preview of the move at this place. @param {?string} label @param {boolean} ghosts */
  aim(label, ghosts) {
    this.aimed = label
    this.ghosts = ghosts
    if (this.carried) return
    const { choices, geometry, painter, state } = this
    const pending = choices.pending
    const finger = this.pointer.doing === 'aim'
    const move = pending?.moves[0] ?? (label && ghosts ? choices.reaching(label)[0] : null)
    const nodes = aiming(this, pending?.to ?? label, !choices.moving && (finger || pending !== null))
    const place = geometry.places.get(move?.to)
    if (move?.piece && place) {
      const ghost = painter.piece(move.piece, state.view.turn, place).node
      ghost.setAttribute('class', pending ? 'board-sure' : 'board-ghost')
      nodes.push(ghost)
    }
    painter.layers.aim.replaceChildren(...nodes)
    this.loupe.show(finger ? label : null)
  }

  /** A click, a tap or Enter. @param {string} label */
  press(label) {
    this.asides.hush()
    this.act(this.choices.click(label))
  }

  /** Carries out a choice. @param {Outcome} outcome */
  act({ type, ...rest }) {
    const detail = /** @type {any} */ (rest)
    if (type === 'choose') return this.asides.choose(detail.at, detail.moves)
    this.refresh()
    if (type === 'refuse') this.say(detail.at, refusalText(detail.reason))
    else if (type === 'pick') this.picked()
    else if (type !== 'none' && type !== 'ask') this.tell(type, detail)
  }

  /** Announces the picked-up piece. */
  picked() {
    this.asides.announce(pickText(this.choices))
    this.tell('pick', this.choices.picked)
  }

  /** Plays the chosen one of several moves. @param {string} move */
  chosen(move) {
    const at = this.choices.moves.find((known) => known.text === move)?.to
    this.choices.letGo()
    this.refresh()
    this.grid.focus(at)
    this.tell('play', { move })
  }

  /** Clears the selection; returns whether there was any. */
  escape() {
    const inside = this.asides.chooser.contains(document.activeElement)
    const open = this.asides.hush()
    if (!this.choices.letGo() && !open && !inside) return false
    this.refresh()
    if (inside) this.grid.focus()
    this.picked()
    return true
  }

  /** @param {string} name @param {?object} detail */
  tell(name, detail) {
    this.host.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }))
  }

  /** Starts dragging a piece, if that is allowed. @param {?EventTarget} target @param {?string} label */
  lift(target, label) {
    const { choices, painter, state } = this
    const hand = this.hands.of(target)
    const piece = hand ?? choices.pieces.get(label)
    if (!piece || !(hand ? state.mode === 'moves' && hand.owner === state.view.turn : choices.mine(label))) return false
    choices.letGo()
    choices.picked = { from: hand ? null : label, piece: piece.kind }
    this.asides.hush()
    this.carried = painter.piece(piece.kind, piece.owner).node
    painter.layers.air.replaceChildren(this.carried)
    if (!hand) painter.drawn.get(label ?? '')?.node.classList.add('board-away')
    this.refresh()
    this.tell('pick', choices.picked)
    return true
  }

  /** @param {number} x @param {number} y @param {?string} label */
  carry(x, y, label) {
    this.carried?.setAttribute('transform', `translate(${x} ${y}) scale(1.12)`)
    const fits = label && this.choices.picked && this.choices.reaching(label).length
    this.painter.layers.aim.replaceChildren(...(fits ? welcome(this, label) : []))
  }

  /** Drops the dragged piece; null puts it back. @param {?string} label */
  drop(label) {
    const outcome = this.choices.drop(label)
    const place = this.geometry.places.get(label)
    if (outcome.type === 'play' && place) {
      // It stays where it was dropped until the next position arrives, or until there is no answer.
      this.held = label
      this.carried?.setAttribute('transform', `translate(${place.x} ${place.y})`)
      setTimeout(() => this.held === label && this.rest(), 1500)
    } else this.rest()
    this.act(outcome)
  }

  /** Ends the drag. */
  rest() {
    this.carried?.remove()
    this.carried = null
    for (const { node } of this.painter.drawn.values()) node.classList.remove('board-away')
  }

  /** Shows a sentence beside a point, or in the middle. @param {?string} label @param {string} sentence */
  say(label, sentence) {
    this.held = null
    this.rest()
    this.asides.say(label, sentence)
  }

  /** Puts the keyboard focus on this point, or where it last was. @param {string} [label] */
  focus(label) {
    this.grid.focus(label)
  }

  /** The current drawing. */
  get drawing() {
    return this.painter.svg
  }
}

/** From clicks to moves: the picked-up piece, the move to confirm, and the meaning of a click, without the DOM. */

/** @import {FullMoveView, Outcome, Pending, Picked, PieceView, Turn, View} from '#pages/types.js' */

/** @type {Outcome} */
const NOTHING = { type: 'none' }
const PLACED = ['stone', 'disc']

/** The state of a person's choice. */
export class Choices {
  /** @type {?Picked} */
  picked = null
  /** @type {?Pending} */
  pending = null
  /** @type {?View} */
  view = null
  /** @type {FullMoveView[]} */
  moves = []
  /** @type {FullMoveView[]} */
  placements = []
  /** @type {Map<unknown, PieceView>} */
  pieces = new Map()
  /** Whether pieces are picked up in this mode, rather than placed. */
  moving = false
  mode = 'none'
  confirm = false

  /** Sets the position; a selection in another position is cleared. @param {View} view @param {string} mode @param {boolean} confirm */
  set(view, mode, confirm) {
    const same = this.view?.ply === view.ply && this.view.game === view.game && this.mode === mode
    this.pieces = new Map(view.pieces.map((piece) => [piece.at, piece]))
    const from = this.picked?.from
    if (!same || (from && this.pieces.get(from)?.owner !== view.turn)) this.letGo()
    if (!confirm) this.pending = null
    Object.assign(this, { view, mode, confirm })
    this.moves = [...new Map(view.moves.map((move) => [move.text, move])).values()].filter((move) => move.to)
    const held = view.hands.filter((hand) => hand.owner === view.turn).map((hand) => hand.kind)
    this.placements = this.moves.filter((move) => !move.from && !(move.kind === 'drop' && held.includes(move.piece ?? '')))
    this.moving = this.moves.length > this.placements.length || view.pieces.some((piece) => !PLACED.includes(piece.kind))
  }

  /** Whether this piece in hand is picked up. @param {Turn} owner @param {string} kind */
  holds(owner, kind) {
    return owner === this.view?.turn && this.picked?.from === null && this.picked.piece === kind
  }

  /** Clears the selection; returns whether there was any. */
  letGo() {
    const had = this.picked ?? this.pending
    this.picked = this.pending = null
    return had !== null
  }

  /** The moves of the picked-up piece, or the placements if there is none. */
  targets() {
    const { picked, placements } = this
    if (this.mode !== 'moves') return []
    if (!picked) return placements
    if (picked.from) return this.moves.filter((move) => move.from === picked.from)
    return this.moves.filter((move) => !move.from && move.piece === picked.piece && !placements.includes(move))
  }

  /** The targets worth marking: if almost every empty point is legal, marks would not be informative. */
  marked() {
    const targets = this.targets()
    if (this.picked || !this.view) return targets
    const empty = this.view.columns.length * this.view.rows.length - this.pieces.size
    return targets.length > empty * 0.6 ? [] : targets
  }

  /** Whether a piece may be picked up here. @param {?string} label */
  mine(label) {
    return this.mode === 'moves' && this.moving && this.pieces.get(label)?.owner === this.view?.turn
  }

  /** The moves that a click on this square could mean. @param {string} label */
  reaching(label) {
    const targets = this.targets()
    const here = targets.filter((move) => move.to === label)
    if (here.length || this.picked) return here
    // A move that names only a column, as in Connect Four, matches any square of the column.
    return targets.filter(({ text }) => this.view?.columns.includes(text) && label.startsWith(text))
  }

  /** A click, a tap or Enter on a square. @param {string} label @returns {Outcome} */
  click(label) {
    const piece = this.pieces.get(label)
    if (this.mode === 'points' && piece) return { type: 'toggle', at: label }
    if (this.mode !== 'moves') return NOTHING
    const moves = this.reaching(label)
    if (moves.length && this.pending?.moves[0].text === moves[0].text) return this.confirmed()
    this.pending = null
    if (this.picked?.from === label) this.letGo()
    else if (moves.length) return this.aim(moves)
    else if (piece && this.mine(label)) this.picked = { from: label, piece: piece.kind }
    else if (this.moving && !this.picked) return { type: 'refuse', at: label, reason: piece ? 'theirs' : 'first' }
    else return this.attempt(label)
    return { type: 'pick' }
  }

  /** A click on equal pieces in hand. @param {Turn} owner @param {string} kind @returns {Outcome} */
  hand(owner, kind) {
    if (this.mode !== 'moves') return NOTHING
    if (owner !== this.view?.turn) return { type: 'refuse', at: null, reason: 'theirs' }
    const again = this.holds(owner, kind)
    this.letGo()
    if (!again) this.picked = { from: null, piece: kind }
    return { type: 'pick' }
  }

  /** The end of a drag; off the board it has no effect. @param {?string} label @returns {Outcome} */
  drop(label) {
    if (!this.picked) return NOTHING
    const home = label === null || this.picked.from === label
    const moves = home ? [] : this.reaching(label)
    if (moves.length) return this.aim(moves)
    const outcome = home ? /** @type {Outcome} */ ({ type: 'pick' }) : this.attempt(label)
    this.letGo()
    return outcome
  }

  /** The second tap, or its button. @returns {Outcome} */
  confirmed() {
    return this.pending ? this.settle(this.pending.moves) : NOTHING
  }

  /** @param {FullMoveView[]} moves @returns {Outcome} */
  aim(moves) {
    if (!this.confirm) return this.settle(moves)
    this.pending = { to: moves[0].to ?? '', moves }
    return { type: 'ask' }
  }

  /** @param {FullMoveView[]} moves @returns {Outcome} */
  settle(moves) {
    if (moves.length > 1) return { type: 'choose', at: moves[0].to ?? '', moves }
    this.letGo()
    return { type: 'play', move: moves[0].text }
  }

  /** @param {string} to @returns {Outcome} */
  attempt(to) {
    return { type: 'attempt', from: this.picked?.from ?? null, to, piece: this.picked?.piece ?? null }
  }
}

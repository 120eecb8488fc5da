/** From clicks to moves: what is picked up, what waits to be confirmed, and what a click means. No page in here. */

/** @import {FullMoveView, Outcome, Pending, Picked, PieceView, Turn, View} from '../types.js' */

const NOTHING = /** @type {Outcome} */ ({ type: 'none' })
const PLACED = new Set(['stone', 'disc'])

/** The state of one person's choice. */
export class Choices {
  /** @type {Picked | null} */
  picked = null
  /** @type {Pending | null} */
  pending = null
  /** @type {View | null} */
  view = null
  /** @type {FullMoveView[]} */
  moves = []
  /** @type {FullMoveView[]} */
  placements = []
  /** @type {Map<string, PieceView>} */
  pieces = new Map()
  /** Whether pieces are picked up here, rather than put down. */
  moving = false
  mode = 'none'
  confirm = false

  /**
   * Take a position; what was picked in another one is let go. @param {View} view @param {string} mode
   * @param {boolean} confirm
   */
  set(view, mode, confirm) {
    const same = this.view && this.view.ply === view.ply && this.view.game === view.game
    if (!same || mode !== this.mode) this.letGo()
    if (!confirm) this.pending = null
    this.view = view
    this.mode = mode
    this.confirm = confirm
    const known = new Map(view.moves.filter((move) => move.to).map((move) => [move.text, move]))
    this.moves = [...known.values()]
    const held = new Set(view.hands.filter((hand) => hand.owner === view.turn).map((hand) => hand.kind))
    this.placements = this.moves.filter(
      (move) => !move.from && !(move.kind === 'drop' && held.has(move.piece ?? '')),
    )
    this.pieces = new Map(view.pieces.map((piece) => [piece.at, piece]))
    const from = this.picked?.from
    if (from && this.pieces.get(from)?.owner !== view.turn) this.letGo()
    this.moving =
      this.moves.length > this.placements.length || view.pieces.some((piece) => !PLACED.has(piece.kind))
  }

  /** Whether this piece of a hand is in the fingers. @param {Turn} owner @param {string} kind */
  holds(owner, kind) {
    return owner === this.view?.turn && this.picked?.from === null && this.picked.piece === kind
  }

  /** Let go of everything; tells whether there was anything. */
  letGo() {
    const had = this.picked !== null || this.pending !== null
    this.picked = null
    this.pending = null
    return had
  }

  /** The moves that what is picked can make, or the placements if nothing is. */
  targets() {
    if (this.mode !== 'moves') return []
    const picked = this.picked
    if (!picked) return this.placements
    return this.moves.filter((move) =>
      picked.from === null
        ? !move.from && move.piece === picked.piece && !this.placements.includes(move)
        : move.from === picked.from,
    )
  }

  /** The targets worth a mark: where nearly every empty place is legal, marks would tell nothing. */
  marked() {
    const targets = this.targets()
    if (this.picked || !this.view) return targets
    const empty = this.view.columns.length * this.view.rows.length - this.view.pieces.length
    return targets.length * 5 > empty * 3 ? [] : targets
  }

  /** Whether a piece may be picked up here. @param {string} label */
  mine(label) {
    return this.mode === 'moves' && this.moving && this.pieces.get(label)?.owner === this.view?.turn
  }

  /** The moves a click on this square could mean. @param {string} label */
  reaching(label) {
    const targets = this.targets()
    const here = targets.filter((move) => move.to === label)
    if (here.length || this.picked) return here
    // A move that names a column only, as in Connect Four, is meant anywhere in the column.
    return targets.filter((move) => this.view?.columns.includes(move.text) && label.startsWith(move.text))
  }

  /** A click, a tap or Enter on a square. @param {string} label @returns {Outcome} */
  click(label) {
    if (this.mode === 'points') return this.pieces.has(label) ? { type: 'toggle', at: label } : NOTHING
    if (this.mode !== 'moves') return NOTHING
    const moves = this.reaching(label)
    if (moves.length && this.pending?.moves[0].text === moves[0].text) return this.confirmed()
    this.pending = null
    if (this.picked?.from === label) return this.letGo() ? { type: 'pick' } : NOTHING
    if (moves.length) return this.aim(moves)
    const piece = this.pieces.get(label)
    if (piece && this.mine(label)) {
      this.picked = { from: label, piece: piece.kind }
      return { type: 'pick' }
    }
    if (this.moving && !this.picked) return { type: 'refuse', at: label, reason: piece ? 'theirs' : 'first' }
    return this.attempt(label)
  }

  /** A click on equal pieces in a hand. @param {Turn} owner @param {string} kind @returns {Outcome} */
  hand(owner, kind) {
    if (this.mode !== 'moves') return NOTHING
    if (owner !== this.view?.turn) return { type: 'refuse', at: null, reason: 'theirs' }
    const again = this.holds(owner, kind)
    this.letGo()
    if (!again) this.picked = { from: null, piece: kind }
    return { type: 'pick' }
  }

  /** The end of a drag; beside the board it means nothing. @param {string | null} label @returns {Outcome} */
  drop(label) {
    if (!this.picked) return NOTHING
    if (label === null || this.picked?.from === label) {
      this.letGo()
      return { type: 'pick' }
    }
    const moves = this.reaching(label)
    const outcome = moves.length ? this.aim(moves) : this.attempt(label)
    if (!moves.length) this.letGo()
    return outcome
  }

  /** The second tap, or the button that stands for it. @returns {Outcome} */
  confirmed() {
    return this.pending ? this.settle(this.pending.moves, this.pending.to) : NOTHING
  }

  /** @param {FullMoveView[]} moves @returns {Outcome} */
  aim(moves) {
    const to = moves[0].to ?? ''
    if (!this.confirm) return this.settle(moves, to)
    this.pending = { to, moves }
    return { type: 'ask' }
  }

  /** @param {FullMoveView[]} moves @param {string} at @returns {Outcome} */
  settle(moves, at) {
    if (moves.length > 1) return { type: 'choose', at, moves }
    this.letGo()
    return { type: 'play', move: moves[0].text }
  }

  /** @param {string} to @returns {Outcome} */
  attempt(to) {
    return { type: 'attempt', from: this.picked?.from ?? null, to, piece: this.picked?.piece ?? null }
  }
}

/** The position editor: a palette, and a board on whose points pieces are placed. */

import { drawPiece } from '#pages/board/pieces.js'
import { draw } from '#pages/board/svg.js'

/** @typedef {import('#pages/types.js').View} View */
/** @typedef {import('#pages/types.js').Turn} Turn */
/** @typedef {import('#pages/types.js').HandView} HandView */
/** @typedef {Pick<import('contract').ComposeRequest, 'pieces' | 'hands' | 'turn'>} Composed */

/**
 * The pieces after a click on a point: places the chosen piece, or removes it if it was there; without a chosen piece, removes.
 * @param {View['pieces']} pieces @param {string} at @param {{owner: Turn, kind: string} | null} chosen
 */
export function put(pieces, at, chosen) {
  const there = pieces.find((piece) => piece.at === at)
  const rest = pieces.filter((piece) => piece.at !== at)
  const same = there && chosen && there.owner === chosen.owner && there.kind === chosen.kind
  return chosen && !same ? [...rest, { at, ...chosen }] : rest
}

/** The request for the server. @param {View} view @returns {Composed} */
export const composed = ({ pieces, hands, turn }) => ({
  pieces: pieces.map(({ at, owner, kind }) => [at, owner, kind]),
  hands: hands.map(({ owner, kind, count }) => [owner, kind, count]),
  turn,
})

export class Editor {
  /** The edited board; null outside the editor. @type {View | null} */
  view = null

  /**
   * @param {HTMLElement} host of the board
   * @param {HTMLFormElement} form
   * @param {(view: View) => void} show
   * @param {(request: Composed) => void} use
   */
  constructor(host, form, show, use) {
    this.form = form
    this.show = show
    /** @type {NodeListOf<HTMLSelectElement>} */
    this.held = form.querySelectorAll('select[name=hand]')
    const press = (/** @type {Event} */ { target }) => {
      const at = target instanceof HTMLElement ? target.dataset.at : null
      if (this.view && at) this.change({ pieces: put(this.view.pieces, at, this.chosen()) })
    }
    host.addEventListener('click', press)
    host.addEventListener('keydown', (event) => { if (event.key === 'Enter' || event.key === ' ') press(event) })
    form.addEventListener('change', () => this.change({ hands: this.hands(), turn: /** @type {Turn} */ (this.turn.value) }))
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      if (this.view) use(composed(this.view))
    })
  }

  get turn() {
    return /** @type {HTMLSelectElement} */ (this.form.elements.namedItem('turn'))
  }

  /** Draws the palette with the board's own style. @param {string} paint */
  paint(paint) {
    for (const sample of this.form.querySelectorAll('.sample')) {
      const { owner, kind } = /** @type {HTMLElement} */ (sample).dataset
      if (!kind) continue
      const piece = drawPiece(kind, /** @type {Turn} */ (owner), owner === 'white', paint)
      sample.replaceChildren(draw('svg', { viewBox: '-52 -52 104 104', 'aria-hidden': 'true', class: 'board-svg' }, piece))
    }
  }

  /** @returns {{owner: Turn, kind: string} | null} */
  chosen() {
    const text = String(new FormData(this.form).get('piece') ?? '')
    const [owner, kind] = text.split(' ')
    return kind ? { owner: /** @type {Turn} */ (owner), kind } : null
  }

  /** @returns {HandView[]} */
  hands() {
    return [...this.held].flatMap(({ value, dataset: { owner, kind = '' } }) =>
      (Number(value) ? [{ owner: /** @type {Turn} */ (owner), kind, count: Number(value) }] : []))
  }

  /** Starts with this position. @param {View} view */
  begin(view) {
    for (const select of this.held) {
      const { owner, kind } = select.dataset
      select.value = String(view.hands.find((hand) => hand.owner === owner && hand.kind === kind)?.count ?? 0)
    }
    this.turn.value = view.turn
    this.view = view
    this.form.dataset.on = ''
    this.change({ moves: [], last_move: null, result: null, marks: view.marks.filter(({ kind }) => kind === 'star') })
  }

  clear() {
    for (const select of this.held) select.value = '0'
    this.change({ pieces: [], hands: [] })
  }

  end() {
    this.view = null
    delete this.form.dataset.on
  }

  /** @param {Partial<View>} patch */
  change(patch) {
    if (!this.view) return
    this.view = { ...this.view, ...patch }
    this.show(this.view)
  }
}

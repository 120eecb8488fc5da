/** The analysis board: connects the tree, the board, the engine and the address. */

import { moveWords, otherSide, say } from '#play/announce.js'
import { Board } from '#pages/board/board.js'
import { place } from '#pages/board/place.js'
import { Territory } from '#pages/board/territory.js'
import { badges } from '#pages/board/values.js'
import { attemptText } from '#play/game/attempt.js'
import { listenToInput } from '#play/game/input.js'
import { askedPly, showModes } from '#pages/modes.js'
import { confirms, load } from '#pages/settings.js'
import { gettext, interpolate } from '#pages/words.js'
import { showBook } from '#study/analysis/book.js'
import { Boards, keyOf } from '#study/analysis/boards.js'
import { Editor } from '#study/analysis/edit.js'
import { keep, kept, queryOf, remember, settle } from '#study/analysis/keeping.js'
import { Course } from '#study/analysis/course.js'
import { commandOf } from '#study/analysis/keys.js'
import { List, branchWords } from '#study/analysis/list.js'
import { Notes } from '#study/analysis/notes.js'
import { byId, showTerms } from '#study/analysis/panel.js'
import { split } from '#study/analysis/signs.js'
import { asked, complain, copy, preparePaste, save } from '#study/analysis/take.js'
import { Thinker } from '#study/analysis/thinker.js'
import { Variations } from '#study/analysis/variations.js'

/** @import {StudyPage, StudyPosition} from 'contract' */
/** @typedef {import('#study/analysis/edit.js').Composed} Composed */
/** @typedef {import('#study/analysis/types.js').Study} Study */
/** @typedef {import('#study/analysis/variations.js').Node} Node */

/** @type {StudyPage} */
const pageData = JSON.parse(byId('page-data').textContent ?? '')
const settings = load()
const host = byId('board')
const board = new Board(host)
const thinker = new Thinker(board, () => course.show(tree, here))
const coarse = matchMedia('(pointer: coarse)')
const solved = /** @type {HTMLInputElement | null} */ (document.getElementById('perfect-switch'))
const rules = { game: pageData.game, options: pageData.options }
const boards = new Boards(rules)
const counts = /** @type {HTMLInputElement | null} */ (document.getElementById('territory-switch'))
const territory = counts && new Territory(board, byId('territory'), say)
const list = new List(byId('tree'), (node) => go(node))
const course = new Course(thinker.chances, (node) => go(node, true))
const notes = new Notes(board, host, () => {
  const marked = document.activeElement
  relist()
  list.mark(here)
  if (marked instanceof HTMLElement) marked.focus({ preventScroll: true })
  settleSoon()
})
const form = document.querySelector('form#edit')
const editor = form instanceof HTMLFormElement ? new Editor(host, form, (view) => draw(view), use) : null
editor?.paint(board.painter.paint)

const before = kept(pageData.home || location.search)
let tree = before ? Variations.read(before.start, before.nodes) : Variations.line(pageData.start, pageData.moves)
let players = before?.players ?? { black: '', white: '' }
let here = tree.root
let query = ''
/** @type {StudyPosition} */
let seen = pageData.board
/** The node shown on the board. @type {Node | null} */
let shown = null
let flipped = false
/** Restores the last deleted variation. @type {(() => void) | null} */
let bringBack = null

/** @returns {Study} */
const study = () => ({ ...rules, query: pageData.query, start: tree.start, players, nodes: tree.rows() })

/** Shows the board for playing or editing. @param {import('#pages/types.js').View} view */
function draw(view) {
  const values = solved?.checked && seen.tablebase && !editor?.view ? seen.tablebase.moves : null
  board.set({
    view, flipped, aids: editor?.view ? [] : seen.aids, shown: [],
    mode: editor?.view || seen.over ? 'none' : 'moves',
    legal: settings.legal,
    confirm: !editor?.view && confirms(settings, view.columns.length, coarse.matches),
    values: values && ((choices) => badges(values, choices)),
    label: interpolate(gettext('%(title)s board'), { title: byId('study').dataset.title }),
  })
}

/** Shows who owns each point, if that is enabled. */
const showTerritory = () => {
  const place = tree.place(here)
  void territory?.look(counts?.checked && !editor?.view ? keyOf(place) : null, () => asked('/analysis/territory/', { ...rules, ...place }))
}

/** Shows the data of the current position. @param {StudyPosition} found */
function show(found) {
  seen = found
  shown = here
  const place = tree.place(here)
  draw(seen.view)
  byId('situation').textContent = seen.situation
  byId('situation').dataset.side = seen.over ? '' : seen.view.turn
  byId('pass').hidden = !seen.view.moves.some((move) => move.kind === 'pass')
  notes.show(here)
  if (solved) byId('perfect-value').textContent = solved.checked && seen.tablebase ? seen.tablebase.sentence : ''
  showTerms(seen.terms)
  showBook(seen.book, seen.view.turn)
  query = queryOf(pageData.query, place, seen.position)
  byId('watch').setAttribute('href', `/watch/?${query}`)
  const search = new URLSearchParams({ ...pageData.query, position: seen.position })
  search.delete('handicap') // its stones are on the board
  search.delete('game')
  byId('play').setAttribute('href', `/new/${pageData.game}/?${search}`)
  thinker.look(keyOf(place), { ...rules, ...place }, seen)
  showTerritory()
  const ply = tree.mainPly(here)
  showModes(ply === pageData.moves.length ? null : ply)
  settleSoon()
  course.show(tree, here)
  document.body.dataset.ready = String(tree.number(here))
}

/** Stores the tree and the place, and sets the address. */
function settleSoon() {
  const address = pageData.home ? `${pageData.home}?ply=${tree.mainPly(here)}` : `/analysis/?${query}`
  remember(address, () => ({ ...study(), at: tree.number(here) }), pageData.home)
}

/** Redraws the list after a change of the tree. */
function relist() {
  list.draw(tree)
  byId('none').hidden = tree.root.children.length > 0
  byId('restore').hidden = !bringBack
}

/** The first node: the last one shown in this tree, unless the address names another move. */
function first() {
  const was = before ? tree.at(before.at) : tree.walk(tree.root, 'End')
  if (pageData.home) tree.addLine(pageData.moves) // the game may have gone on
  const asked = askedPly(location.search)
  return asked === null || asked === tree.mainPly(was) ? was : tree.onMain(asked)
}

/** Goes to a node of the tree. @param {Node} node @param {boolean} [quiet] without an announcement */
function go(node, quiet = false) {
  if (editor?.view) return
  here = node
  if (node.parent) node.parent.latest = node
  list.mark(node)
  for (const id of ['promote', 'remove']) byId(id).toggleAttribute('disabled', !node.parent || (id === 'promote' && tree.isMain(node)))
  boards.want(tree.place(node), (found) => {
    show(found)
    const { view } = found
    const moved = view.last_move ? moveWords(view.last_move, otherSide(view.turn)) : gettext('The beginning.')
    if (!quiet) say([moved, branchWords(node), split(node.comment).words, found.over && found.situation].filter(Boolean).join(' '))
  }, (sentence) => { byId('situation').textContent = sentence })
}

/** Plays moves from here, unless the board still shows another node, or is being edited. @param {string[]} moves */
function play(moves) {
  if (shown !== here || editor?.view) return
  bringBack = null
  let node = here
  for (const move of moves) node = tree.add(node, move)
  relist()
  go(node)
}

/** Replaces the tree. @param {Variations} other @param {Node} [node] */
function replaceTree(other, node = other.root) {
  tree = other
  bringBack = null
  relist()
  go(node)
}

/** Opens a pasted game: here, or on the page of its own game. @param {Study} found */
function open(found) {
  const { start, nodes } = found
  const same = new URLSearchParams(found.query).toString() === new URLSearchParams(pageData.query).toString()
  const names = found.players ?? { black: '', white: '' }
  const other = Variations.read(start, nodes)
  const end = other.walk(other.root, 'End')
  if (!same) {
    const query = `?${queryOf(found.query, { position: start, moves: [] }, '')}`
    keep(query, { ...found, players: names, at: other.number(end) })
    return location.assign(query)
  }
  players = names
  byId('paste-box').removeAttribute('open')
  replaceTree(other, end)
  byId('tree').querySelector('button')?.focus()
}

/** Opens the edited position. @param {Composed} request */
async function use(request) {
  const { data, wrong } = /** @type {import('#study/analysis/take.js').Asked<StudyPosition>} */ (await asked('/analysis/compose/', { ...rules, ...request }))
  complain('edit-wrong', wrong)
  if (!data) return
  boards.keep({ position: data.start, moves: [] }, data)
  editor?.end()
  byId('edit-box').removeAttribute('open')
  replaceTree(new Variations(data.start))
}

function remove() {
  const { parent } = here
  if (!parent || editor?.view) return
  const gone = here
  const back = tree.remove(gone)
  bringBack = () => {
    back()
    here = gone
  }
  changed(parent, gettext('Deleted.'))
}

/** Shows the tree after a change other than a move. @param {Node} node @param {string} sentence */
function changed(node, sentence) {
  relist()
  go(node, true)
  say(sentence)
}

function restore() {
  bringBack?.()
  bringBack = null
  changed(here, gettext('Restored.'))
}

/** @type {Record<string, () => unknown>} */
const commands = {
  engine: () => { thinker.on.click(); say(thinker.on.checked ? gettext('The engine is on.') : gettext('The engine is off.')) },
  plan: () => thinker.planned.click(),
  candidates: () => thinker.marked.click(),
  sweep: () => void course.sweep(),
  erase: () => notes.draw([]),
  perfect: () => solved?.click(),
  say: () => say([seen.situation, thinker.words()].join(' ')),
  pass: () => { if (!byId('pass').hidden) play(['pass']) },
  flip: () => { flipped = !flipped; draw(editor?.view ?? seen.view); thinker.show(); showTerritory() },
  territory: () => counts?.click(),
  back: () => go(tree.walk(here, 'ArrowLeft')),
  on: () => go(tree.walk(here, 'ArrowRight')),
  promote: () => { if (editor?.view) return; tree.promote(here); changed(here, gettext('This is now the main line.')) },
  remove,
  restore,
  clear: () => editor?.clear(),
  cancel: () => byId('edit-box').removeAttribute('open'),
  copy: () => copy(new URL(`/analysis/?${query}`, location.href).href, gettext('The link has been copied.')),
  copy_position: () => copy(seen.position, gettext('The position has been copied.')),
}

listenToInput(host, {
  run: (command) => {
    const [name, number] = command.split(' ')
    if (name === 'lines') thinker.count.value = number
    return name === 'lines' ? thinker.begin() : commands[name]?.()
  },
  step: (key) => go(tree.walk(here, key)),
  look: () => undefined,
  escape: () => { if (editor?.view) commands.cancel() },
  letters: () => settings.keys,
}, (press, letters) => commandOf(press, letters, (here.parent?.children.length ?? 0) > 1))

host.addEventListener('play', (event) => {
  const { move } = /** @type {CustomEvent} */ (event).detail
  place(board, move)
  play([move])
})
host.addEventListener('attempt', (event) => {
  const { detail } = /** @type {CustomEvent} */ (event)
  const { position, moves } = tree.place(here)
  const text = attemptText(seen.view, detail)
  boards.want({ position, moves: [...moves, text] }, () => play([text]), (sentence, at) => board.say(at ?? detail.to, sentence))
})
byId('study').addEventListener('click', ({ target }) => {
  const line = target instanceof HTMLElement ? target.dataset.line : null
  if (line) play(line.split(' '))
})
byId('save-box').addEventListener('click', ({ target }) => {
  const format = target instanceof HTMLElement ? target.dataset.save : null
  if (format) void save(study(), format)
})
byId('edit-box').addEventListener('toggle', () => {
  const open = byId('edit-box').hasAttribute('open')
  complain('edit-wrong', '')
  if (!open) byId('edit-box').querySelector('summary')?.focus({ preventScroll: true })
  if (!editor || open === Boolean(editor.view)) return
  if (open) thinker.look('', {}, null)
  if (open) editor.begin(seen.view)
  else editor.end()
  showTerritory()
  if (!open) show(seen)
})
solved?.addEventListener('change', () => show(seen))
counts?.addEventListener('change', showTerritory)
coarse.addEventListener('change', () => draw(editor?.view ?? seen.view))
preparePaste(() => rules, open)
addEventListener('pagehide', settle)

boards.keep({ position: pageData.start, moves: pageData.moves }, pageData.board)
relist()
go(first(), true)

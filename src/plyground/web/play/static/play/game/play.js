/** The page of a game: connects the board, the client, the thinker and the panel. */

import { say } from '#play/announce.js'
import { place } from '#pages/board/place.js'
import { MoveList } from '#play/moves.js'
import { Board } from '#pages/board/board.js'
import { askedPly, showModes } from '#pages/modes.js'
import { confirms, load, save, shownKinds } from '#pages/settings.js'
import { play as playSound, prepare } from '#pages/sound.js'
import { gettext, interpolate } from '#pages/words.js'
import { bindSettings, closeByBackdrop, dialog, question, showSettings } from '#play/game/dialogs.js'
import { listenToInput } from '#play/game/input.js'
import { proposal, whyNotLinked } from '#play/game/link.js'
import { stepTo } from '#play/game/list.js'
import { Clocks, byId, showControls, showSeats, showStatus, showGameOptions } from '#play/game/panel.js'
import { asideOf } from '#play/game/status.js'
import { Store, begin, drawnHint, shown } from '#play/game/store.js'
import { GameClient } from '#play/game/client.js'
import { Thinker } from '#play/game/thinking.js'

/** @typedef {import('#play/game/types.js').Model} Model */

const BEAT = 650 // milliseconds from a move to the computer's, so that both are seen

let settings = load()
const store = new Store(begin(JSON.parse(byId('state').textContent ?? ''), performance.now()))
const host = byId('board')
const board = new Board(host)
const list = new MoveList()
const coarse = matchMedia('(pointer: coarse)')
const { title } = document
/** The kinds of aids that have occurred in this game. */
const kinds = new Set(/** @type {string[]} */ ([]))
/** The values of moves, for one view. @type {import('#play/game/perfect.js').Values | null} */
let values = null
/** The button of the territory, when its code has loaded. @type {() => void} */
let estimate = () => {}

const client = new GameClient(store, { say: (at, sentence) => board.say(at, sentence), toast, sounds: () => settings.sounds })
const thinker = new Thinker(store, {
  persist: (send) => client.persist(send),
  accept: (state) => client.accept(state),
  refresh: () => client.refresh(),
  toast,
  rest: () => 1000 * settings.pause,
  beat: () => (settings.instant || !settings.motion || matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : client.moved + BEAT - performance.now()),
})
const clocks = new Clocks(() => client.act('flag'))

/** @type {ReturnType<typeof setTimeout> | undefined} */
let toastTimer

/**
 * Shows a message once.
 * @param {string} sentence
 */
function toast(sentence) {
  const box = byId('toast')
  box.textContent = sentence
  box.hidden = false
  say(sentence)
  clearTimeout(toastTimer)
  toastTimer = setTimeout(() => {
    box.hidden = true
  }, 4000 + 50 * sentence.length)
}

/** @param {Model} model */
function showBoard(model) {
  const { state } = model
  const { view, aids, mode, dead } = shown(model)
  for (const aid of aids) kinds.add(aid.kind)
  const confirm = confirms(settings, view.columns.length, coarse.matches)
  byId('table').toggleAttribute('data-confirm', confirm && state.stage === 'playing' && state.people.length > 0)
  board.set({
    view, aids, mode, dead,
    flipped: model.flipped,
    legal: settings.legal,
    coordinates: settings.coordinates,
    confirm,
    shown: state.strict ? [] : shownKinds(settings),
    values: values?.view === view ? values.badges : null,
    hint: drawnHint(model),
    label: interpolate(gettext('%(title)s board'), { title: state.game.title }),
    side: state.people.length === 1 ? state.people[0] : null,
  })
}

/**
 * @param {Model} model
 * @param {Model} [before]
 */
function show(model, before) {
  // Frequent reports of a search only change a line of text.
  const { state, looking, hint, flipped, warning } = model
  showStatus(model, settings)
  if (before) say(asideOf(model, before))
  // The teacher's code is loaded with the page, if there is a teacher.
  if (before && state.teacher !== before.state.teacher) location.reload()
  if (before && state === before.state && looking === before.looking && hint === before.hint && flipped === before.flipped && warning === before.warning) return
  showBoard(model)
  showSeats(model, settings)
  showControls(model)
  list.show(state.moves, looking?.ply ?? state.ply, state.ply)
  clocks.show(model)
  showGameOptions(model)
  const open = state.stage === 'over' || !(state.strict || state.link)
  showModes(looking?.ply ?? null, { review: state.stage === 'over' && state.last_ply > 0, analyse: open })
  const asked = proposal(state)
  const turn = state.people.length === 1 && state.to_move === 'person' && (state.ply || state.link?.joined)
  document.title = (turn || (asked && !asked.mine) ? '● ' : '') + title
}

/**
 * The position alone, without marks of legal moves.
 * @template T
 * @param {(svg: SVGSVGElement) => T} use
 */
function draw(use) {
  board.set({ mode: 'none', hint: null, shown: [], values: null })
  const made = use(board.drawing)
  showBoard(store.model)
  return made
}

/**
 * Loads code that few games need on demand.
 * @template T
 * @param {Promise<T>} code
 * @param {(code: T) => unknown} use
 */
const later = (code, use) => code.then(use, () => toast(gettext('That could not be loaded just now.')))

/** Links and pictures. @param {'shareGame' | 'sharePosition' | 'saveSvg' | 'savePng'} what */
const takeAway = (what) =>
  later(import('#play/game/share.js'), (share) => share[what](client, { draw, name: `${store.model.state.game.name}-${shown(store.model).ply}` }))

/** Another game with the same settings. */
const another = /** @type {HTMLAnchorElement} */ (document.querySelector('a[data-command=new]'))

/** @type {Record<string, () => unknown>} */
const commands = {
  pass: () => client.act('move', { move: 'pass' }),
  hint: () => (store.tell({ type: 'live' }), thinker.hint()),
  unhint: () => thinker.unhint(),
  hurry: () => thinker.hurry(),
  retry: () => thinker.retry(),
  step: () => thinker.begin(true),
  run: () => store.tell({ type: 'running', running: !store.model.running }),
  flip: () => store.tell({ type: 'flip' }),
  live: () => store.tell({ type: 'live' }),
  fork: () => client.fork(),
  rematch: () => client.leave('rematch/'),
  review: () => /** @type {?HTMLElement} */ (document.querySelector('[data-mode=review]'))?.click(),
  next: () => location.assign(store.model.state.link?.next ?? ''),
  accept: () => (store.model.state.link?.offer?.kind === 'rematch' ? client.leave('rematch/') : client.act('accept')),
  withdraw: () => client.act('decline'),
  new: () => location.assign(another.href),
  rules: () => later(import('#play/game/reading.js'), ({ showRules }) => showRules(store.model.state.game.name)),
  territory: () => estimate(),
  settings: () => showSettings(settings, store.model.state, coarse.matches, kinds),
  help: () => later(import('#play/game/reading.js'), ({ showHelp }) => showHelp()),
  teacher: () => client.act('teacher', { on: !store.model.state.teacher }),
  share: () => dialog('share').showModal(),
  perfect: () => /** @type {?HTMLElement} */ (document.querySelector('#perfect-box:not([hidden]) input'))?.click(),
  svg: () => takeAway('saveSvg'),
  png: () => takeAway('savePng'),
  share_game: () => takeAway('shareGame'),
  share_position: () => takeAway('sharePosition'),
  signin: () => location.assign(`/account/sign-in/?next=${encodeURIComponent(location.pathname)}`),
  resign,
  draw: offerDraw,
}
for (const action of ['undo', 'redo', 'agree', 'play_on', 'decline']) commands[action] = () => client.act(action)

async function resign() {
  const words = { title: gettext('Resign?'), text: gettext('The game ends, and the other side wins.'), yes: gettext('Resign'), no: gettext('Go on playing') }
  if (await question(words)) await client.act('resign')
}

/** A draw ends the game if it is accepted, so it is asked first: here of the other person, or whether it is meant. */
async function offerDraw() {
  const { people, view, link } = store.model.state
  const offer = view.turn === 'black' ? gettext('Black offers a draw. White, do you accept?') : gettext('White offers a draw. Black, do you accept?')
  const both = { title: gettext('A draw?'), text: offer, yes: gettext('Accept'), no: gettext('Decline') }
  const sure = { title: gettext('A draw?'), text: gettext('If the computer accepts, the game ends in a draw.'), yes: gettext('Offer a draw'), no: gettext('Go on playing') }
  if (!link && !(await question(people.length === 2 ? both : sure))) return
  await client.act('draw')
}

/**
 * Carries out a command of a button or key, if it is possible now.
 * @param {string} command
 */
function run(command) {
  const { can } = store.model.state
  if (command === 'hint' && store.model.warning) return commands.better()
  const possible = !(command in can) || can[/** @type {keyof typeof can} */ (command)]
  if (!possible && !client.waits(command)) return toast(whyNot(command))
  return commands[command]?.()
}

/**
 * Why a button is disabled.
 * @param {string} command
 */
function whyNot(command) {
  const { strict, people, stage, to_move: mover } = store.model.state
  const linked = whyNotLinked(store.model.state, command)
  if (linked) return linked
  if (strict && ['undo', 'redo', 'hint'].includes(command)) return gettext('This is a strict game: no hints and no takebacks.')
  if (command === 'rematch') return gettext('A rematch comes after the game.')
  if (!people.length) return gettext('Two computers play this game; you can only watch.')
  if (command === 'undo') return gettext('There is nothing to take back.')
  if (command === 'redo') return gettext('There is no move to redo.')
  if (stage === 'over') return gettext('The game is over.')
  return mover === 'person' ? gettext('You may not pass here.') : gettext('Not now: it is not your turn.')
}

/** @param {string} key */
function step(key) {
  const { state, looking } = store.model
  const to = stepTo(key, looking ? looking.ply : state.ply, state.last_ply)
  if (to !== null) client.look(to)
}

function listenToPage() {
  const on = (/** @type {string} */ type, /** @type {(detail: any) => unknown} */ act) =>
    host.addEventListener(type, (event) => act(/** @type {CustomEvent} */ (event).detail))
  on('play', async ({ move }) => {
    client.placed(place(board, move))
    await client.act('move', { move })
    showBoard(store.model) // the current state: the answer may be a refusal
  })
  on('attempt', (tried) => client.attempt(tried))
  on('toggle', ({ at }) => client.act('toggle', { point: at }, at))
  listenToInput(host, {
    run,
    step,
    look: (ply) => client.look(ply),
    escape: () => store.tell({ type: store.model.looking ? 'live' : 'unhint' }),
    letters: () => settings.keys,
  })
  document.addEventListener('visibilitychange', () => !document.hidden && client.refresh())
  addEventListener('online', () => client.refresh())
  addEventListener('pageshow', (event) => event.persisted && client.refresh().then(() => thinker.follow()))
  addEventListener('pagehide', () => thinker.stop())
  coarse.addEventListener('change', () => showBoard(store.model))
  bindSettings(() => ({ ...settings, perfectPlay: load().perfectPlay }), (changed) => {
    if ('teacher' in changed) return void commands.teacher()
    const audible = changed.sounds && (!settings.sounds || changed.volume !== settings.volume)
    settings = changed
    save(settings)
    if (audible) playSound('place')
    show(store.model)
  })
}

export { client, commands, store, thinker, toast }

store.listeners.push(show, () => thinker.follow())
show(store.model)
another.href = client.newGameUrl().href
closeByBackdrop()
listenToPage()
prepare()
thinker.follow()
const asked = askedPly(location.search)
if (asked !== null) void client.look(asked)
if (store.model.state.note) toast(store.model.state.note)
if (document.getElementById('perfect')) {
  void import('#play/game/perfect.js').then(({ begin: follow }) => follow(store, client, (worth) => ((values = worth), showBoard(store.model))))
}
if (document.getElementById('territory')) {
  void import('#play/game/territory.js').then(({ begin: follow }) => { estimate = follow(store, client, board) })
}
if (store.model.state.link) void import('#play/game/together.js').then(({ begin: follow }) => follow(store, client, toast))

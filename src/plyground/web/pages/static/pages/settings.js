/** A person's settings of the pages, stored in this browser. early.js reads the same key. */

const KEY = 'plyground.settings'

/** @typedef {'system' | 'light' | 'dark'} Theme */
/** @typedef {typeof DEFAULTS} Settings */

export const DEFAULTS = {
  sounds: true,
  volume: 0.7,
  legal: true, // mark the legal moves
  coordinates: true,
  confirm: /** @type {boolean | null} */ (null), // a second tap; null: only on touch screens with small squares
  motion: true,
  theme: /** @type {Theme} */ ('system'),
  contrast: false,
  board: /** @type {'classic' | 'slate' | 'paper'} */ ('classic'),
  pieces: /** @type {'relief' | 'plain'} */ ('relief'),
  line: false, // show the engine's expected line
  perfectPlay: false, // show the values of moves with perfect play
  keys: true, // single keys are shortcuts
  liberties: false, threats: false, flips: false, mobility: false, attacked: false,
  instant: false, // the computer's move comes at once
  pause: 1, // seconds between the moves of two computers
}

/**
 * The settings of a stored text, as far as they are valid; the rest are defaults.
 * @param {string | null} text
 * @returns {Settings}
 */
export function read(text) {
  const found = { ...DEFAULTS }
  let stored
  try {
    stored = JSON.parse(text ?? '{}') ?? {}
  } catch {
    stored = {}
  }
  for (const [name, usual] of Object.entries(DEFAULTS)) {
    const value = stored[name]
    if (typeof value === (usual === null ? 'boolean' : typeof usual)) Object.assign(found, { [name]: value })
  }
  if (!['light', 'dark'].includes(found.theme)) found.theme = 'system'
  if (!['slate', 'paper'].includes(found.board)) found.board = 'classic'
  if (found.pieces !== 'plain') found.pieces = 'relief'
  if (!(found.volume >= 0 && found.volume <= 1)) found.volume = DEFAULTS.volume
  return found
}

/** @returns {Settings} */
export function load() {
  try {
    return read(localStorage.getItem(KEY))
  } catch {
    return { ...DEFAULTS }
  }
}

/**
 * Stores the settings, if this browser allows it, and applies them.
 * @param {Settings} settings
 */
export function save(settings) {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings))
  } catch {
    // Then they apply to this page only.
  }
  apply(settings)
}

/**
 * Passes the settings to the style sheets.
 * @param {Settings} settings
 */
export function apply({ theme, contrast, motion, board, pieces }) {
  const set = (/** @type {string} */ name, /** @type {string | null} */ value) =>
    value ? document.documentElement.setAttribute(name, value) : document.documentElement.removeAttribute(name)
  set('data-theme', theme === 'system' ? null : theme)
  set('data-contrast', contrast ? 'more' : null)
  set('data-motion', motion ? null : 'off')
  set('data-board', board === 'classic' ? null : board)
  set('data-pieces', pieces === 'plain' ? pieces : null)
}

/**
 * Whether moves need confirmation on a board with this many columns.
 * @param {Settings} settings
 * @param {number} columns
 * @param {boolean} coarse whether the pointer is a finger
 */
export function confirms(settings, columns, coarse) {
  return settings.confirm ?? (coarse && columns > 12)
}

/** The kinds of aids that each switch shows. */
export const AIDS = /** @type {const} */ ({
  liberties: ['liberties'],
  threats: ['win', 'threat'],
  flips: ['flips'],
  mobility: ['mobility'],
  attacked: ['attacked'],
})

/** @typedef {keyof typeof AIDS} Aid */

const KNOWN = /** @type {Record<string, Aid[]>} */ ({
  go: ['liberties'],
  gomoku: ['threats'],
  robogo: ['liberties', 'threats'],
  othello: ['flips', 'mobility'],
  dobutsu: ['attacked'],
})

/**
 * The switches that apply to a game: known ones, and those of aids that have occurred.
 * @param {{name: string, options: Record<string, unknown>}} game
 * @param {Iterable<string>} kinds
 * @returns {Aid[]}
 */
export function aidsOf(game, kinds) {
  const seen = new Set(kinds)
  const known = (KNOWN[game.name] ?? []).filter((aid) => aid !== 'liberties' || game.options.captures !== 'no')
  const all = /** @type {Aid[]} */ (Object.keys(AIDS))
  return all.filter((aid) => known.includes(aid) || AIDS[aid].some((kind) => seen.has(kind)))
}

/**
 * The kinds of aids to draw.
 * @param {Settings} settings
 * @returns {string[]}
 */
export function shownKinds(settings) {
  return /** @type {Aid[]} */ (Object.keys(AIDS)).flatMap((aid) => (settings[aid] ? [...AIDS[aid]] : []))
}

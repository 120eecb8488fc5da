/** Links, and this tab's storage of the tree with all its variations. */

/** @typedef {import('#study/analysis/types.js').Place} Place */
/** @typedef {import('#study/analysis/types.js').Study} Study */

const KEY = 'plyground.analysis'
const MOST_MOVES = 400 // as the server takes them
const LONGEST = 1900 // characters of a link that every program accepts

/**
 * The query of a place; of a line that is too long, only the last position.
 * @param {Record<string, string>} query game and options
 * @param {Place} place
 * @param {string} now the current position, as text
 */
export function queryOf(query, { position, moves }, now) {
  const whole = { ...query, ...(position ? { position } : {}), ...(moves.length ? { moves: moves.join(' ') } : {}) }
  const text = new URLSearchParams(whole).toString()
  if (moves.length <= MOST_MOVES && text.length <= LONGEST) return text
  return new URLSearchParams({ ...query, position: now }).toString()
}

/** Stores a study for the page with this query, or for this game. @param {string} url @param {Study & {at: number}} study */
export function keep(url, study) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ url, study }))
  } catch {
    // Without storage, a reload shows the line of the link.
  }
}

/**
 * The stored study for the page with this query, or for this game, if there is one.
 * @param {string} url
 * @returns {(Study & {at: number}) | null}
 */
export function kept(url) {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return found?.url === url && Array.isArray(found.study?.nodes) ? found.study : null
  } catch {
    return null
  }
}

const PAUSE = 200 // milliseconds: browsers limit changes of the address
/** @type {{address: string, game: string, make: () => Study & {at: number}} | null} */
let waiting = null
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer
let last = 0

/**
 * Sets the page's address and stores the study with it; delayed during quick changes.
 * @param {string} address
 * @param {() => Study & {at: number}} make
 * @param {string} game the page of its game, for which the tree is stored whatever the place
 */
export function remember(address, make, game = '') {
  waiting = { address, game, make }
  clearTimeout(timer)
  if (Date.now() - last > PAUSE) settle()
  else timer = setTimeout(settle, PAUSE)
  last = Date.now()
}

/** The same without a delay. */
export function settle() {
  if (!waiting) return
  const { address, game, make } = waiting
  waiting = null
  history.replaceState(null, '', address)
  keep(game || location.search, make())
}

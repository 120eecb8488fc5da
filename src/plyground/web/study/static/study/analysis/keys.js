/** The keys of the analysis board, without the DOM. */

/** @typedef {import('#play/game/keys.js').Press} Press */

/** @type {Record<string, string>} */
const LETTERS = { a: 'engine', h: 'say', l: 'plan', v: 'perfect', o: 'territory', c: 'candidates', p: 'pass', f: 'flip', m: 'promote', u: 'back', r: 'on' }
const STEPS = ['ArrowLeft', 'ArrowRight', 'Home', 'End']

/**
 * The command of a key, `go` for navigation. On the board letters name points, so commands need Alt there; in a text field every key belongs to the field.
 * @param {Press} press
 * @param {boolean} letters whether single keys are shortcuts
 * @param {boolean} branches whether there are other variations: otherwise the page scrolls
 */
export function commandOf({ key, code, ctrl, alt, where }, letters, branches) {
  if (where === 'field' || ctrl) return null
  const plain = alt ? code.replace(/^(Key|Digit)/, '').toLowerCase() : key.toLowerCase()
  const command = /^[1-5]$/.test(plain) ? `lines ${plain}` : LETTERS[plain] ?? null
  if (alt) return command
  if (where === 'grid') return null
  if (key === 'Delete') return 'remove'
  if (STEPS.includes(key) || (branches && /^Arrow(Up|Down)$/.test(key))) return 'go'
  return letters ? command : null
}

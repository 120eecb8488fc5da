/** The keys of the analysis board. No page in here. */

/** @typedef {import('#play/game/keys.js').Press} Press */

/** @type {Record<string, string>} */
const LETTERS = { a: 'engine', h: 'say', l: 'plan', v: 'perfect', p: 'pass', f: 'flip', m: 'promote', u: 'back', r: 'on' }
const STEPS = ['ArrowLeft', 'ArrowRight', 'Home', 'End']

/**
 * The command of a key, `go` for those that walk. On the board letters name points, so commands need Alt there; in a field every key is the field's.
 * @param {Press} press
 * @param {boolean} letters whether single keys are commands at all
 * @param {boolean} branches whether there are other variations to go to: else the page scrolls
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

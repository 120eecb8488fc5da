/** Keyboard commands, without the DOM. */

/** @typedef {'undo' | 'redo' | 'hint' | 'pass' | 'resign' | 'draw' | 'flip' | 'new' | 'rematch' | 'rules' | 'settings' | 'help' | 'share' | 'perfect' | 'teacher' | 'anyway' | 'territory' | 'go'} Command */

const LETTERS = /** @type {Record<string, Command>} */ ({
  u: 'undo', r: 'redo', h: 'hint', p: 'pass', g: 'resign', d: 'draw', f: 'flip', n: 'new', b: 'rematch', i: 'rules', s: 'settings', e: 'share', v: 'perfect', t: 'teacher', c: 'anyway', o: 'territory',
})
const STEPS = ['ArrowLeft', 'ArrowRight', 'Home', 'End']

/**
 * @typedef {object} Press a key and where it was pressed
 * @property {string} key
 * @property {string} code
 * @property {boolean} ctrl Control or Command
 * @property {boolean} alt
 * @property {boolean} shift
 * @property {'grid' | 'field' | 'list' | 'page'} where
 */

/**
 * The command of a key. In the grid letters name points, so commands need Alt there; in a text field every key belongs to the field.
 * @param {Press} press
 * @param {boolean} letters whether single keys are shortcuts
 * @returns {Command | null}
 */
export function commandOf({ key, code, ctrl, alt, shift, where }, letters) {
  if (where === 'field') return null
  if (ctrl) return !alt && key.toLowerCase() === 'z' ? (shift ? 'redo' : 'undo') : null
  if (alt) return LETTERS[code.replace(/^Key/, '').toLowerCase()] ?? null
  if (key === '?') return 'help'
  if (where === 'grid') return null
  if (STEPS.includes(key)) return 'go'
  return letters ? (LETTERS[key.toLowerCase()] ?? null) : null
}

/** Coordinates typed on the keyboard, one key at a time. */

/** @typedef {{column: string, row: string}} Where */

/** The name that equals or begins with a text. @param {string[]} names @param {string} text */
const begun = (names, text) =>
  names.find((name) => name.toLowerCase() === text) ?? names.find((name) => name.toLowerCase().startsWith(text))

/**
 * The square that a lower-case text selects from another: a column, a row, or both. Null if there is none.
 * @param {string} text @param {Where} here @param {string[]} columns @param {string[]} rows @returns {Where | null}
 */
export function lead(text, here, columns, rows) {
  const column = begun(columns, text)
  if (column) return { ...here, column }
  for (const name of ['', ...columns]) {
    const row = text.startsWith(name.toLowerCase()) && begun(rows, text.slice(name.length))
    if (row) return { column: name || here.column, row }
  }
  return null
}

/** Collects keys that follow each other quickly. */
export class Typing {
  text = ''
  when = 0

  /**
   * The square that this key selects; null if it is not part of a coordinate.
   * @param {string} key @param {Where} here @param {string[]} columns @param {string[]} rows @param {number} now
   */
  press(key, here, columns, rows, now) {
    if (!/^[\p{L}\p{N}]$/u.test(key)) return null
    const small = key.toLowerCase()
    for (const text of [now - this.when > 1500 ? small : this.text + small, small]) {
      const found = lead(text, here, columns, rows)
      if (!found) continue
      this.text = text
      this.when = now
      return found
    }
    return null
  }
}

/** Coordinates typed on the keyboard, one key at a time. */

/** The names a typed text begins, the exact one first. @param {string[]} names @param {string} text */
function begun(names, text) {
  const small = names.filter((name) => name.toLowerCase().startsWith(text))
  return small.find((name) => name.toLowerCase() === text) ?? small[0]
}

/**
 * Where a typed text leads from a square: a column, a row, or both. Null if it leads nowhere.
 * @param {string} text small letters @param {{column: string, row: string}} here @param {string[]} columns
 * @param {string[]} rows @returns {{column: string, row: string} | null}
 */
export function lead(text, here, columns, rows) {
  const column = begun(columns, text)
  if (column) return { column, row: here.row }
  const row = begun(rows, text)
  if (row) return { column: here.column, row }
  for (const name of columns) {
    if (!text.startsWith(name.toLowerCase())) continue
    const rest = begun(rows, text.slice(name.length))
    if (rest) return { column: name, row: rest }
  }
  return null
}

/** Keys that belong together if they follow each other soon enough. */
export class Typing {
  /** @param {number} [patience] in milliseconds */
  constructor(patience = 1500) {
    this.patience = patience
    this.text = ''
    this.when = -Infinity
  }

  /**
   * Where this key leads; null if it is no part of a coordinate. @param {string} key
   * @param {{column: string, row: string}} here @param {string[]} columns @param {string[]} rows @param {number} now
   */
  press(key, here, columns, rows, now) {
    if (!/^[\p{L}\p{N}]$/u.test(key)) return null
    const small = key.toLowerCase()
    const soon = now - this.when <= this.patience
    for (const text of soon && this.text ? [this.text + small, small] : [small]) {
      const found = lead(text, here, columns, rows)
      if (!found) continue
      this.text = text
      this.when = now
      return found
    }
    return null
  }
}

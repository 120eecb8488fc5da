/** Links and pictures to take away. */

import { gettext } from '../words.js'
import { byId } from './panel.js'

/**
 * Show a link, and copy it if the browser lets us.
 * @param {string} url
 * @param {string} label
 */
export async function showLink(url, label) {
  const field = /** @type {HTMLInputElement} */ (byId('link'))
  byId('link-box').hidden = false
  field.value = url
  field.select()
  let copied = true
  try {
    await navigator.clipboard.writeText(url)
  } catch {
    copied = false
  }
  byId('link-label').textContent = copied ? `${label} ${gettext('It has been copied.')}` : label
}

/**
 * @param {Blob} blob
 * @param {string} name
 */
function save(blob, name) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/**
 * @param {string} svg
 * @param {string} name
 */
export function saveSvg(svg, name) {
  save(new Blob([svg], { type: 'image/svg+xml' }), `${name}.svg`)
}

/**
 * The drawing as pixels.
 * @param {string} svg
 * @param {string} name
 */
export async function savePng(svg, name) {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    const blob = await new Promise((/** @type {(blob: Blob | null) => void} */ resolve) => canvas.toBlob(resolve, 'image/png'))
    if (blob) save(blob, `${name}.png`)
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** Links and pictures to share. Loaded only on request. */

import { ask } from '#pages/api.js'
import { standalone } from '#pages/board/export.js'
import { gettext } from '#pages/words.js'
import { byId } from '#play/game/panel.js'

/** @typedef {import('#play/game/client.js').GameClient} GameClient */
/** @typedef {{draw: <T>(use: (svg: SVGSVGElement) => T) => T, name: string}} Picture the position alone, and its file name */

const WIDTH = 1200 // pixels of a picture

/** A link where others may see the game. @param {GameClient} client */
export async function shareGame(client) {
  const answer = await client.persist(() => ask('POST', `${client.api}share/`, {}))
  if (answer.status >= 300) return client.fail(answer)
  await showLink(new URL(answer.data.url, location.href).href, gettext('Anyone with this link can view the game.'))
}

/** A link that begins a game from the current position. @param {GameClient} client */
export async function sharePosition(client) {
  const { state, looking } = client.store.model
  const answer = await client.persist(() => ask('GET', `${client.api}at/${looking?.ply ?? state.ply}/`))
  if (answer.status >= 300) return client.fail(answer)
  const { position } = answer.data
  if (!position) return client.hooks.toast(gettext('This position has no link.'))
  const url = client.newGameUrl()
  url.searchParams.set('position', position)
  url.searchParams.delete('handicap') // its stones are on the board
  await showLink(url.href, gettext('This link begins a game from this position.'))
}

/**
 * Shows a link, and copies it if the browser allows it.
 * @param {string} url
 * @param {string} label
 */
async function showLink(url, label) {
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

/** @param {Picture} picture */
const drawn = ({ draw }) => new Blob([draw((svg) => standalone(svg, WIDTH))], { type: 'image/svg+xml' })

/**
 * @param {GameClient} _client
 * @param {Picture} picture
 */
export function saveSvg(_client, picture) {
  save(drawn(picture), `${picture.name}.svg`)
}

/**
 * The drawing as pixels.
 * @param {GameClient} _client
 * @param {Picture} picture
 */
export async function savePng(_client, picture) {
  const url = URL.createObjectURL(drawn(picture))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    const blob = await new Promise((/** @type {(blob: Blob | null) => void} */ resolve) => canvas.toBlob(resolve, 'image/png'))
    if (blob) save(blob, `${picture.name}.png`)
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** Input and output of the page: pasted games, files, links. */

import { ask } from '#pages/api.js'
import { html } from '#pages/board/svg.js'
import { gettext } from '#pages/words.js'
import { byId } from '#study/analysis/panel.js'

/** @import {SavedFile, SaveRequest, StudyGames} from 'contract' */
/** @typedef {import('#study/analysis/types.js').Study} Study */

const PATIENCE = 30_000

/**
 * The answer, or an error sentence.
 * @template T @typedef {{data: T, wrong: ''} | {data: null, wrong: string}} Asked
 */

/** Sends a request and returns the answer, or an error sentence. @param {string} path @param {object} body */
export async function asked(path, body) {
  try {
    const { status, data } = await ask('POST', path, body, PATIENCE)
    return status < 300 ? { data, wrong: '' } : { data: null, wrong: String(data.error.sentence) }
  } catch {
    return { data: null, wrong: gettext('The server does not answer. Please try again.') }
  }
}

/** Shows or hides an error sentence. @param {string} id @param {string} sentence */
export function complain(id, sentence) {
  byId(id).textContent = sentence
  byId(id).hidden = !sentence
}

/**
 * The form for pasted texts; if one contains several games, they are offered.
 * @param {() => {game: string, options: object}} rules
 * @param {(study: Study) => void} use
 */
export function preparePaste(rules, use) {
  const found = byId('found')
  byId('paste').addEventListener('submit', async (event) => {
    event.preventDefault()
    const { value } = /** @type {HTMLTextAreaElement} */ (byId('text'))
    const { data, wrong } = /** @type {Asked<StudyGames>} */ (await asked('/analysis/read/', { ...rules(), text: value }))
    complain('paste-wrong', wrong)
    found.hidden = !data || data.games.length < 2
    if (!data) return
    if (data.games.length === 1) return use(data.games[0])
    const rows = data.games.map((study, number) => {
      const button = html('button', { type: 'button', class: 'button small' }, `${number + 1}. ${study.title}`)
      button.addEventListener('click', () => use(study))
      return html('li', {}, button)
    })
    found.querySelector('ul')?.replaceChildren(...rows)
    found.querySelector('button')?.focus()
  })
}

/** Shows a confirmation beside the buttons. @param {string} sentence */
const report = (sentence) => { byId('saved').textContent = sentence }

/** @param {string} text @param {string} sentence */
export async function copy(text, sentence) {
  try {
    await navigator.clipboard.writeText(text)
    report(sentence)
  } catch {
    report(text) // to copy by hand
  }
}

/** Writes the study to a file. @param {Study} study @param {string} format */
export async function save(study, format) {
  const { query: _query, ...body } = study
  const { data, wrong } = /** @type {Asked<SavedFile>} */ (await asked('/analysis/save/', /** @satisfies {SaveRequest} */ ({ ...body, format })))
  if (!data) return report(wrong)
  const link = html('a', { href: URL.createObjectURL(new Blob([data.text], { type: 'text/plain' })), download: data.name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  report(gettext('The file has been created.'))
}

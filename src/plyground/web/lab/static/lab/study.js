/** A study: its state, and its report, which is updated on request and at the end. */

import { Lookout, showStudy, tell } from '#lab/lookout.js'

/** @import {StudyRow} from 'contract' */

const AGAIN = 3000 // milliseconds before a failed request for a report is repeated

const card = /** @type {HTMLElement} */ (document.querySelector('#study'))
const report = /** @type {HTMLElement | null} */ (document.querySelector('#report'))
const offer = /** @type {HTMLElement | null} */ (report?.querySelector('.update') ?? null)

/** The number of tasks in the displayed report; -1: there is none yet. */
const known = () => Number(report?.querySelector('.made')?.getAttribute('data-done') ?? -1)

let asking = false

/** Loads the current report. */
async function fetchReport() {
  if (!report || asking) return
  asking = true
  report.setAttribute('aria-busy', 'true')
  const text = await fetch(report.dataset.address ?? '').then((answer) => (answer.ok ? answer.text() : '')).catch(() => '')
  const made = text ? new DOMParser().parseFromString(text, 'text/html').querySelector('.made') : null
  if (made) put(document.adoptNode(made))
  else setTimeout(() => known() < 0 && void fetchReport(), AGAIN)
  report.removeAttribute('aria-busy')
  asking = false
}

/** Replaces the displayed report, and keeps the focus. @param {Element} made */
function put(made) {
  const body = report?.querySelector('.body')
  if (!report || !body || !offer) return
  const held = report.contains(document.activeElement)
  body.replaceChildren(made)
  offer.hidden = true
  if (held) {
    report.tabIndex = -1
    report.focus({ preventScroll: true })
  }
}

/** @param {StudyRow} study */
async function show(study) {
  if (showStudy(card, study)) tell(study.news)
  const { state, done } = study
  if (!report) {
    // It was unreadable before, and is readable now.
    if (state !== 'broken') location.reload()
  } else if (state === 'finished' && done !== known()) await fetchReport()
  else if (offer && known() >= 0) offer.hidden = done <= known()
  return state === 'finished' ? null : state === 'running'
}

offer?.querySelector('button')?.addEventListener('click', () => void fetchReport())
if (known() < 0) void fetchReport()
if (card.dataset.state !== 'finished') new Lookout(card.dataset.address ?? '', show).begin()

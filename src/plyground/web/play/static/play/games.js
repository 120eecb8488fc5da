/** The list of games: pictures, times, and a confirmation before deleting one. */

import { drawPictures, tellTimes } from '#pages/pictures.js'

drawPictures()
tellTimes()

const sure = document.querySelector('#sure')
const form = sure?.querySelector('form')
for (const link of document.querySelectorAll('a[data-delete]')) {
  link.addEventListener('click', (event) => {
    if (!(sure instanceof HTMLDialogElement) || !form || !(link instanceof HTMLAnchorElement)) return
    event.preventDefault()
    form.action = link.href
    const what = sure.querySelector('#sure-what')
    const words = [...(link.closest('li')?.querySelectorAll('h2, .stands') ?? [])].map((node) => node.textContent)
    if (what) what.textContent = words.join(': ')
    sure.showModal()
  })
}

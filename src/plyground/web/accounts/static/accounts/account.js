/** Password forms: a switch shows the typed password. A token is selected completely, ready to copy. */

const shown = document.querySelector('[data-show]')
const fields = [...document.querySelectorAll('input')].filter((input) => input.type === 'password')

if (shown instanceof HTMLElement && fields.length) {
  shown.hidden = false
  shown.addEventListener('change', ({ target }) => {
    const open = target instanceof HTMLInputElement && target.checked
    for (const field of fields) field.type = open ? 'text' : 'password'
  })
}

const token = document.querySelector('#token')
if (token instanceof HTMLInputElement) token.addEventListener('focus', () => token.select())

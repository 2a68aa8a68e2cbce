// Fallback when the error boundary itself fails. Plain DOM, because React has unmounted everything.
import '#ui/states/error-boundary.css'
import '#platform/screens/error-screen.css'

/** Shows a plain error message with a reload button. `reference` is the id in the server log. */
export function showFatalError(place: HTMLElement, reference: string) {
  const box = element('section', 'errbox')
  box.setAttribute('role', 'alert')
  const again = element('button', 'btn btn--primary', 'רענון העמוד')
  again.addEventListener('click', () => location.reload())
  const row = element('div', 'errbox__row')
  row.append(again)
  box.append(
    element('h1', 'errbox__title', 'שגיאה ברכיב'),
    element('p', '', 'העמוד נתקל בתקלה שלא הצלחנו לעקוף. רענון אמור לעזור, ואם זה חוזר – פנו אלינו עם מספר השגיאה'),
    element('p', 'errbox__ref', `מספר השגיאה: \u2066${reference}\u2069`),
    row,
  )
  const main = element('main', 'error-screen')
  main.append(box)
  place.replaceChildren(main)
}

function element(name: string, className: string, text = '') {
  const created = document.createElement(name)
  created.className = className
  created.textContent = text
  return created
}

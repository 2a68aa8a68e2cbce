// Behaviour of the cookie banner. Its markup is in the page, hidden; it opens without a stored choice or on request.
import { storeChoice, storedPreferences } from './stored-preferences.ts'
import { storeProofId } from './stored-proof.ts'
import { type Choice, type CookiePreferences, everything, essentialOnly, optional } from './preferences.ts'

/** Called once per page. `record` receives every choice with a random id, as proof of consent. */
export function attachBanner(page: Document, record: (id: string, preferences: CookiePreferences) => void) {
  const banner = page.querySelector<HTMLElement>('#cookies')
  if (!banner) return
  const form = banner.querySelector('form')!
  const details = banner.querySelector<HTMLElement>('[data-cookies="details"]')!
  const part = (name: string) => banner.querySelector<HTMLElement>(`[data-cookies="${name}"]`)!
  const boxes = optional.map((category) => form.querySelector<HTMLInputElement>(`input[name="${category}"]`)!)
  let opener: HTMLElement | undefined

  function choose(choice: Choice) {
    const id = crypto.randomUUID()
    storeProofId(id)
    record(id, storeChoice(choice))
    banner!.hidden = true
    // The focus returns to the control that opened the banner; on a first visit it stays at the page start.
    const next = opener ?? page.querySelector<HTMLElement>('#main')
    next?.focus({ preventScroll: true })
    opener = undefined
  }

  function customize() {
    details.hidden = false
    part('customize').hidden = true
    boxes[0]!.focus()
  }

  part('all').addEventListener('click', () => choose(everything))
  part('essential').addEventListener('click', () => choose(essentialOnly))
  part('customize').addEventListener('click', customize)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    choose(Object.fromEntries(boxes.map((box) => [box.name, box.checked])) as Choice)
  })
  for (const button of page.querySelectorAll<HTMLElement>('[data-cookies="reopen"]')) {
    button.hidden = false
    button.addEventListener('click', () => {
      const stored = storedPreferences()
      for (const box of boxes) box.checked = stored?.[box.name as keyof Choice] ?? false
      opener = button
      banner.hidden = false
      customize()
    })
  }
  banner.hidden = storedPreferences() !== undefined
}

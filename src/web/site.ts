// The only JavaScript loaded before interaction: hydrates an island on the first touch, and holds a submit until then.
import type { ComponentType } from 'react'
import { attachBanner } from '#features/cookie-consent/banner.ts'
import { storedPreferences, whenAllowed } from '#features/cookie-consent/stored-preferences.ts'
import type { CookiePreferences } from '#features/cookie-consent/preferences.ts'

type IslandModule = { Island: ComponentType<object> }
const islands = import.meta.glob<IslandModule>('/src/**/*.island.tsx')

// Time since page load, for the spam guard (lib/forms/form-post.ts). Registered before any handler that holds the submit.
addEventListener('submit', ({ target }) => stamp(target as HTMLFormElement & { opened?: HTMLInputElement }), true)
// Uncaught errors are sent to the server; the reporter is loaded on the first error. A failed import is not reported: it would loop.
for (const kind of ['error', 'unhandledrejection'])
  addEventListener(
    kind,
    (event) => void import('./site/visit/page-errors.ts').then(({ recordPageError }) => recordPageError(event), String),
  )
for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) prepareIsland(element)
offerAccessibility()
attachBanner(document, recordCookieChoice)
const strip = document.getElementById('strip') as HTMLDetailsElement | null
// The toggle event also fires once on load for an open element.
strip?.addEventListener('toggle', () => {
  try {
    if (!strip.open) localStorage.setItem('strip', strip.dataset['key']!)
  } catch {
    // Without storage the announcement is shown again on the next page.
  }
})
const copy = document.getElementById('copy') as HTMLButtonElement | null
if (copy) {
  // Synchronous within the click: some browsers refuse clipboard access later.
  copy.addEventListener(
    'click',
    () => void navigator.clipboard.writeText(copy.value).then(() => (copy.lastChild!.textContent = copy.name)),
  )
  copy.hidden = !navigator.clipboard
  whenAllowed(
    'functional',
    () =>
      void import('./site/visit/reading-position.ts').then(({ saveReadingPosition }) =>
        saveReadingPosition(() => !!storedPreferences()?.functional),
      ),
  )
}
if (document.querySelector('[data-countdown],[data-viewed],[data-digits],[data-chosen]'))
  void import('./site/visit/page-parts.ts').then(({ attachPageParts }) => attachPageParts(), String)
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-print]')) {
  button.addEventListener('click', () => print())
  button.hidden = false
}
const pixel = document.querySelector<HTMLMetaElement>('meta[name="pixel"]')
if (pixel)
  whenAllowed(
    'marketing',
    () => void import('./site/visit/page-views.ts').then((views) => views.sendPageViews(pixel.content)),
  )

function stamp({ opened }: { opened?: HTMLInputElement }) {
  if (opened) opened.value = String(performance.now() | 0)
}

/** The sheet is in the HTML. Its script is loaded on the first touch of its button or of the read-aloud button. */
function offerAccessibility() {
  const load = () => import('./site/accessibility.ts')
  for (const button of document.querySelectorAll<HTMLElement>('#a11y-open,#listen')) {
    button.addEventListener('pointerenter', () => void load().catch(() => {}), { passive: true })
    button.addEventListener('click', () => void load().then(({ widget }) => widget.open(button.id === 'listen')))
    button.hidden = false
  }
}

function prepareIsland(element: HTMLElement) {
  let waking: Promise<void> | undefined
  const wake = () => (waking ??= hydrate(element))
  const touch = () => void wake().catch(() => (waking = undefined))
  for (const kind of ['pointerenter', 'pointerdown', 'focusin'])
    element.addEventListener(kind, touch, { passive: true })
  element.addEventListener(
    'submit',
    (event) => {
      if ('awake' in element.dataset) return
      event.preventDefault()
      event.stopImmediatePropagation()
      const form = event.target as HTMLFormElement
      // The input stays in the fields; if the island cannot be loaded, the form is submitted without JavaScript.
      wake().then(
        () => form.requestSubmit(event.submitter),
        () => form.submit(),
      )
    },
    { capture: true },
  )
  if ('wakes' in element.dataset) touch()
}

async function hydrate(element: HTMLElement) {
  const { island = '', props = '{}' } = element.dataset
  const file = Object.keys(islands).find((path) => path.endsWith(`/${island}.island.tsx`))
  if (!file) throw new Error(`No island ${island}`)
  const [{ hydrateRoot }, { createElement }, { Island }] = await Promise.all([
    import('react-dom/client'),
    import('react'),
    islands[file]!(),
  ])
  hydrateRoot(element, createElement(Island, JSON.parse(props) as object))
  // React does not report the end of hydration: two frames are enough.
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  element.dataset['awake'] = ''
}

/** Records the choice on the server as proof of consent. The choice applies even if the request fails. */
function recordCookieChoice(id: string, preferences: CookiePreferences) {
  const body = JSON.stringify({ id, ...preferences, page: location.pathname })
  const headers = { 'content-type': 'application/json' }
  fetch('/functions/v1/record-cookie-choice', { method: 'POST', headers, body, keepalive: true }).catch(() => {})
}

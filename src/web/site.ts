// All the JavaScript a visitor gets before touching anything: it wakes an island at the first touch and holds an early submit.
import type { ComponentType } from 'react'
import { attachBanner } from '#features/cookie-consent/banner.ts'
import { storedPreferences, whenAllowed } from '#features/cookie-consent/stored-preferences.ts'
import { recordCookieChoice } from './site/visit/record-cookie-choice.ts'

type IslandModule = { Island: ComponentType<object> }
const islands = import.meta.glob<IslandModule>('/src/**/*.island.tsx')

// How long the page had been open, for the server to tell robots from people (lib/forms/form-post.ts); before anything holds the submit.
addEventListener('submit', ({ target }) => stamp(target as HTMLFormElement & { opened?: HTMLInputElement }), true)
// What goes wrong is told to the server; who can tell it comes only then. What cannot be fetched is not told: it would go on for ever.
for (const kind of ['error', 'unhandledrejection'])
  addEventListener(kind, (event) => void import('./site/visit/page-errors.ts').then(({ take }) => take(event), String))
for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) settle(element)
offerAccessibility()
attachBanner(document, recordCookieChoice)
const strip = document.getElementById('strip') as HTMLDetailsElement | null
// Also told once at the start, while it is open.
strip?.addEventListener('toggle', () => {
  try {
    if (!strip.open) localStorage.setItem('strip', strip.dataset['key']!)
  } catch {
    // A browser that keeps nothing shows it again on the next page.
  }
})
const copy = document.getElementById('copy') as HTMLButtonElement | null
if (copy) {
  // Within the press itself: some browsers let nothing be copied after a wait.
  copy.addEventListener(
    'click',
    () => void navigator.clipboard.writeText(copy.value).then(() => (copy.lastChild!.textContent = copy.name)),
  )
  copy.hidden = !navigator.clipboard
  whenAllowed(
    'functional',
    () =>
      void import('./site/visit/reading-place.ts').then(({ keepPlace }) =>
        keepPlace(() => !!storedPreferences()?.functional),
      ),
  )
}
const pixel = document.querySelector<HTMLMetaElement>('meta[name="pixel"]')
if (pixel)
  whenAllowed(
    'marketing',
    () => void import('./site/visit/page-views.ts').then((views) => views.tellPageViews(pixel.content)),
  )

function stamp({ opened }: { opened?: HTMLInputElement }) {
  if (opened) opened.value = String(performance.now() | 0)
}

/** The sheet is in the page; what moves it comes with the first touch of its button, or of the one that reads a post aloud. */
function offerAccessibility() {
  const load = () => import('./site/accessibility.ts')
  for (const button of document.querySelectorAll<HTMLElement>('#a11y-open,#listen')) {
    button.addEventListener('pointerenter', () => void load().catch(() => {}), { passive: true })
    button.addEventListener('click', () => void load().then(({ widget }) => widget.open(button.id === 'listen')))
    button.hidden = false
  }
}

function settle(element: HTMLElement) {
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
      // What was typed stays in the fields; when the island cannot be fetched the form goes the plain way.
      wake().then(
        () => form.requestSubmit(event.submitter),
        () => form.submit(),
      )
    },
    { capture: true },
  )
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
  // Awake only when React has taken over, which it says nowhere: two frames later it has.
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  element.dataset['awake'] = ''
}

// Where somebody stopped reading a post: kept in their own browser, for whoever allowed it to remember, and marked in the contents.
import { readingPlacesKey as key } from '#features/cookie-consent/preferences.ts'

const most = 30

type Places = Record<string, string>

/** Call once on the page of a post. `isAllowed` is asked once more when the page is left. */
export function saveReadingPosition(isAllowed: () => boolean) {
  const contents = document.querySelector<HTMLElement>('.post-contents ol')
  if (!contents) return
  const links = [...contents.querySelectorAll('a')]
  const { [location.pathname]: before } = kept()
  const left = links.find(({ hash }) => hash === before)
  left?.append(Object.assign(document.createElement('small'), { textContent: contents.dataset['left'] }))

  addEventListener('pagehide', () => {
    if (!isAllowed()) return
    const { [location.pathname]: _, ...others } = kept()
    const place = placeOf(links)
    keep(place === undefined ? others : { ...others, [location.pathname]: place })
  })
}

/** The part that is being read; undefined at the beginning, and where everything was read. */
function placeOf(links: readonly HTMLAnchorElement[]): string | undefined {
  const line = innerHeight / 3
  const end = document.querySelector('.prose')!.getBoundingClientRect().bottom
  if (end < line) return undefined
  return links.findLast(({ hash }) => {
    const heading = document.getElementById(decodeURIComponent(hash.slice(1)))
    return heading && heading.getBoundingClientRect().top < line
  })?.hash
}

function kept(): Places {
  try {
    return Object(JSON.parse(localStorage.getItem(key) ?? '{}')) as Places
  } catch {
    return {}
  }
}

function keep(places: Places) {
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(Object.entries(places).slice(-most))))
  } catch {
    // A browser that keeps nothing begins at the beginning.
  }
}

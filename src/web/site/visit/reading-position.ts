// Reading position of a post: stored in localStorage with consent to functional cookies, and marked in the table of contents.
import { readingPlacesKey as key } from '#features/cookie-consent/preferences.ts'

const max = 30

type Positions = Record<string, string>

/** Call once per post page. `isAllowed` is checked again when the page is hidden. */
export function saveReadingPosition(isAllowed: () => boolean) {
  const contents = document.querySelector<HTMLElement>('.post-contents ol')
  if (!contents) return
  const links = [...contents.querySelectorAll('a')]
  const { [location.pathname]: before } = readPositions()
  const previousLink = links.find(({ hash }) => hash === before)
  previousLink?.append(Object.assign(document.createElement('small'), { textContent: contents.dataset['left'] }))

  addEventListener('pagehide', () => {
    if (!isAllowed()) return
    const { [location.pathname]: _, ...others } = readPositions()
    const position = currentSection(links)
    writePositions(position === undefined ? others : { ...others, [location.pathname]: position })
  })
}

/** Anchor of the current section; undefined at the start and after the end. */
function currentSection(links: readonly HTMLAnchorElement[]): string | undefined {
  const line = innerHeight / 3
  const end = document.querySelector('.prose')!.getBoundingClientRect().bottom
  if (end < line) return undefined
  return links.findLast(({ hash }) => {
    const heading = document.getElementById(decodeURIComponent(hash.slice(1)))
    return heading && heading.getBoundingClientRect().top < line
  })?.hash
}

function readPositions(): Positions {
  try {
    return Object(JSON.parse(localStorage.getItem(key) ?? '{}')) as Positions
  } catch {
    return {}
  }
}

function writePositions(positions: Positions) {
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(Object.entries(positions).slice(-max))))
  } catch {
    // Without storage there is no reading position.
  }
}

// Extracts the links of a rendered page from its HTML, as this site writes it.

export type PageLink = { to: string; words: string }
export type ReadPage = {
  /** Links of the main content. */
  own: PageLink[]
  /** Links of header, footer and announcement. */
  around: PageLink[]
  /** HTML ids on the page. */
  places: ReadonlySet<string>
}

export function readPage(html: string): ReadPage {
  const body = html.slice(html.indexOf('<body'))
  const [start, end] = [body.indexOf('<main'), body.indexOf('</main>')]
  const main = start < 0 ? '' : body.slice(start, end < 0 ? undefined : end)
  return {
    own: linksOf(main),
    around: linksOf(body.replace(main, '')),
    places: new Set([...body.matchAll(/\sid="([^"]+)"/g)].map((found) => unescaped(found[1]!))),
  }
}

const linksOf = (html: string): PageLink[] =>
  [...html.matchAll(/<a\s([^>]*)>(.*?)<\/a>/gs)].flatMap(([, attributes = '', inside = '']) => {
    const to = /(?:^|\s)href="([^"]*)"/.exec(attributes)?.[1]
    const named = /(?:^|\s)aria-label="([^"]*)"/.exec(attributes)?.[1]
    return to === undefined ? [] : [{ to: unescaped(to), words: visibleText(named ?? inside) }]
  })

/** Without bidi isolation marks: the text is shown on a separate line. */
const visibleText = (html: string) =>
  unescaped(html.replaceAll(/<svg.*?<\/svg>|<[^>]*>/gs, ' '))
    .replaceAll(/[\u2066-\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 120)

const letters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }
const unescaped = (text: string) => text.replaceAll(/&(amp|lt|gt|quot|#39|#x27);/g, (_, name: string) => letters[name]!)

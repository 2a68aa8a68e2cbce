// The little that running text may do besides being text: paragraphs, strong words, links.

/** A stretch of text: plain, strong, or leading somewhere. */
export type Span = { text: string; strong?: true; href?: string }

/** The paragraphs of a prose field. What is no whole mark stands as it was typed. */
export const proseOf = (text: string): Span[][] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map(spansOf)

const mark = /\*\*([^*\n]+)\*\*|\[([^\]\n]+)\]\((\/(?![/\\])[^\s)]*|#[^\s)]+|https:\/\/[^\s)]+)\)/g

function spansOf(paragraph: string): Span[] {
  const spans: Span[] = []
  let at = 0
  for (const found of paragraph.matchAll(mark)) {
    const [whole, strong, words, href] = found
    if (found.index > at) spans.push({ text: paragraph.slice(at, found.index) })
    spans.push(strong === undefined ? { text: words!, href: href! } : { text: strong, strong: true })
    at = found.index + whole.length
  }
  if (at < paragraph.length) spans.push({ text: paragraph.slice(at) })
  return spans
}

// Markup of running text: paragraphs, strong text, links.

/** An inline span: plain text, strong text, or a link. */
export type Span = { text: string; strong?: true; href?: string }

/** The paragraphs of a prose field. Incomplete marks stay literal text. */
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
    const [whole, strong, label, href] = found
    if (found.index > at) spans.push({ text: paragraph.slice(at, found.index) })
    spans.push(strong === undefined ? { text: label!, href: href! } : { text: strong, strong: true })
    at = found.index + whole.length
  }
  if (at < paragraph.length) spans.push({ text: paragraph.slice(at) })
  return spans
}

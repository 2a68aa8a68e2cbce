// Prose fields as a document of the rich text editor, and back.
import { proseOf, type Span } from './prose.ts'

type Mark = { type: 'bold' } | { type: 'link'; attrs: { href: string } }
type Inline = { type: 'text'; text: string; marks?: Mark[] } | { type: 'hardBreak' }
type Paragraph = { type: 'paragraph'; content: Inline[] }
export type ProseDocument = { type: 'doc'; content: Paragraph[] }

/** URL schemes and paths allowed in a prose link. */
export const isProseHref = (href: string) => /^(\/(?![/\\])[^\s)]*|#[^\s)]+|https:\/\/[^\s)]+)$/.test(href)

/** The editor's document for a stored text; an empty text is one empty paragraph. */
export function documentOf(text: string): ProseDocument {
  const paragraphs = proseOf(text).map((spans): Paragraph => ({ type: 'paragraph', content: spans.flatMap(inlinesOf) }))
  return { type: 'doc', content: paragraphs.length > 0 ? paragraphs : [{ type: 'paragraph', content: [] }] }
}

function inlinesOf({ text, strong, href }: Span): Inline[] {
  const marks: Mark[] = href ? [{ type: 'link', attrs: { href } }] : strong ? [{ type: 'bold' }] : []
  return text
    .split('\n')
    .flatMap((line, at): Inline[] => [
      ...(at > 0 ? [{ type: 'hardBreak' as const }] : []),
      ...(line ? [{ type: 'text' as const, text: line, ...(marks.length > 0 && { marks }) }] : []),
    ])
}

/** Maps an offset in a stored text to an editor position. Inside markup it may be off by the length of the markup. */
export function positionIn(text: string, offset: number): number {
  // A character at the caret preserves the space or line break before it.
  const { content } = documentOf(`${text.slice(0, offset)}|`)
  const inner = content.map((paragraph) => paragraph.content.reduce((sum, one) => sum + sizeOf(one), 0))
  // Each paragraph has a position at its start and end; the caret is inside the last one, before the character.
  return inner.reduce((sum, size) => sum + size + 2, 0) - 2
}

const sizeOf = (inline: Inline) => (inline.type === 'text' ? inline.text.length : 1)

/** Converts an editor document to stored text. Unsupported markup becomes plain text. */
export const proseTextOf = ({ content }: { content?: readonly unknown[] }): string =>
  (content ?? [])
    .map((paragraph) => ((paragraph as Partial<Paragraph>).content ?? []).map(textOf).join('').trim())
    .filter(Boolean)
    .join('\n\n')

function textOf(inline: Inline): string {
  if (inline.type !== 'text') return '\n'
  const { text, marks = [] } = inline
  const link = marks.find((mark) => mark.type === 'link')
  if (link && isProseHref(link.attrs.href) && !/[\]\n]/.test(text)) return `[${text}](${link.attrs.href})`
  const [, before = '', core = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? []
  return marks.some(({ type }) => type === 'bold') && core && !core.includes('*')
    ? `${before}**${core}**${after}`
    : text
}

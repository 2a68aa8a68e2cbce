// Rich text of a message, stored as plain text markup: **bold**, [text](url), list lines that start with "- " or "1. ", and blank lines
// between paragraphs.
import { WebAddress } from './message-blocks.ts'

export type TextSegment = { text: string; isBold?: true; to?: string }
export type RichPart =
  | { kind: 'paragraph'; pieces: TextSegment[] }
  | { kind: 'list'; isOrdered: boolean; items: TextSegment[][] }

/** Markup characters, and the backslash that escapes them. */
const escapable = /[\\*[\]]/g

/** Escapes text for rich text: a value with stars is not bold, and one with brackets is not a link. */
export const escapeRichText = (text: string) => text.replaceAll(escapable, '\\$&').replace(/^(-|\d+\.) /, '\\$1 ')

export function richPartsOf(text: string): RichPart[] {
  const parts: RichPart[] = []
  let paragraph: string[] = []
  const endParagraph = () => {
    if (paragraph.some((line) => line.trim() !== ''))
      parts.push({ kind: 'paragraph', pieces: piecesOf(paragraph.join('\n').trim()) })
    paragraph = []
  }
  let list: (RichPart & { kind: 'list' }) | undefined
  for (const line of text.split('\n')) {
    const [, mark, item] = /^[ \t]*(-|\d{1,3}\.) +(\S.*)$/.exec(line) ?? []
    if (mark !== undefined && item !== undefined) {
      endParagraph()
      const isOrdered = mark !== '-'
      if (list?.isOrdered !== isOrdered) {
        list = { kind: 'list', isOrdered, items: [] }
        parts.push(list)
      }
      list.items.push(piecesOf(item.trimEnd()))
      continue
    }
    list = undefined
    if (line.trim() === '') endParagraph()
    else paragraph.push(line)
  }
  endParagraph()
  return parts
}

/** Splits a line of rich text into spans of equal formatting. */
export function piecesOf(text: string): TextSegment[] {
  const pieces: TextSegment[] = []
  const add = (piece: TextSegment) => {
    const last = pieces.at(-1)
    if (last && last.isBold === piece.isBold && last.to === undefined && piece.to === undefined) last.text += piece.text
    else if (piece.text) pieces.push(piece)
  }
  let isBold = false
  const pattern = /\\([\\*[\]]|-|\d+\.)|\*\*|\[((?:[^\]\\\n]|\\.)+)\]\(([^()\s]+)\)|[^\\*[]+|[^]/g
  for (const { 0: found, 1: literal, 2: label, 3: to, index } of text.matchAll(pattern)) {
    const bold = isBold ? ({ isBold: true } as const) : {}
    if (literal !== undefined) add({ text: literal, ...bold })
    else if (found === '**' && (isBold || text.includes('**', index + 2))) isBold = !isBold
    else if (label !== undefined && to !== undefined && WebAddress.safeParse(to).success)
      add({ text: withoutMarks(label), ...bold, to })
    else add({ text: found, ...bold })
  }
  return pieces
}

const withoutMarks = (text: string) => text.replaceAll('**', '').replaceAll(/\\([\\*[\]])/g, '$1')

const plainPieces = (pieces: readonly TextSegment[], whole: (to: string) => string) =>
  pieces.map(({ text, to }) => (to === undefined ? text : `${text} (${whole(to)})`)).join('')

/** The plain text alternative. `whole` resolves a URL to an absolute one. */
export const richTextAsPlain = (text: string, whole: (to: string) => string): string =>
  richPartsOf(text)
    .map((part) =>
      part.kind === 'paragraph'
        ? plainPieces(part.pieces, whole)
        : part.items.map((item, i) => `${part.isOrdered ? `${i + 1}.` : '-'} ${plainPieces(item, whole)}`).join('\n'),
    )
    .join('\n\n')

export const hasLink = (text: string): boolean =>
  richPartsOf(text).some((part) =>
    (part.kind === 'paragraph' ? [part.pieces] : part.items).some((pieces) =>
      pieces.some(({ to }) => to !== undefined),
    ),
  )

// Converts stored text with merge fields to an editor document, and back. Only stored text is saved.
import type { JSONContent } from '@tiptap/core'
import { type TextSegment, type RichPart, richPartsOf } from '../rich-text.ts'

export type TextFormat = 'plain' | 'rich'

/** Placeholders for tokens while markup is read: characters that no text contains. */
const firstPlaceholder = 0xe000
const maxPlaceholders = 0x1900

export function toDocument(text: string, format: TextFormat): JSONContent {
  if (format === 'plain') return { type: 'doc', content: text.split('\n').map((line) => paragraphOf(inlineOf(line))) }
  const tokens: string[] = []
  const marked = text.replace(/(?<!\]\()\{\{[^{}\n]*\}\}/g, (token) => {
    if (tokens.length >= maxPlaceholders) return token
    tokens.push(token)
    return String.fromCharCode(firstPlaceholder + tokens.length - 1)
  })
  const content = richPartsOf(marked).map((part) => blockOf(part, tokens))
  return { type: 'doc', content: content.length > 0 ? content : [paragraphOf([])] }
}

function blockOf(part: RichPart, tokens: readonly string[]): JSONContent {
  const inline = (pieces: readonly TextSegment[]) =>
    paragraphOf(pieces.flatMap((piece) => inlineOfPiece(piece, tokens)))
  if (part.kind === 'paragraph') return inline(part.pieces)
  return {
    type: part.isOrdered ? 'orderedList' : 'bulletList',
    content: part.items.map((pieces) => ({ type: 'listItem', content: [inline(pieces)] })),
  }
}

function inlineOfPiece({ text, isBold, to }: TextSegment, tokens: readonly string[]): JSONContent[] {
  const marks = [
    ...(isBold ? [{ type: 'bold' }] : []),
    ...(to === undefined ? [] : [{ type: 'link', attrs: { href: to } }]),
  ]
  const restored = text.replace(/[\ue000-\uf8ff]/g, (sign) => tokens[sign.charCodeAt(0) - firstPlaceholder] ?? sign)
  return inlineOf(restored).map((node) => (marks.length > 0 ? { ...node, marks } : node))
}

/** Text, chips and line breaks of one paragraph. */
function inlineOf(text: string): JSONContent[] {
  return text
    .split(/(\{\{[^{}\n]*\}\}|\n)/)
    .filter((part) => part !== '')
    .map((part) =>
      part === '\n'
        ? { type: 'hardBreak' }
        : /^\{\{[^{}\n]*\}\}$/.test(part)
          ? { type: 'mergeField', attrs: { token: part.slice(2, -2) } }
          : { type: 'text', text: part },
    )
}

const paragraphOf = (content: JSONContent[]): JSONContent =>
  content.length > 0 ? { type: 'paragraph', content } : { type: 'paragraph' }

export function toText(document: JSONContent, format: TextFormat): string {
  const blocks = document.content ?? []
  if (format === 'plain') return blocks.map((block) => inlineText(block, (text) => text)).join('\n')
  return blocks
    .map(blockText)
    .filter((text) => text !== '')
    .join('\n\n')
}

const isList = ({ type }: JSONContent) => type === 'bulletList' || type === 'orderedList'

function blockText(block: JSONContent): string {
  if (!isList(block)) return trimText(paragraphText(block))
  return (block.content ?? [])
    .flatMap(itemLines)
    .map((line, i) => `${block.type === 'orderedList' ? `${i + 1}.` : '-'} ${line}`)
    .join('\n')
}

/** One line per item, because a second paragraph would end the list. Nested items follow as items of the same list. */
function itemLines({ content = [] }: JSONContent): string[] {
  const text = content.filter((block) => !isList(block)).map(paragraphText)
  const line = trimText(text.join(' ').replaceAll('\n', ' '))
  const nested = content.filter(isList).flatMap((list) => (list.content ?? []).flatMap(itemLines))
  return line === '' ? nested : [line, ...nested]
}

/** Trims whitespace. A list mark without its trailing space needs no escape. */
const trimText = (text: string) => text.trim().replace(/(^|\n)\\(-|\d{1,3}\.)$/, '$1$2')

/** Escapes typed stars, brackets and dashes, so that they stay literal. */
const paragraphText = (block: JSONContent) =>
  inlineText(block, (text) => text.replaceAll(/[\\*[\]]/g, '\\$&'))
    .split('\n')
    .map((line) => line.trimEnd().replace(/^(\s*)(-|\d{1,3}\.) /, '$1\\$2 '))
    // A blank line would end the paragraph.
    .filter((line) => line.trim() !== '')
    .join('\n')

function inlineText(block: JSONContent, escape: (text: string) => string): string {
  let text = ''
  let isBold = false
  let link: { href: string; from: number } | undefined
  const close = () => {
    if (link) text = `${text.slice(0, link.from)}[${text.slice(link.from)}](${link.href})`
    link = undefined
  }
  for (const node of block.content ?? []) {
    const bold = node.marks?.some(({ type }) => type === 'bold') ?? false
    const mark = node.marks?.find(({ type }) => type === 'link')
    const href = mark ? String(mark.attrs?.['href'] ?? '') : undefined
    if (href !== link?.href) close()
    // Bold marks go outside the brackets, because link text is plain.
    if (bold !== isBold && link === undefined) {
      text += '**'
      isBold = bold
    }
    if (href !== undefined && link === undefined) link = { href, from: text.length }
    if (node.type === 'hardBreak') text += link ? ' ' : '\n'
    else if (node.type === 'mergeField') text += `{{${String(node.attrs?.['token'] ?? '')}}}`
    else text += escape(node.text ?? '')
  }
  close()
  return isBold ? `${text}**` : text
}

/** A value normalized as the editor would store it, so that equal texts compare equal. */
export const normalizeText = (text: string, format: TextFormat): string => toText(toDocument(text, format), format)

// The body of a post as the editor writes it and pages read it: a tree of a few known blocks. What is not known here does not get in, and is not shown.
import { StoredImage } from '#features/images/images.ts'

export type Mark = { type: 'bold' } | { type: 'italic' } | { type: 'link'; attrs: { href: string } }
export type Inline = { type: 'text'; text: string; marks?: Mark[] } | { type: 'hardBreak' }
/** Only where it differs from the page's: an English paragraph in a Hebrew post. */
type Direction = { dir?: 'ltr' }
export type ListItem = { type: 'listItem'; content: Block[] }
export type Block =
  | { type: 'paragraph'; attrs?: Direction; content?: Inline[] }
  | { type: 'heading'; attrs: Direction & { level: 2 | 3 }; content?: Inline[] }
  | { type: 'bulletList' | 'orderedList'; content: ListItem[] }
  | { type: 'blockquote'; content: Block[] }
  /** A tinted box: what to take along. */
  | { type: 'takeaway'; content: Block[] }
  | { type: 'figure'; attrs: { picture: StoredImage; alt: string; caption: string } }
  /** A link that looks like a button. */
  | { type: 'action'; attrs: { words: string; href: string } }
  | { type: 'horizontalRule' }
export type PostBody = { type: 'doc'; content: Block[] }

const deepest = 6
export const mostSigns = 100_000

/** What of an unknown tree is a post: unknown blocks, marks, attributes and dangerous addresses are left out. */
export const cleanBody = (given: unknown): PostBody => ({ type: 'doc', content: cleanBlocks(given, 0) })

type Given = { type?: unknown; text?: unknown; content?: unknown; attrs?: unknown; marks?: unknown }

const children = (given: unknown): Given[] => {
  const { content } = Object(given) as Given
  return Array.isArray(content) ? content.map((child: unknown) => Object(child) as Given) : []
}
const attrsOf = (given: Given) => Object(given.attrs) as Record<string, unknown>

const cleanBlocks = (parent: unknown, depth: number): Block[] =>
  depth > deepest ? [] : children(parent).flatMap((child) => cleanBlock(child, depth))

function cleanBlock(given: Given, depth: number): Block[] {
  const attrs = attrsOf(given)
  const dir = attrs['dir'] === 'ltr' ? { dir: 'ltr' as const } : {}
  switch (given.type) {
    case 'paragraph':
      return [{ type: 'paragraph', ...(dir.dir && { attrs: dir }), content: cleanInlines(given) }]
    case 'heading':
      return [{ type: 'heading', attrs: { level: attrs['level'] === 3 ? 3 : 2, ...dir }, content: cleanInlines(given) }]
    case 'bulletList':
    case 'orderedList': {
      const items = children(given).flatMap((item): ListItem[] => {
        const content = item.type === 'listItem' ? cleanBlocks(item, depth + 1) : []
        return content.length > 0 ? [{ type: 'listItem', content }] : []
      })
      return items.length > 0 ? [{ type: given.type, content: items }] : []
    }
    case 'blockquote':
    case 'takeaway': {
      const content = cleanBlocks(given, depth + 1)
      return content.length > 0 ? [{ type: given.type, content }] : []
    }
    case 'figure': {
      const picture = StoredImage.safeParse(attrs['picture'])
      if (!picture.success) return []
      return [
        {
          type: 'figure',
          attrs: { picture: picture.data, alt: line(attrs['alt'], 200), caption: line(attrs['caption'], 300) },
        },
      ]
    }
    case 'action': {
      const href = safeHref(attrs['href'])
      const words = line(attrs['words'], 60)
      return href && words ? [{ type: 'action', attrs: { words, href } }] : []
    }
    case 'horizontalRule':
      return [{ type: 'horizontalRule' }]
    default:
      return []
  }
}

const cleanInlines = (parent: Given): Inline[] =>
  children(parent).flatMap((given): Inline[] => {
    if (given.type === 'hardBreak') return [{ type: 'hardBreak' }]
    if (given.type !== 'text' || typeof given.text !== 'string') return []
    const text = storable(given.text)
    if (!text) return []
    const marks = Array.isArray(given.marks)
      ? given.marks.flatMap((mark: unknown) => cleanMark(Object(mark) as Given))
      : []
    return [{ type: 'text', text, ...(marks.length > 0 && { marks }) }]
  })

function cleanMark({ type, ...given }: Given): Mark[] {
  if (type === 'bold' || type === 'italic') return [{ type }]
  const href = type === 'link' && safeHref(attrsOf(given)['href'])
  return href ? [{ type: 'link', attrs: { href } }] : []
}

/** An address that a link may lead to: of this site, of the web, of mail, of a phone. Undefined for everything else, `javascript:` included. */
export function safeHref(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined
  const href = given.trim()
  if (href.length > 2000 || hasControls.test(href)) return undefined
  if (/^(\/(?![/\\])|#)/.test(href)) return href
  return /^(https?:\/\/[^\s/]|mailto:[^\s@]+@|tel:\+?[\d-]+$)/i.test(href) && URL.canParse(href) ? href : undefined
}

// eslint-disable-next-line no-control-regex -- a browser drops these from an address, and what is left may mean something else
const hasControls = /[\u0000-\u0020\u007f]/
// eslint-disable-next-line no-control-regex -- the database takes no zero sign
const storable = (text: string) => text.toWellFormed().replaceAll(/\u0000/g, '')
const line = (given: unknown, most: number) =>
  typeof given === 'string' ? storable(given).replaceAll(/\s+/g, ' ').trim().slice(0, most) : ''

/** All words of it, a line for each block: for search, for counting, for comparing two revisions. */
export const plainOf = (body: PostBody): string => body.content.flatMap(linesOf).join('\n')

function linesOf(block: Block): string[] {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return [textOf(block.content)].filter(Boolean)
    case 'bulletList':
    case 'orderedList':
      return block.content.flatMap((item) => item.content.flatMap(linesOf))
    case 'blockquote':
    case 'takeaway':
      return block.content.flatMap(linesOf)
    case 'figure':
      return [block.attrs.alt, block.attrs.caption].filter(Boolean)
    case 'action':
      return [block.attrs.words]
    case 'horizontalRule':
      return []
  }
}

export const textOf = (inlines: readonly Inline[] = []) =>
  inlines.map((inline) => (inline.type === 'text' ? inline.text : ' ')).join('')

const wordsPerMinute = 85

/** In whole minutes. Hebrew says in one word what others say in two, and who reads about their own money stops to think. */
export const readingMinutes = (plain: string) =>
  Math.max(1, Math.round(plain.split(/\s+/).filter(Boolean).length / wordsPerMinute))

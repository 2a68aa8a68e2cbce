// Post body: a tree of known blocks, written by the editor and rendered by pages. Unknown nodes are removed.
import { StoredImage } from '#platform/images/images.ts'
import { type Art, arts } from './art.ts'
import { barsOf } from './bars.ts'

export type Mark = { type: 'bold' } | { type: 'italic' } | { type: 'link'; attrs: { href: string } }
export type Inline = { type: 'text'; text: string; marks?: Mark[] } | { type: 'hardBreak' }
/** Set only if it differs from the page: an English paragraph in a Hebrew post. */
type Direction = { dir?: 'ltr' }
export type ListItem = { type: 'listItem'; content: Block[] }
export type Block =
  | { type: 'paragraph'; attrs?: Direction; content?: Inline[] }
  | { type: 'heading'; attrs: Direction & { level: 2 | 3 }; content?: Inline[] }
  | { type: 'bulletList' | 'orderedList'; content: ListItem[] }
  | { type: 'blockquote'; content: Block[] }
  /** Callout: a tinted box with a takeaway. */
  | { type: 'takeaway'; content: Block[] }
  | { type: 'figure'; attrs: { picture: StoredImage; alt: string; caption: string } }
  /** One of the product's illustrations. */
  | { type: 'drawing'; attrs: { art: Art; caption: string } }
  /** A bar chart. Each of the `lines` contains a label and a number, see bars.ts. */
  | { type: 'chart'; attrs: { title: string; unit: string; lines: string } }
  /** A link styled as a button. */
  | { type: 'action'; attrs: { words: string; href: string } }
  | { type: 'horizontalRule' }
export type PostBody = { type: 'doc'; content: Block[] }

const maxDepth = 6
export const maxCharacters = 100_000

/** Sanitises an untrusted tree: unknown blocks, marks and attributes and unsafe URLs are removed. */
export const sanitizeBody = (input: unknown): PostBody => ({ type: 'doc', content: cleanBlocks(input, 0) })

type UnknownNode = { type?: unknown; text?: unknown; content?: unknown; attrs?: unknown; marks?: unknown }

const children = (input: unknown): UnknownNode[] => {
  const { content } = Object(input) as UnknownNode
  return Array.isArray(content) ? content.map((child: unknown) => Object(child) as UnknownNode) : []
}
const attrsOf = (input: UnknownNode) => Object(input.attrs) as Record<string, unknown>

const cleanBlocks = (parent: unknown, depth: number): Block[] =>
  depth > maxDepth ? [] : children(parent).flatMap((child) => cleanBlock(child, depth))

function cleanBlock(node: UnknownNode, depth: number): Block[] {
  const attrs = attrsOf(node)
  const dir = attrs['dir'] === 'ltr' ? { dir: 'ltr' as const } : {}
  switch (node.type) {
    case 'paragraph':
      return [{ type: 'paragraph', ...(dir.dir && { attrs: dir }), content: cleanInlines(node) }]
    case 'heading':
      return [{ type: 'heading', attrs: { level: attrs['level'] === 3 ? 3 : 2, ...dir }, content: cleanInlines(node) }]
    case 'bulletList':
    case 'orderedList': {
      const items = children(node).flatMap((item): ListItem[] => {
        const content = item.type === 'listItem' ? cleanBlocks(item, depth + 1) : []
        return content.length > 0 ? [{ type: 'listItem', content }] : []
      })
      return items.length > 0 ? [{ type: node.type, content: items }] : []
    }
    case 'blockquote':
    case 'takeaway': {
      const content = cleanBlocks(node, depth + 1)
      return content.length > 0 ? [{ type: node.type, content }] : []
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
    case 'drawing': {
      const art = arts.find((one) => one === attrs['art'])
      return art ? [{ type: 'drawing', attrs: { art, caption: line(attrs['caption'], 300) } }] : []
    }
    case 'chart': {
      const lines = typeof attrs['lines'] === 'string' ? storable(attrs['lines']).slice(0, 1000) : ''
      return [{ type: 'chart', attrs: { title: line(attrs['title'], 120), unit: line(attrs['unit'], 12), lines } }]
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

const cleanInlines = (parent: UnknownNode): Inline[] =>
  children(parent).flatMap((node): Inline[] => {
    if (node.type === 'hardBreak') return [{ type: 'hardBreak' }]
    if (node.type !== 'text' || typeof node.text !== 'string') return []
    const text = storable(node.text)
    if (!text) return []
    const marks = Array.isArray(node.marks)
      ? node.marks.flatMap((mark: unknown) => cleanMark(Object(mark) as UnknownNode))
      : []
    return [{ type: 'text', text, ...(marks.length > 0 && { marks }) }]
  })

function cleanMark({ type, ...node }: UnknownNode): Mark[] {
  if (type === 'bold' || type === 'italic') return [{ type }]
  const href = type === 'link' && safeHref(attrsOf(node)['href'])
  return href ? [{ type: 'link', attrs: { href } }] : []
}

/** Returns a safe link URL: same site, http(s), mailto: or tel:. Undefined for everything else, `javascript:` included. */
export function safeHref(input: unknown): string | undefined {
  if (typeof input !== 'string') return undefined
  const href = input.trim()
  if (href.length > 2000 || hasControls.test(href)) return undefined
  if (/^(\/(?![/\\])|#)/.test(href)) return href
  return /^(https?:\/\/[^\s/]|mailto:[^\s@]+@|tel:\+?[\d-]+$)/i.test(href) && URL.canParse(href) ? href : undefined
}

// eslint-disable-next-line no-control-regex -- browsers strip these characters from a URL, which can change its scheme
const hasControls = /[\u0000-\u0020\u007f]/
// eslint-disable-next-line no-control-regex -- PostgreSQL text cannot hold NUL
const storable = (text: string) => text.toWellFormed().replaceAll(/\u0000/g, '')
const line = (input: unknown, max: number) =>
  typeof input === 'string' ? storable(input).replaceAll(/\s+/g, ' ').trim().slice(0, max) : ''

/** Plain text with one line per block: for search, word counts and comparing revisions. */
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
    case 'drawing':
      return [block.attrs.caption].filter(Boolean)
    case 'chart':
      return [block.attrs.title, ...barsOf(block.attrs.lines).map(({ label }) => label)].filter(Boolean)
    case 'action':
      return [block.attrs.words]
    case 'horizontalRule':
      return []
  }
}

export const textOf = (inlines: readonly Inline[] = []) =>
  inlines.map((inline) => (inline.type === 'text' ? inline.text : ' ')).join('')

const wordsPerMinute = 85

/**
 * Whole minutes. The words-per-minute rate is lower than for English: one Hebrew word often equals several English
 * ones, and figures slow reading.
 */
export const readingMinutes = (plain: string) =>
  Math.max(1, Math.round(plain.split(/\s+/).filter(Boolean).length / wordsPerMinute))

// Parser of the legal texts' markup: headings, lists, tables, strong text, links. One block marker per line.
import type { LegalFact } from './legal.ts'

/** An inline span: plain text, strong text, a link, or a fact by name. */
export type Span = { text: string; strong?: true; href?: string } | { fact: LegalFact }

export type LegalBlock =
  | { is: 'heading'; text: string; id: string }
  | { is: 'paragraph'; spans: Span[] }
  | { is: 'list'; ordered: boolean; items: Span[][] }
  | { is: 'table'; head: Span[][]; rows: Span[][][] }

const heading = /^###\s+(.+?)(?:\s*\{#([A-Za-z][\w-]*)\})?\s*$/
const bullet = /^-\s+(.*)$/
const number = /^\d{1,3}\.\s+(.*)$/
const row = /^\|(.*)\|\s*$/
const ruler = /^\|[\s:|-]+\|\s*$/

/** Parses a text. Incomplete marks are rendered literally. */
export function parseLegal(text: string): LegalBlock[] {
  const blocks: LegalBlock[] = []
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  let at = 0
  /** Consumes lines while each of them matches. */
  const run = (kind: RegExp) => {
    const found: string[] = []
    for (let mark = kind.exec(lines[at] ?? ''); mark; mark = kind.exec(lines[++at] ?? '')) found.push(mark[1]!)
    return found
  }
  while (at < lines.length) {
    const line = lines[at]!
    const title = heading.exec(line)
    if (line.trim() === '') at++
    else if (title) {
      blocks.push({ is: 'heading', text: title[1]!, id: title[2] ?? `part-${blocks.length + 1}` })
      at++
    } else if (bullet.test(line)) blocks.push({ is: 'list', ordered: false, items: run(bullet).map(spansOf) })
    else if (number.test(line)) blocks.push({ is: 'list', ordered: true, items: run(number).map(spansOf) })
    else if (row.test(line) && ruler.test(lines[at + 1] ?? '')) {
      const [head = [], , ...rest] = run(row).map(cellsOf)
      blocks.push({ is: 'table', head, rows: rest })
    } else {
      const first = at++
      while (at < lines.length && lines[at]!.trim() !== '' && !startsBlock(lines, at)) at++
      blocks.push({ is: 'paragraph', spans: spansOf(lines.slice(first, at).join(' ')) })
    }
  }
  return blocks
}

const startsBlock = (lines: string[], at: number) =>
  [heading, bullet, number].some((kind) => kind.test(lines[at]!)) ||
  (row.test(lines[at]!) && ruler.test(lines[at + 1] ?? ''))

const cellsOf = (inside: string) => inside.split('|').map((cell) => spansOf(cell.trim()))

// Bounded quantifiers: unclosed markers must not cause quadratic backtracking.
const mark =
  /\*\*([^*\n]{1,1000})\*\*|\[([^\]\n]{1,300})\]\((\/(?![/\\])[^\s)]{0,500}|#[^\s)]{1,100}|https:\/\/[^\s)]{1,500}|mailto:[^\s)]{1,320})\)|\{\{([A-Za-z]+)\}\}/g

/** Parses the inline markup of one line. */
export function spansOf(text: string): Span[] {
  const spans: Span[] = []
  let at = 0
  for (const found of text.matchAll(mark)) {
    const [whole, strong, label, href, fact] = found
    if (found.index > at) spans.push({ text: text.slice(at, found.index) })
    if (fact) spans.push({ fact: fact as LegalFact })
    else spans.push(strong === undefined ? { text: label!, href: href! } : { text: strong, strong: true })
    at = found.index + whole.length
  }
  if (at < text.length) spans.push({ text: text.slice(at) })
  return spans
}

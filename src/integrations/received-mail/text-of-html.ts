import { decodeEntities } from '#lib/html-entities.ts'

/** Each alternative ends before the next angle bracket, so that matching takes linear time. */
const token = /<!--|<(\/?)([a-z][a-z0-9]*)[^<>]*>|[^<]+|</gi
const skipped = new Set(['script', 'style', 'head', 'title', 'blockquote'])
const endsLine = new Set(['br', 'p', 'div', 'li', 'tr', 'h1', 'h2', 'h3'])

/** Maximum nesting of skipped elements; deeper ones end with the outer ones. */
const maxDepth = 100

/** Converts the HTML of a mail to text, without quoted content. */
export function textOfHtml(html: string): string {
  let text = ''
  const open: string[] = []
  let isComment = false
  for (const [part, slash, tag] of html.matchAll(token)) {
    if (isComment) isComment = !part.includes('-->')
    else if (part === '<!--') isComment = true
    else if (tag === undefined) {
      if (open.length === 0) text += part.replaceAll(/\s+/g, ' ')
    } else {
      const name = tag.toLowerCase()
      if (skipped.has(name)) {
        const at = open.lastIndexOf(name)
        if (slash) open.length = at < 0 ? open.length : at
        else if (open.length < maxDepth) open.push(name)
      } else if (open.length === 0 && endsLine.has(name) && (slash || name === 'br')) text += '\n'
    }
  }
  return decodeEntities(text)
}

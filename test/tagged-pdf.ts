// Extracts what assistive technology reads from a PDF of Chromium: language, title, and the structure tree with its text.
import { inflateSync } from 'node:zlib'

/** The letters of `text` are in visual order, as Chromium writes Hebrew. */
type Element = { tag: string; text: string }

const readTags = new Set(['H1', 'H2', 'H3', 'P', 'LI', 'TH', 'TD'])

export function readTaggedPdf(bytes: Buffer) {
  const file = bytes.toString('latin1')
  const objects = new Map<string, string>()
  for (const [, id, body] of file.matchAll(/(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj/gs)) objects.set(id!, body!)
  const object = (id: string) => objects.get(id) ?? ''
  const catalog = [...objects.values()].find((body) => body.includes('/Type /Catalog')) ?? ''
  const pages = [...objects].filter(([, body]) => /\/Type \/Page\b/.test(body))
  const wordsById = new Map(pages.map(([id, body]) => [id, wordsByMark(body, object)]))

  const elements: Element[] = []
  /** Adds the elements below one, in reading order. Text is assigned to the nearest ancestor; list markers are skipped. */
  function read(id: string, page: string, above: Element | undefined) {
    const body = object(id)
    const tag = /\/S \/(\w+)/.exec(body)?.[1] ?? ''
    if (tag === 'Lbl') return
    const on = /\/Pg (\d+) 0 R/.exec(body)?.[1] ?? page
    const kids = /\/K (\[[^\]]*\]|\d+ 0 R|\d+)/.exec(body)?.[1] ?? ''
    const own = readTags.has(tag) ? { tag, text: '' } : above
    if (own && own !== above) elements.push(own)
    for (const [, ref, mark] of kids.matchAll(/(\d+) 0 R|(\d+)/g)) {
      if (ref !== undefined) read(ref, on, own)
      else if (own) own.text += wordsById.get(on)?.get(Number(mark)) ?? ''
    }
  }
  const root = [...objects.values()].find((body) => body.includes('/Type /StructTreeRoot')) ?? ''
  read(/\/K (\d+) 0 R/.exec(root)?.[1] ?? '', '', undefined)
  return {
    language: /\/Lang \((\w+)\)/.exec(catalog)?.[1],
    isMarked: /\/MarkInfo <<[^>]*\/Marked true/.test(catalog),
    pages: pages.length,
    title: hexText(/\/Title <([0-9A-F]+)>/.exec(file)?.[1] ?? ''),
    elements,
  }
}

/** Decodes UTF-16 with a byte order mark. */
const hexText = (hex: string) =>
  String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => parseInt(unit, 16))).replace('\uFEFF', '')

/** The text of each marked content of a page. */
function wordsByMark(page: string, object: (id: string) => string): Map<number, string> {
  const stream = (id: string) => inflated(object(id))
  const fonts = new Map(
    [...(/\/Font <<(.*?)>>/s.exec(page)?.[1] ?? '').matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [
      name!,
      lettersOf(stream(/\/ToUnicode (\d+) 0 R/.exec(object(id!))?.[1] ?? '')),
    ]),
  )
  const content = stream(/\/Contents (\d+) 0 R/.exec(page)?.[1] ?? '')
  const wordsById = new Map<number, string>()
  let mark = -1
  let letters = new Map<string, string>()
  for (const [, id, font, hex] of content.matchAll(/\/MCID (\d+)|\/(F\d+) [\d.]+ Tf|<([0-9A-F]+)>/g)) {
    if (id !== undefined) mark = Number(id)
    else if (font !== undefined) letters = fonts.get(font) ?? new Map()
    else
      for (const code of hex!.match(letters.size > 0 && [...letters.keys()][0]!.length === 2 ? /../g : /.{4}/g) ?? [])
        wordsById.set(mark, (wordsById.get(mark) ?? '') + (letters.get(code) ?? ''))
  }
  return wordsById
}

function inflated(body: string): string {
  const start = body.indexOf('stream\n') + 'stream\n'.length
  const bytes = Buffer.from(body.slice(start, body.lastIndexOf('\nendstream')), 'latin1')
  return (body.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1')
}

/** Maps glyph codes to letters, from a CMap. */
function lettersOf(cmap: string): Map<string, string> {
  const letters = new Map<string, string>()
  for (const [, block] of cmap.matchAll(/beginbfchar(.*?)endbfchar/gs))
    for (const [, code, to] of block!.matchAll(/<(\w+)> <(\w+)>/g)) letters.set(code!, hexText(to!))
  for (const [, block] of cmap.matchAll(/beginbfrange(.*?)endbfrange/gs))
    for (const [, from, until, to] of block!.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
      for (let code = parseInt(from!, 16), i = 0; code <= parseInt(until!, 16); code++, i++)
        letters.set(
          code.toString(16).toUpperCase().padStart(from!.length, '0'),
          String.fromCharCode(parseInt(to!, 16) + i),
        )
  return letters
}

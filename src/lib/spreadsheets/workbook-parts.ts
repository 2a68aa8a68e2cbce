// The other parts of a workbook: sheet order, shared strings, and the styles that mark dates.
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { NotASheet } from './sheet-row.ts'

/** The unpacked bytes of one part, as a stream of Node or of the browser. */
export type PartBytes = AsyncIterable<Uint8Array>

type Handlers = { open?: (tag: SaxesTagPlain) => void; text?: (text: string) => void; close?: (name: string) => void }

/** A limit against decompression bombs, far above the text of a hundred thousand rows. */
const maxSharedCharacters = 80_000_000

/** Parses XML in chunks; `afterEach` runs between them. Names come without their prefix. */
export async function* readXml<T>(
  stream: PartBytes,
  { open, text, close }: Handlers,
  afterEach: () => Iterable<T>,
): AsyncGenerator<T> {
  const parser = new SaxesParser()
  const bare = (name: string) => name.slice(name.indexOf(':') + 1)
  if (open) parser.on('opentag', (tag) => open({ ...tag, name: bare(tag.name) } as SaxesTagPlain))
  if (text) parser.on('text', text)
  if (close) parser.on('closetag', (tag) => close(bare(tag.name)))
  parser.on('error', (error) => {
    throw new NotASheet('file_broken', { cause: error })
  })
  const decoder = new TextDecoder()
  for await (const chunk of stream) {
    parser.write(decoder.decode(chunk, { stream: true }))
    yield* afterEach()
  }
  parser.write(decoder.decode()).close()
  yield* afterEach()
}

async function finish(reading: AsyncGenerator<never>) {
  for await (const _ of reading);
}
const nothing = () => []

/** The relationship of the first visible sheet, and whether the epoch of its dates is 1904. */
export async function readWorkbook(stream: PartBytes) {
  let sheet: string | undefined
  let from1904 = false
  const open = ({ name, attributes }: SaxesTagPlain) => {
    if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
    if (name === 'sheet' && (attributes['state'] ?? 'visible') === 'visible') sheet ??= attributes['r:id']
  }
  await finish(readXml(stream, { open }, nothing))
  return { sheet, from1904 }
}

/** The target of each relationship of the workbook. */
export async function readRelations(stream: PartBytes): Promise<Map<string, string>> {
  const targets = new Map<string, string>()
  const open = ({ name, attributes }: SaxesTagPlain) => {
    if (name === 'Relationship') targets.set(attributes['Id'] ?? '', attributes['Target'] ?? '')
  }
  await finish(readXml(stream, { open }, nothing))
  return targets
}

/** The shared strings, by index. Phonetic readings of East Asian characters are skipped. */
export async function readSharedStrings(stream: PartBytes): Promise<string[]> {
  const all: string[] = []
  let size = 0
  let content = ''
  let inText = false
  let isReading = false
  const open = ({ name }: SaxesTagPlain) => {
    if (name === 'si') content = ''
    if (name === 'rPh') isReading = true
    inText = name === 't' && !isReading
  }
  const text = (piece: string) => {
    if (!inText) return
    content += piece
    size += piece.length
    if (size > maxSharedCharacters) throw new NotASheet('file_too_large_inside')
  }
  const close = (name: string) => {
    inText = false
    if (name === 'rPh') isReading = false
    if (name === 'si') all.push(content)
  }
  await finish(readXml(stream, { open, text, close }, nothing))
  return all
}

const builtInDates = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])

/** For each cell style, whether it displays its number as a date. */
export async function readDateStyles(stream: PartBytes): Promise<boolean[]> {
  const own = new Map<number, boolean>()
  const styles: boolean[] = []
  let inCells = false
  const open = ({ name, attributes }: SaxesTagPlain) => {
    if (name === 'cellXfs') inCells = true
    if (name === 'numFmt') own.set(Number(attributes['numFmtId']), showsDate(attributes['formatCode'] ?? ''))
    if (name === 'xf' && inCells) {
      const format = Number(attributes['numFmtId'])
      styles.push(own.get(format) ?? builtInDates.has(format))
    }
  }
  const close = (name: string) => {
    if (name === 'cellXfs') inCells = false
  }
  await finish(readXml(stream, { open, close }, nothing))
  return styles
}

const showsDate = (format: string) => /[dmy]/i.test(format.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, ''))

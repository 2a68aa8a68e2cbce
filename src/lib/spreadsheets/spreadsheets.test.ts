import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import fc from 'fast-check'
import yazl from 'yazl'
import { afterAll, expect, test } from 'vitest'
import { byteOrderMark, csvLine, readCsv } from './csv.ts'
import { openSheet } from './open-sheet.ts'
import { NotASheet } from './sheet-row.ts'
import { writeXlsx } from './write-xlsx.ts'

const folder = await mkdtemp(join(tmpdir(), 'sheets-'))
afterAll(() => rm(folder, { recursive: true }))

async function saved(bytes: string | Uint8Array) {
  const path = join(folder, crypto.randomUUID())
  await writeFile(path, bytes)
  return path
}

async function readAll(path: string) {
  const { rows, ...about } = await openSheet(path)
  return { ...about, rows: await Array.fromAsync(rows) }
}

const hebrew1255 = (text: string) =>
  Uint8Array.from(text, (sign) => {
    const code = sign.codePointAt(0)!
    return code >= 0x5d0 && code <= 0x5ea ? code - 0x5d0 + 0xe0 : code
  })
const wide = (text: string) => new Uint8Array(Uint16Array.from(text, (sign) => sign.charCodeAt(0)).buffer)

const list = 'שם,טלפון\r\nדנה כהן,050-1234567\r\n\r\n"לוי, אבי",03-1234567\r\n'
const read = [
  { n: 1, cells: ['שם', 'טלפון'] },
  { n: 2, cells: ['דנה כהן', '050-1234567'] },
  { n: 4, cells: ['לוי, אבי', '03-1234567'] },
]

test.each([
  ['UTF-8 with a byte order mark', byteOrderMark + list, 'utf-8'],
  ['UTF-8 without a byte order mark', list, 'utf-8'],
  ['Windows-1255', hebrew1255(list), 'windows-1255'],
  ['UTF-16LE with a byte order mark', wide(`\ufeff${list}`), 'utf-16le'],
  ['UTF-16LE without a byte order mark', wide(list), 'utf-16le'],
  ['UTF-16BE', Buffer.from(wide(`\ufeff${list}`)).swap16(), 'utf-16be'],
])('a CSV file in %s is parsed, and its empty line is counted and skipped', async (_what, bytes, encoding) => {
  expect(await readAll(await saved(bytes))).toEqual({ kind: 'csv', encoding, separator: ',', rows: read })
})

test('Hebrew that begins after the first hundred kilobytes is still detected', async () => {
  const path = await saved(Buffer.concat([Buffer.from('name,phone\r\n'.repeat(20_000)), hebrew1255('דנה,1\r\n')]))
  const { encoding, rows } = await readAll(path)
  expect([encoding, rows.at(-1)]).toEqual(['windows-1255', { n: 20_001, cells: ['דנה', '1'] }])
})

test.each([';', '\t', '|'])('%j is detected as delimiter', async (separator) => {
  const text = `שם${separator}עיר, מדינה\nדנה${separator}חיפה\nאבי${separator}יפו\n`
  expect(await readAll(await saved(text))).toMatchObject({ separator, rows: [{}, { cells: ['דנה', 'חיפה'] }, {}] })
})

test('quotes inside words and quotes that were not doubled are preserved', async () => {
  const { rows } = await readAll(await saved('דוא"ל,שם\n"חברת הכט"ב","אבי ""הגבר"" לוי"\n"שתי\nשורות",ב\n'))
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['דוא"ל', 'שם'],
    ['חברת הכט"ב', 'אבי "הגבר" לוי'],
    ['שתי\nשורות', 'ב'],
  ])
})

test('rows do not depend on how the text is split into chunks', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.stringMatching(/^[אב",;\r\n ]{0,6}$/), { minLength: 2, maxLength: 3 }), { maxLength: 4 }),
      fc.integer({ min: 1, max: 5 }),
      async (table, size) => {
        const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
        const text = table.map((cells) => cells.map(quoted).join(',')).join('\r\n')
        const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
        const rows = await Array.fromAsync(readCsv(asAsync(pieces), ','))
        const expected = table.map((cells) => cells.map((cell) => cell.trim())).filter((cells) => cells.some(Boolean))
        expect(rows.map(({ cells }) => cells)).toEqual(expected)
      },
    ),
  ))

test.each([
  ['an empty file', '', 'file_empty'],
  ['a PDF named .csv', '%PDF-1.7\n...', 'not_a_table'],
  ['an HTML table named .xls', '<html><table><tr><td>1</table>', 'not_a_table'],
  ['an image', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), 'not_a_table'],
  ['a legacy .xls file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old_excel'],
  ['a truncated workbook', Buffer.from('PK\x03\x04rest', 'latin1'), 'file_broken'],
  ['an unclosed quote', `a,b\n1,"2\n${'x,y\n'.repeat(50_000)}`, 'unclosed_quote'],
])('as a spreadsheet, %s is refused with its error code', async (_what, bytes, code) => {
  await expect(saved(bytes).then(readAll)).rejects.toEqual(new NotASheet(code as NotASheet['code']))
})

async function zipped(parts: Record<string, string>) {
  const zip = new yazl.ZipFile()
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  const path = join(folder, crypto.randomUUID())
  await pipeline(zip.outputStream, createWriteStream(path))
  return path
}

test('a ZIP archive that is not a workbook is refused', async () => {
  await expect(zipped({ 'word/document.xml': '<a/>' }).then(readAll)).rejects.toEqual(new NotASheet('not_a_table'))
})

test('an Excel workbook: first visible sheet, shared and rich strings, dates, numbers as displayed', async () => {
  const path = await zipped({
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets><sheet name="old" state="hidden" r:id="a"/><sheet name="לקוחות" r:id="b"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/><Relationship Id="b" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy"/><numFmt numFmtId="171" formatCode="0.00 &quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst><si><t>שם</t></si><si><r><t>דנה </t></r><r><t>כהן</t></r><rPh><t>x</t></rPh></si></sst>`,
    'xl/worksheets/sheet2.xml': `<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="3"><c r="A3" t="s"><v>1</v></c><c r="C3" s="1"><v>45292</v></c><c r="D3"><v>5.01234567E8</v></c><c r="E3" s="2"><v>0.30000000000000004</v></c><c r="F3" t="e"><v>#N/A</v></c><c r="G3" t="inlineStr"><is><t>שלום &amp; ברכה</t></is></c></row></sheetData></worksheet>`,
  })
  expect(await readAll(path)).toEqual({
    kind: 'xlsx',
    encoding: null,
    separator: null,
    rows: [
      { n: 1, cells: ['שם'] },
      { n: 3, cells: ['דנה כהן', '', '2024-01-01', '501234567', '0.3', '', 'שלום & ברכה'] },
    ],
  })
})

test('a written workbook is read back unchanged, with markup and control characters', async () => {
  const lines = [
    ['שם', 'הערה'],
    ['דנה <כהן>', '=HYPERLINK("a") & \u0001עוד'],
  ]
  const path = join(folder, crypto.randomUUID())
  await pipeline(writeXlsx('אנשי קשר', asAsync(lines)), createWriteStream(path))
  const { rows } = await readAll(path)
  expect(rows.map(({ cells }) => cells)).toEqual([lines[0], ['דנה <כהן>', '=HYPERLINK("a") & עוד']])
})

async function* asAsync<T>(all: Iterable<T>) {
  yield* all
}

test('an error while rows are written fails the stream of the workbook', async () => {
  async function* broken() {
    yield ['שם']
    throw new Error('the database went away')
  }
  const path = join(folder, crypto.randomUUID())
  await expect(pipeline(writeXlsx('א', broken()), createWriteStream(path))).rejects.toThrow('went away')
})

test('a cell that a spreadsheet would evaluate is written as text, and quotes are preserved', () => {
  expect(csvLine(['＝HYPERLINK()', '＠x', '\n=1'])).toBe(`'＝HYPERLINK(),'＠x,"'\n=1"\r\n`)
  expect(csvLine(['=1+1', '+972', '-5', '@cmd', 'צה"ל', 'א,ב', 'רגיל'])).toBe(
    `'=1+1,'+972,'-5,'@cmd,"צה""ל","א,ב",רגיל\r\n`,
  )
})

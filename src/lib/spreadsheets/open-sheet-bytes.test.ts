import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openSheetBytes } from './open-sheet-bytes.ts'
import { NotASheet } from './sheet-row.ts'
import { writeXlsx } from './write-xlsx.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const readAll = async (bytes: Uint8Array<ArrayBuffer>) =>
  (await Array.fromAsync(openSheetBytes(bytes))).map(({ cells }) => cells)

const workbook = async (rows: string[][]) =>
  new Uint8Array(await buffer(writeXlsx('תנועות', Readable.from(rows) as AsyncIterable<string[]>)))

test('a workbook in memory is parsed to its original rows', async () => {
  const rows = [
    ['תאריך', 'סכום'],
    ['01/11/2026', '₪ 1,240.00'],
  ]
  expect(await readAll(await workbook(rows))).toEqual(rows)
})

test('tables of an HTML file with an Excel extension are parsed, without scripts and with decoded entities', async () => {
  const html = `<!DOCTYPE html><html><head><title>תנועות</title></head><body><script>"<tr><td>no</td></tr>"</script>
    <table><tr><td colspan="3">חשבון 1</td></tr></table>
    <table><tr><th>תאריך<th>תיאור<th>סכום</tr>
    <TR><TD title="a > b">01/11/26</TD><td>ב&quot;ה&nbsp;&amp; בניו<br>&#1489;</td><td></td></tr></table>`
  expect(await readAll(bytesOf(html))).toEqual([
    ['חשבון 1', '', ''],
    ['תאריך', 'תיאור', 'סכום'],
    ['01/11/26', 'ב"ה & בניו ב', ''],
  ])
})

test.each([
  ['an empty file', '', 'file_empty'],
  ['an old workbook, or one with a password', '\xd0\xcf\x11\xe0', 'old_excel'],
  ['a PDF', '%PDF-1.7', 'not_a_table'],
  ['an archive without its directory', 'PK\x03\x04 and no more', 'file_broken'],
  ['a quote that never closes', `a,b\n"${'c'.repeat(200_000)}`, 'unclosed_quote'],
])('%s is refused with %s', async (_what, text, code) => {
  await expect(readAll(Uint8Array.from(text, (sign) => sign.charCodeAt(0)))).rejects.toEqual(
    new NotASheet(code as NotASheet['code']),
  )
})

test('a damaged workbook is refused, whichever byte is damaged', async () => {
  const whole = await workbook([['תאריך', 'סכום'], ['01/11/2026', '5']]) // prettier-ignore
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 }), async (at, byte) => {
      const bytes = whole.slice()
      bytes[at] = byte
      const read = await readAll(bytes).catch((error: unknown) => error)
      expect(Array.isArray(read) || read instanceof NotASheet).toBe(true)
    }),
    { numRuns: 60 },
  )
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openSheetBytes } from '#lib/spreadsheets/open-sheet-bytes.ts'
import type { SheetRow } from '#lib/spreadsheets/sheet-row.ts'
import { groupLines } from './categorize.ts'
import { layoutFrom } from './columns.ts'
import { entriesOf, requestsOf, sortLines } from './plan-import.ts'
import { readAmount } from './read-amount.ts'
import { readLines, TooManyLines } from './read-lines.ts'

const today = '2026-11-25'
const noKnowledge = { keys: [], rules: [], typed: [], categories: [] }
const open = (name: string) =>
  openSheetBytes(new Uint8Array(readFileSync(new URL(`fixtures/${name}`, import.meta.url))))
const read = (name: string) => readLines(open(name), { today })
async function* rowsOf(...rows: string[][]): AsyncGenerator<SheetRow> {
  for (const [i, cells] of rows.entries()) yield { n: i + 1, cells }
}
const entries = (lines: Parameters<typeof groupLines>[0], rules: Parameters<typeof groupLines>[1] = []) =>
  entriesOf(groupLines(lines, rules))

// Expected income and expenses of the sample files in agorot, without card charges and other currencies.
test.each([
  ['leumi-account.xls', 5, 1_425_000, 550_220],
  ['leumi-account.csv', 4, 33_800, 93_990],
  ['hapoalim-account.xlsx', 5, 1_130_050, 262_010],
  ['hapoalim-account.csv', 3, 1_130_050, 163_000],
  ['discount-account.xlsx', 4, 987_540, 527_067],
  ['mizrahi-account.xls', 3, 864_000, 55_345],
  ['mizrahi-account.csv', 3, 864_000, 127_630],
  ['isracard.xlsx', 8, 0, 199_790],
  ['isracard.csv', 3, 0, 65_625],
  ['max.xlsx', 4, 0, 66_475],
  ['max.csv', 3, 0, 17_395],
  ['cal.csv', 2, 0, 103_640],
])('every line of %s is read, and the sums equal those of the file', async (name, count, income, outgoing) => {
  const { lines, errors, hasHeader } = await read(name)
  expect([hasHeader, lines.length, errors]).toEqual([true, count, []])
  const saved = entries(sortLines(lines, noKnowledge).fresh)
  const sum = (isIncome: boolean) =>
    saved.reduce((total, { kind, amount }) => ((kind === 'income') === isIncome ? total + amount : total), 0)
  expect([sum(true), sum(false)]).toEqual([income, outgoing])
})

test('an instalment counts in the month of its charge, and two equal purchases on one day are both counted', async () => {
  const { lines } = await read('isracard.xlsx')
  expect(lines.find(({ description }) => description.startsWith('אייס'))).toMatchObject({
    on: '2026-11-10',
    out: 30_000,
  })
  const coffees = lines.filter(({ description }) => description === 'קפה הדוגמה')
  expect(new Set(coffees.map(({ key }) => key)).size).toBe(2)
})

test('the charge of a card is excluded from the account, because its purchases are in the file of the card', async () => {
  const { lines } = await read('discount-account.xlsx')
  expect(groupLines(lines, []).find(({ merchant }) => merchant === 'כאל חיוב')).toMatchObject({ decision: 'skip', source: 'card' }) // prettier-ignore
})

test('lines of an earlier file in another format are recognised as duplicates, and so is a manually entered line', async () => {
  const [first, second] = [(await read('leumi-account.xls')).lines, (await read('leumi-account.csv')).lines]
  const sorted = sortLines(second, {
    ...noKnowledge,
    keys: first.map(({ key }) => key),
    typed: [{ on: '2026-11-18', amount: 65_000 }],
  })
  expect([sorted.known, sorted.perhapsTyped.length, sorted.fresh.length]).toEqual([2, 1, 1])
})

test('a chosen category becomes the rule of the merchant at all branches, for the same payment direction only', async () => {
  const rules = [{ match: 'משיכת מזומנ', kind: 'variable' as const, category: 'מזומן' }]
  const { lines } = await read('hapoalim-account.xlsx')
  const cash = groupLines(lines, rules).find(({ merchant }) => merchant === 'משיכת מזומנ')
  expect(cash).toMatchObject({ source: 'rule', decision: { category: 'מזומן' } })
  const branch = { ...lines[2]!, description: 'משיכת מזומן סניף הדוגמה' }
  expect(groupLines([branch], rules)[0]!.source).toBe('rule')
  expect(groupLines([{ ...branch, out: -40_000 }], rules)[0]!.decision).toMatchObject({ kind: 'income' })
})

test('an amount in a foreign currency is converted by a rate, and never added to shekels without a rate', async () => {
  const { lines } = await read('max.xlsx')
  const without = sortLines(lines, noKnowledge)
  expect(without.foreign.get('USD')).toHaveLength(1)
  expect(without.fresh.map(({ currency }) => currency)).toEqual(['ILS', 'ILS', 'ILS'])
  const converted = sortLines(lines, noKnowledge, { USD: 3.7 }).fresh.find(({ currency }) => currency === 'USD')
  expect(converted).toMatchObject({ out: 15_725, key: without.foreign.get('USD')![0]!.key })
})

test('a file without known headers requires a choice of its columns, and is read by the chosen ones', async () => {
  const rows = [['A', 'B', 'C'], ['01/11/2026', 'מכולת', '12.50'], ['מחר', 'קפה', '9'], ['02/11/2026', 'קפה', 'הרבה']] // prettier-ignore
  const unknown = await readLines(rowsOf(...rows), { today })
  expect([unknown.hasHeader, unknown.lines, unknown.sample.length]).toEqual([false, [], 4])
  expect(layoutFrom({ on: 0, description: 1 })).toHaveProperty('errorText')
  expect(layoutFrom({ on: 0, description: 1, out: 1 })).toHaveProperty('errorText')
  const selected = layoutFrom({ on: 0, description: 1, out: 2 })
  if ('errorText' in selected) throw new Error(selected.errorText)
  const { lines, errors } = await readLines(rowsOf(...rows), { today, layout: selected.layout })
  expect(lines).toMatchObject([{ row: 2, on: '2026-11-01', out: 1250 }])
  expect(errors.map(({ row, code }) => [row, code])).toEqual([[1, 'date'], [3, 'date'], [4, 'amount']]) // prettier-ignore
})

test('50,000 lines are read and sent in requests of limited size, and a larger file is refused', async () => {
  const header = 'תאריך רכישה,שם בית עסק,סכום חיוב\n'
  const line = (i: number) => `${String((i % 28) + 1).padStart(2, '0')}/10/2026,עסק ${i % 900},${i % 300}.50\n`
  const file = (n: number) => new TextEncoder().encode(header + Array.from({ length: n }, (_, i) => line(i)).join(''))
  const { lines } = await readLines(openSheetBytes(file(50_000)), { today })
  const requests = requestsOf(entries(lines), [], false)
  expect([lines.length, requests.length, requests.at(-1)!.entries.length]).toEqual([50_000, 100, 500])
  expect(new Set(lines.map(({ key }) => key)).size).toBe(50_000)
  await expect(readLines(openSheetBytes(file(50_001)), { today })).rejects.toThrow(TooManyLines)
})

test.each([
  ['1,234.56', 123_456, undefined],
  ['-12.3', -1230, undefined],
  ['150.00-', -15_000, undefined],
  ['(45.00)', -4500, undefined],
  ['\u200e₪ 38.2', 3820, 'ILS'],
  ['15.49 $', 1549, 'USD'],
  ['12 ש"ח', 1200, 'ILS'],
  ['', undefined, undefined],
  ['קפה', undefined, undefined],
  ['1.2.3', undefined, undefined],
])('the amount %j is parsed as %s', (text, hundredths, currency) => {
  expect(readAmount(text)).toEqual(hundredths === undefined ? undefined : { hundredths, currency })
})

// Streams the rows of a workbook's first sheet: only shared strings are held in memory.
import type { SaxesTagPlain } from 'saxes'
import { NotASheet, type SheetRow } from './sheet-row.ts'
import {
  type PartBytes,
  readDateStyles,
  readRelations,
  readSharedStrings,
  readWorkbook,
  readXml,
} from './workbook-parts.ts'

/** The unpacked size limit of one part of the workbook. */
export const maxPartBytes = 1_000_000_000
export const maxParts = 5000
const maxColumns = 200

/** Undefined if the workbook does not have this part. */
export type OpenPart = (name: string) => Promise<PartBytes | undefined>

/** The rows of the workbook's first visible sheet. Throws NotASheet. */
export async function* readWorkbookRows(open: OpenPart): AsyncGenerator<SheetRow> {
  try {
    const workbook = await open('xl/workbook.xml')
    if (!workbook) throw new NotASheet('not_a_table')
    const { sheet, from1904 } = await readWorkbook(workbook)
    const relations = await open('xl/_rels/workbook.xml.rels')
    const target = relations && (await readRelations(relations)).get(sheet ?? '')
    const rows = target && (await open(target.startsWith('/') ? target.slice(1) : `xl/${target}`))
    if (!rows) throw new NotASheet('file_broken')
    const [sharedStrings, styles] = [await open('xl/sharedStrings.xml'), await open('xl/styles.xml')]
    const shared = sharedStrings ? await readSharedStrings(sharedStrings) : []
    const isDate = styles ? await readDateStyles(styles) : []
    yield* readRows(rows, { shared, isDate, from1904 })
  } catch (error) {
    throw error instanceof NotASheet ? error : new NotASheet('file_broken', { cause: error })
  }
}

type Around = { shared: readonly string[]; isDate: readonly boolean[]; from1904: boolean }

function readRows(stream: PartBytes, around: Around): AsyncGenerator<SheetRow> {
  let done: SheetRow[] = []
  let n = 0
  let cells: string[] = []
  let column = -1
  let cell: { type: string | undefined; style: number } | undefined
  let value = ''
  let inValue = false
  const open = ({ name, attributes }: SaxesTagPlain) => {
    if (name === 'row') {
      n = Number(attributes['r']) || n + 1
      cells = []
      column = -1
    } else if (name === 'c') {
      column = columnOf(attributes['r']) ?? column + 1
      cell = { type: attributes['t'], style: Number(attributes['s'] ?? 0) }
      value = ''
    } else if (cell && (name === 'v' || name === 't')) inValue = true
  }
  const text = (piece: string) => {
    if (inValue) value += piece
  }
  const close = (name: string) => {
    if (name === 'v' || name === 't') inValue = false
    else if (name === 'c' && cell) {
      if (column < maxColumns) {
        while (cells.length < column) cells.push('')
        cells[column] = formatValue(value, cell.type, cell.style, around)
      }
      cell = undefined
    } else if (name === 'row' && cells.some((one) => one !== '')) done.push({ n, cells })
  }
  return readXml(stream, { open, text, close }, () => {
    const ready = done
    done = []
    return ready
  })
}

/** 'BC12' is the 55th column. Zero-based. */
function columnOf(reference: string | undefined) {
  const letters = /^[A-Z]+/.exec(reference ?? '')?.[0]
  if (!letters) return undefined
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

function formatValue(value: string, type: string | undefined, style: number, { shared, isDate, from1904 }: Around) {
  if (type === 's') return (shared[Number(value)] ?? '').trim()
  if (type === 'inlineStr' || type === 'str') return value.trim()
  if (type === 'e') return ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type === 'd') return value.slice(0, 10)
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value.trim()
  if (isDate[style]) return dateOf(number, from1904)
  // Excel displays at most fifteen significant digits of its floating point numbers.
  return String(Number(number.toPrecision(15)))
}

const dayMs = 86_400_000

/** Days since 31 December 1899 as 'YYYY-MM-DD', with the time of day where there is one. */
function dateOf(days: number, from1904: boolean) {
  const instant = new Date(Date.UTC(1899, 11, 30) + Math.round((days + (from1904 ? 1462 : 0)) * dayMs))
  if (Number.isNaN(instant.getTime())) return ''
  const text = instant.toISOString()
  return days % 1 === 0 ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
}

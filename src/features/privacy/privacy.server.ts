// Export of everything stored about a person (data subject access request).
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { formatLongDate } from '#lib/time/dates.ts'
import { byteOrderMark, csvLine } from '#lib/spreadsheets/csv.ts'
import { z } from '#lib/schema.ts'
import { ExportPerson, holdings, refusals } from './privacy.ts'
import { zip, type ZippedFile } from './zip.server.ts'

type Rows = Record<string, unknown>[]

/** Opens sealed answers of a submission; injected, because another module owns them. */
type OpenAnswers = (submissionId: string, sealed: Buffer) => unknown

/** Returns a ZIP of JSON and one CSV table per entity, and records the export. */
export const exportPerson = (openAnswers: OpenAnswers) =>
  defineFunction({
    name: 'export-person',
    caller: async (db: Db) => (await db.one<{ may: boolean }>(`select has_role('owner', 'admin') as may`)).may,
    as: 'service', // the exported tables are not readable by any single role
    refusals,
    perClient: { burst: 20, refillMs: 600_000 },
    input: ExportPerson,
    output: z.instanceof(Buffer),
    async run({ input: { id }, db, caller }) {
      const { data } = await db.one<{ data: Record<string, Rows> }>('select person_data($1) as data', [id])
      await db.query(`insert into privacy_events (person_id, kind, by) values ($1, 'exported', $2)`, [
        id,
        caller.userId,
      ])
      return zip(filesOf(withOpenAnswers(data, openAnswers), new Date()))
    },
  })

function withOpenAnswers({ form_sealed_answers: rows, ...data }: Record<string, Rows>, open: OpenAnswers) {
  if (!rows) return data
  const opened = rows.map(({ submission_id: id, sealed }) => ({
    submission_id: id,
    answers: open(String(id), bytesOf(sealed)),
  }))
  return { ...data, form_sealed_answers: opened }
}

/** PostgreSQL's hex format: \x and two digits per byte. */
const bytesOf = (hex: unknown) => Buffer.from(String(hex).slice(2), 'hex')

/** The archive's files: a note, all data as JSON, and tables as CSV. */
export function filesOf(held: Readonly<Record<string, Rows>>, now: Date): ZippedFile[] {
  const { data, photos } = extractPhotos(held)
  const tables = Object.entries(data)
  const titleOf = (table: string) => holdings[table]?.label ?? table
  const note = [
    `כל המידע שנשמר, נכון ל${formatLongDate(now)}.`,
    'הקובץ person.json כולל הכול, לקריאה בתוכנה. כל קובץ CSV הוא טבלה אחת, ונפתח בגיליון.',
    'הקבצים עצמם (מסמכים שהועלו) מופיעים ברשימה, ונמסרים בנפרד.',
    '',
    ...tables.map(([table, rows]) => `${table}.csv: ${titleOf(table)} (${rows.length})`),
  ]
  return [
    { name: 'read-me.txt', content: byteOrderMark + note.join('\r\n') },
    { name: 'person.json', content: JSON.stringify(data, null, 2) },
    ...tables.map(([table, rows]) => ({ name: `${table}.csv`, content: tableOf(rows) })),
    ...photos,
  ]
}

/** Photos become files of their own, named by row id. */
function extractPhotos({ review_photos: rows, ...data }: Readonly<Record<string, Rows>>) {
  if (!rows) return { data, photos: [] }
  return {
    data: { ...data, review_photos: rows.map(({ bytes: _bytes, ...row }) => row) },
    photos: rows.map(({ id, bytes }) => ({
      name: `review_photos/${String(id)}.webp`,
      content: bytesOf(bytes),
    })),
  }
}

function tableOf(rows: Rows): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = rows.map((row) => csvLine(columns.map((column) => textOf(row[column]))))
  return byteOrderMark + csvLine(columns) + lines.join('')
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value)

// Everything that is known of a person as one file: for them, when they ask.
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/as-role.ts'
import { formatLongDate } from '#lib/time/dates.ts'
import { byteOrderMark, csvLine } from '#lib/spreadsheets/csv.ts'
import { z } from '#lib/schema.ts'
import { ExportPerson, holdings, refusals } from './privacy.ts'
import { zip, type ZippedFile } from './zip.server.ts'

type Rows = Record<string, unknown>[]

/** Gives out a ZIP of JSON and of a table for each kind of thing, and writes down that it did. */
export const exportPerson = defineFunction({
  name: 'export-person',
  caller: async (db: Db) => (await db.one<{ may: boolean }>(`select has_role('owner', 'admin') as may`)).may,
  as: 'service', // what is known of a person lies in tables that no single role may read
  refusals,
  perClient: { burst: 20, refillMs: 600_000 },
  input: ExportPerson,
  output: z.instanceof(Buffer),
  async run({ input: { id }, db, caller }) {
    const { data } = await db.one<{ data: Record<string, Rows> }>('select person_data($1) as data', [id])
    await db.query(`insert into privacy_events (person_id, kind, by) values ($1, 'exported', $2)`, [id, caller.userId])
    return zip(filesOf(data, new Date()))
  },
})

/** The files of the archive: a note for whoever opens it, all of it for programs, and tables for people. */
export function filesOf(held: Readonly<Record<string, Rows>>, now: Date): ZippedFile[] {
  const { data, photos } = photosApart(held)
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

/** A photo is to be looked at: it stands as a file of its own, under the id that its row has. */
function photosApart({ review_photos: rows, ...data }: Readonly<Record<string, Rows>>) {
  if (!rows) return { data, photos: [] }
  return {
    data: { ...data, review_photos: rows.map(({ bytes: _bytes, ...row }) => row) },
    photos: rows.map(({ id, bytes }) => ({
      name: `review_photos/${String(id)}.webp`,
      // As PostgreSQL writes bytes: \x and two digits for each.
      content: Buffer.from(String(bytes).slice(2), 'hex'),
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

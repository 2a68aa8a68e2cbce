// Export of everything stored about a person (data subject access request).
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { formatLongDate } from '#lib/time/dates.ts'
import { byteOrderMark, csvLine } from '#lib/spreadsheets/csv.ts'
import { z } from '#lib/schema.ts'
import { ExportPerson, holdings, refusals } from './privacy.ts'
import { zip, type ZippedFile } from './zip.server.ts'

type Rows = Record<string, unknown>[]

/** Decrypts answers of a form or quiz; injected, because other modules own them. */
type OpenAnswers = Record<'forms' | 'quizzes', (ownerId: string, sealed: Buffer) => unknown>

/** Decrypts the shared part of a household's budget and records the access; injected from another module. */
type ExportBudget = (db: Db, userId: string, rows: Rows) => Promise<Rows>

/** Decrypts the values of metrics. Injected, because another module owns them. */
type ExportMetrics = (rows: Rows) => Rows

type Parts = { openAnswers: OpenAnswers; exportBudget: ExportBudget; exportMetrics: ExportMetrics }

/** Returns a ZIP of JSON and one CSV table per entity, and records the export. */
export const exportPerson = ({ openAnswers, exportBudget, exportMetrics }: Parts) =>
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
      const budget = data['budget_items'] && (await exportBudget(db, caller.userId!, data['budget_items']))
      const periods = data['metric_periods'] && exportMetrics(data['metric_periods'])
      const opened = { ...data, ...(budget && { budget_items: budget }), ...(periods && { metric_periods: periods }) }
      return zip(filesOf(withOpenAnswers(opened, openAnswers), new Date()))
    },
  })

function withOpenAnswers(data: Record<string, Rows>, open: OpenAnswers) {
  const { form_sealed_answers: ofForms, form_former_answers: former, quiz_sealed_answers: ofQuizzes } = data
  return {
    ...data,
    ...(ofForms && { form_sealed_answers: opened(ofForms, 'submission_id', open.forms) }),
    ...(former && {
      form_former_answers: former.map(({ sealed, ...row }) => ({
        ...row,
        ...(typeof sealed === 'string' && {
          sealed_answers: open.forms(String(row['submission_id']), bytesOf(sealed)),
        }),
      })),
    }),
    ...(ofQuizzes && { quiz_sealed_answers: opened(ofQuizzes, 'attempt_id', open.quizzes) }),
  }
}

const opened = (rows: Rows, owner: string, open: OpenAnswers[keyof OpenAnswers]) =>
  rows.map((row) => ({ [owner]: row[owner], answers: open(String(row[owner]), bytesOf(row['sealed'])) }))

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

/** Photos become separate files, named by row id. */
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

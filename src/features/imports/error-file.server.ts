// import-errors: the rows that were rejected or imported without a value, for correction. The file can be imported again unchanged.
import { Readable } from 'node:stream'
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint } from '#kernel/functions/functions.ts'
import { byteOrderMark, csvLine } from '#lib/spreadsheets/csv.ts'
import { customPrefix, fieldLabels } from './columns.ts'
import { errorFileColumns } from './error-file.ts'
import { type Import, ImportId, type ImportRow, maxRows, reasons, refusals } from './imports.ts'
import { isImporter } from './imports.server.ts'

const pageRows = 5000

type Faulty = Pick<ImportRow, 'n' | 'raw' | 'reason' | 'reason_column' | 'faults'> & { is_rejected: boolean }

/** Rows verbatim, after their line number and the errors by field. */
export const importErrors = defineEndpoint({
  caller: isImporter,
  as: 'service', // rows are written by the server only, and read in pages of one transaction each
  refusals,
  name: 'import-errors',
  methods: ['POST'],
  async fetch(request, { transaction }) {
    const parsed = ImportId.safeParse(await request.json().catch(() => undefined))
    if (!parsed.success) throw new Refusal('invalid_input', 422, refusals.import_not_found)
    const { importId } = parsed.data
    const [found] = await transaction((db) => db.query<Import>('select * from imports where id = $1', [importId]))
    if (!found) throw new Refusal('import_not_found', 404, refusals.import_not_found)
    const custom = await transaction((db) =>
      db.query<{ key: string; label: string }>(`select key, label from custom_field_defs where entity = 'contact'`),
    )
    const labels = columnLabels(found, new Map(custom.map(({ key, label }) => [customPrefix + key, label])))
    async function* lines() {
      yield byteOrderMark + csvLine([...errorFileColumns, ...labels])
      for (let after = 0; after <= 10 * maxRows;) {
        const page = await transaction((db) =>
          db.query<Faulty>(
            `select n, raw, reason, reason_column, faults, coalesce(result, plan) = 'error' as is_rejected from import_rows
             where import_id = $1 and n > $2 and (coalesce(result, plan) = 'error' or faults <> '[]') order by n limit $3`,
            [importId, after, pageRows],
          ),
        )
        if (page.length === 0) return
        yield page.map((row) => csvLine([String(row.n), whatToCorrect(row, labels), ...row.raw])).join('')
        after = page.at(-1)!.n
      }
    }
    return new Response(Readable.toWeb(Readable.from(lines(), { objectMode: false })) as ReadableStream, {
      headers: { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' },
    })
  },
})

/** The file's headers, or the labels of the mapped fields. The mapping of a corrected file is guessed from them. */
const columnLabels = ({ header, mapping }: Import, custom: ReadonlyMap<string, string>) =>
  header.map((name, column) => {
    const field = mapping[column] ?? ''
    return name || fieldLabels[field as keyof typeof fieldLabels] || custom.get(field) || `עמודה ${column + 1}`
  })

function whatToCorrect({ reason, reason_column, faults, is_rejected }: Faulty, labels: readonly string[]): string {
  const own = is_rejected && !faults.some((rowIssue) => rowIssue.reason === reason && rowIssue.column === reason_column)
  const all = [...(own ? [{ reason: reason ?? '', column: reason_column }] : []), ...faults]
  const texts = all.map(({ reason, column }) => {
    const text = reasons[reason] ?? reasons['line_refused']!
    return column === null ? text : `${labels[column]}: ${text}`
  })
  return [...new Set(texts)].join('; ')
}

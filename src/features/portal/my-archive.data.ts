// The client's own data as a ZIP file: everything as JSON, each list as CSV, and the documents. It is created in the browser with the
// client's own rights, so it contains only what the portal shows.
import { useMutation } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import { safeName } from '#lib/archive-paths.ts'
import { byteOrderMark, csvLine } from '#lib/spreadsheets/csv.ts'
import { formatLongDate } from '#lib/time/dates.ts'
import { zipBlob, type ZipPart } from '#lib/zip-blob.ts'
import { linkToFile } from '#platform/files/files.data.ts'

type Row = Readonly<Record<string, unknown>>

const titles: Readonly<Record<string, string>> = {
  contact: 'פרטים',
  contact_points: 'טלפונים וכתובות',
  processes: 'תהליך הליווי',
  stages: 'שלבים',
  tasks: 'משימות',
  files: 'מסמכים',
  stage_documents: 'מסמכים של שלבים',
  signatures: 'חתימות',
  summaries: 'סיכומי פגישות',
  consents: 'הסכמות',
  messages: 'הודעות',
  appointments: 'פגישות',
  packages: 'חבילות פגישות',
  payments: 'תשלומים',
  budget: 'התקציב',
  metrics: 'מספרים שדווחו',
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
const rowsOf = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRow) : isRow(value) ? [value] : [])

export function asCsv(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const textOf = (value: unknown) =>
    typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value)
  return (
    byteOrderMark + csvLine(columns) + rows.map((row) => csvLine(columns.map((name) => textOf(row[name])))).join('')
  )
}

async function readMyData(backend: Backend): Promise<Record<string, unknown>> {
  const [{ data }, { items }, { metrics }] = await Promise.all([
    backend.rpc('my_data').throwOnError(),
    invoke<{ items: unknown[] }>(backend, 'download-budget', {}),
    invoke<{ metrics: unknown[] }>(backend, 'read-my-metrics', {}),
  ])
  return { ...(data as Record<string, unknown> | null), budget: items, metrics }
}

/** The bytes of a document. Undefined if it was deleted or is no longer accessible; a network error fails the download. */
async function readDocument(backend: Backend, file: { id: string; name: string }): Promise<Blob | undefined> {
  const link = await linkToFile(backend, file).catch((error: unknown) => {
    if (String(Object(error).statusCode) === '404') return undefined
    throw error
  })
  const answer = link === undefined ? undefined : await fetch(link)
  if (!answer || answer.status === 404) return undefined
  if (!answer.ok) throw new Error(`The document was not read: ${answer.status}`)
  return answer.blob()
}

/** Reads one document at a time, to limit the browser's memory. */
async function* partsOf(backend: Backend, now: Date): AsyncGenerator<ZipPart> {
  const data = await readMyData(backend)
  const missing: string[] = []
  yield { path: 'my-data.json', content: JSON.stringify(data, null, 2) }
  for (const [name, value] of Object.entries(data)) {
    const rows = rowsOf(value)
    if (rows.length > 0) yield { path: `טבלאות/${titles[name] ?? name}.csv`, content: asCsv(rows) }
  }
  for (const { id, name, stored_at } of rowsOf(data['files'])) {
    if (typeof id !== 'string' || typeof name !== 'string' || !stored_at) continue
    const content = await readDocument(backend, { id, name })
    if (content) yield { path: `מסמכים/${safeName(name)}`, content }
    else missing.push(name)
  }
  const note = [
    `המידע שלכם באזור האישי, נכון ל${formatLongDate(now)}: מה ששייך לכם, ומה שמשותף לכם ולבן או לבת הזוג.`,
    'הקובץ my-data.json כולל הכול, לקריאה בתוכנה. כל קובץ בטבלאות נפתח בגיליון, והמסמכים עצמם בתיקייה שלהם.',
    ...(missing.length > 0 ? ['', 'מסמכים שאי אפשר היה לקרוא:', ...missing] : []),
  ]
  yield { path: 'קראו אותי.txt', content: byteOrderMark + note.join('\r\n') }
}

export function useMyArchive() {
  const backend = useBackend()
  return useMutation({ mutationFn: () => zipBlob(partsOf(backend, new Date())) })
}

// upload-import: streams a file, detects its format, and stores its rows. No contact is created yet.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { unmarkedCell } from '#lib/spreadsheets/csv.ts'
import { type OpenSheet, openSheet } from '#lib/spreadsheets/open-sheet.ts'
import { NotASheet, type SheetRow } from '#lib/spreadsheets/sheet-row.ts'
import { encodings, type TextEncodingName } from '#lib/spreadsheets/text-encoding.ts'
import { countDateOrders, guessOrder } from './date-evidence.ts'
import { errorFileColumns, isErrorFile } from './error-file.ts'
import { findHeader, guessColumns, normalizeHeader } from './columns.ts'
import { type Import, maxBytes, maxColumns, maxRows, refusals, type ImportUploaded } from './imports.ts'

const isImporter = async (db: Db) =>
  (await db.one<{ may: boolean }>(`select public.has_role('owner', 'admin') as may`)).may

/** Rows per insert statement. */
const batch = 2000

/** The body is the file; `name` and an optional `encoding` are query parameters. */
export const uploadImport = defineEndpoint({
  name: 'upload-import',
  caller: isImporter,
  as: 'service', // only the server writes rows, because it parses them
  methods: ['POST'],
  bodyLimit: maxBytes,
  timeoutMs: 140_000,
  perClient: { burst: 30, refillMs: 600_000 },
  refusals,
  async fetch(request, { transaction }) {
    const { searchParams } = new URL(request.url)
    const name = oneLine(searchParams.get('name') ?? '').slice(-200) || 'רשימה'
    const folder = await mkdtemp(join(tmpdir(), 'import-'))
    try {
      const path = join(folder, 'list')
      const { hash, bytes } = await save(request, path)
      const sheet = await openSheet(path, encodingOf(searchParams.get('encoding')))
      const uploaded = await transaction((db) => storeRows(db, { name, hash, bytes }, sheet))
      return Response.json(uploaded)
    } catch (error) {
      throw error instanceof NotASheet ? refusal(error.code) : error
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
})

const encodingOf = (name: string | null): TextEncodingName | undefined => encodings.find((one) => one === name)

const refusal = (code: keyof typeof refusals) => new Refusal(code, 422, refusals[code])

/** Streams the body to disk, so that memory use is bounded. */
async function save(request: Request, path: string) {
  if (!request.body) throw refusal('file_empty')
  const hash = createHash('sha256')
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(Readable.fromWeb(request.body as WebStream), counted, createWriteStream(path, { mode: 0o600 }))
  return { hash: hash.digest('hex'), bytes }
}

type File = { name: string; hash: string; bytes: number }

async function storeRows(db: Db, file: File, { kind, encoding, separator, rows }: OpenSheet): Promise<ImportUploaded> {
  const before = await db.query<ImportUploaded['before'][number]>(
    `select id, status, created_at from imports where file_hash = $1 and run_at is not null order by created_at desc limit 5`,
    [file.hash],
  )
  const { id } = await db.one<{ id: string }>(
    `insert into imports (file_name, file_hash, file_bytes, kind, encoding, separator, header_row, header)
     values ($1, $2, $3, $4, $5, $6, 0, '{""}') returning id`,
    [file.name, file.hash, file.bytes, kind, encoding, separator],
  )
  const first: SheetRow[] = []
  const dates = countDateOrders()
  let isCorrection: boolean | undefined
  let waiting: SheetRow[] = []
  let lines = 0
  let width = 0
  const write = async () => {
    await db.query(
      `insert into import_rows (import_id, n, raw)
       select $1, (line ->> 'n')::integer, line -> 'cells' from jsonb_array_elements($2::jsonb) line`,
      [id, JSON.stringify(waiting)],
    )
    waiting = []
  }
  for await (const row of rows) {
    if (++lines > maxRows) throw refusal('too_many_rows')
    isCorrection ??= isErrorFile(row.cells)
    const cells = isCorrection ? row.cells.slice(errorFileColumns.length).map(unmarkedCell) : row.cells
    if (cells.every((cell) => cell === '')) continue
    width = Math.max(width, cells.length)
    if (width > maxColumns) throw refusal('too_many_columns')
    const line = { n: row.n, cells: cells.map(storable) }
    dates.add(line.cells)
    if (first.length < 30) first.push(line)
    if (waiting.push(line) >= batch) await write()
  }
  await write()
  const headerRow = isCorrection ? 1 : findHeader(first)
  const named = first.find(({ n }) => n === headerRow)?.cells ?? []
  const people = await countPeople(db, id, headerRow)
  if (people === 0) throw refusal('file_empty')
  const header = Array.from({ length: width }, (_, i) => named[i] ?? '')
  const samples = first.filter(({ n }) => n > headerRow).map(({ cells }) => cells)
  const known = isCorrection ? await correctedImport(db, id, header) : undefined
  const evidence = dates.evidence(width)
  await db.query(
    `update imports set header_row = $2, header = $3, row_count = $4, mapping = $5, date_evidence = $6, date_orders = $7 where id = $1`,
    [
      id,
      headerRow,
      header,
      people,
      JSON.stringify(known?.mapping ?? guessColumns(header, samples, await remembered(db), await ownFields(db))),
      JSON.stringify(evidence),
      JSON.stringify(known?.date_orders ?? evidence.map(guessOrder)),
    ],
  )
  return { importId: id, before }
}

/** The settings of the import whose rows the error file contains. */
async function correctedImport(db: Db, id: string, header: string[]) {
  const [found] = await db.query<Pick<Import, 'mapping' | 'date_orders'>>(
    'select mapping, date_orders from imports where header = $2 and id <> $1 order by created_at desc limit 1',
    [id, header],
  )
  return found
}

/** Cells as PostgreSQL text, truncated just above the length limit so that the check still fails. */
const storable = (cell: string) => cell.slice(0, 10_001).toWellFormed().replaceAll('\0', '')

const countPeople = async (db: Db, id: string, headerRow: number) =>
  (
    await db.one<{ people: number }>(
      'select count(*)::integer as people from import_rows where import_id = $1 and n > $2',
      [id, headerRow],
    )
  ).people

/** Fields last chosen for these column names. */
async function remembered(db: Db): Promise<Map<string, string | null>> {
  const past = await db.query<{ header: string[]; mapping: (string | null)[] }>(
    'select header, mapping from imports where run_at is not null and header_row > 0 order by run_at desc limit 50',
  )
  const selected = past
    .reverse()
    .flatMap(({ header, mapping }) =>
      header.flatMap((name, i): [string, string | null][] =>
        normalizeHeader(name) ? [[normalizeHeader(name), mapping[i] ?? null]] : [],
      ),
    )
  return new Map(selected)
}

const ownFields = (db: Db) =>
  db.query<{ key: string; label: string }>(
    `select key, label from custom_field_defs where entity = 'contact' and deleted_at is null`,
  )

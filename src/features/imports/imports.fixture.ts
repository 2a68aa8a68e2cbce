// Runs the steps of an import over HTTP, and its job one batch at a time.
import { expect } from 'vitest'
import { testKernel } from '../../../test/kernel-app.ts'
import type { Claims } from '#kernel/postgres/transaction.ts'
import type { testDatabase } from '../../../test/database.ts'
import { importErrors } from './error-file.server.ts'
import { checkImport, rollBackImport, runImport } from './imports.server.ts'
import type { CheckImport, Import, ImportRow, ImportUploaded } from './imports.ts'
import { uploadImport } from './upload.server.ts'
import { runImportJob } from './import-job.server.ts'

type Sizes = NonNullable<Parameters<typeof runImportJob>[0]['sizes']>
const small: Sizes = { read: 3, plan: 3, run: 2 }

export async function importsOf(db: Awaited<ReturnType<typeof testDatabase>>, by: Claims, sizes = small) {
  const functions = [uploadImport, checkImport, runImport, rollBackImport, importErrors]
  const { app, call, tokens } = await testKernel(db, { functions })
  const token = await tokens.sign({ ...by, aud: 'authenticated' }, 600)
  const task = runImportJob({ pool: db.authenticator, sizes })

  const send = (name: string, bytes: string | Uint8Array, query = '') =>
    app.inject({
      method: 'POST',
      url: `/functions/v1/upload-import?name=${encodeURIComponent(name)}${query}`,
      headers: {
        apikey: tokens.anonKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/octet-stream',
      },
      payload: Buffer.from(bytes),
    })
  async function upload(bytes: string | Uint8Array, name = 'אנשים.csv') {
    const answer = await send(name, bytes)
    expect(answer.statusCode, answer.payload).toBe(200)
    return answer.json<ImportUploaded>()
  }
  const read = async (id: string) => (await db.sql<Import>('select * from imports where id = $1', [id]))[0]!
  const lines = (id: string) => db.sql<ImportRow>('select * from import_rows where import_id = $1 order by n', [id])
  const step = async (name: string, body: object) => call('POST', `/functions/v1/${name}`, body, token)

  /** Runs one batch of the job. */
  const batch = (id: string) => task({ import: id }, { id: '1', attempt: 1, pool: db.owner })
  async function work(id: string) {
    for (let i = 0; i < 1000; i++) {
      const { status } = await read(id)
      if (!['mapped', 'running', 'rolling_back'].includes(status)) return read(id)
      await batch(id)
    }
    throw new Error('the job does not finish')
  }
  async function check(id: string, options: Partial<CheckImport> = {}) {
    const { mapping, header_row, date_orders } = await read(id)
    const answer = await step('check-import', {
      importId: id,
      headerRow: header_row,
      mapping,
      dateOrders: date_orders,
      matchBy: 'phone_or_email',
      onMatch: 'fill_empty',
      linksHouseholds: true,
      defaults: {},
      consentProof: null,
      ...options,
    })
    expect(answer.statusCode, answer.payload).toBe(200)
    return work(id)
  }
  async function run(id: string) {
    expect((await step('run-import', { importId: id })).payload).toBe('{"status":"running"}')
    return work(id)
  }
  async function rollBack(id: string) {
    expect((await step('roll-back-import', { importId: id })).payload).toBe('{"status":"rolling_back"}')
    return work(id)
  }
  /** All steps from upload to imported contacts. */
  async function importFile(bytes: string | Uint8Array, options?: Partial<CheckImport>) {
    const { importId } = await upload(bytes)
    const { counts: planned } = await check(importId, options)
    const { counts } = await run(importId)
    return { id: importId, planned, counts }
  }
  return { send, upload, check, run, rollBack, importFile, step, batch, work, read, lines }
}

/** Every row of every table as bytes, except the tables of the import itself. */
export async function readAllRows(db: Awaited<ReturnType<typeof testDatabase>>) {
  const tables = await db.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname not in ('imports', 'import_rows', 'audit_log', 'domain_events') order by 1`,
  )
  const rows = await Promise.all(
    tables.map(({ name }) => db.sql<{ row: string }>(`select md5(t::text) as row from public.${name} t order by 1`)),
  )
  return Object.fromEntries(rows.map((all, i) => [tables[i]!.name, all.map(({ row }) => row)]))
}

// The full business archive, created from the demo with real file storage.
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { exportedOtherwise, exportedTables, notExported } from '#features/business-exports/exported-tables.ts'
import { bucket } from '#features/business-exports/business-exports.ts'
import { downloadBusinessExport } from '#features/business-exports/download-export.server.ts'
import type { LargeFiles } from '#features/business-exports/make-export.server.ts'
import { sealedQuizAnswers } from '#features/quiz/attempts.server.ts'
import { createFunctions } from '#kernel/functions/dispatch.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { objectStreams } from '#kernel/storage/objects/object-streams.ts'
import { openStorage } from '#kernel/storage/storage.ts'
import { openZip } from '#lib/spreadsheets/unzip.ts'
import { testTokens } from '../../test/api-server.ts'
import { testDependencies } from '../../test/dependencies.ts'
import { seededDatabase } from '../../test/seeded-database.ts'
import { openExports } from './exports.ts'

const db = await seededDatabase('demo')
const dataFolder = mkdtempSync(join(tmpdir(), 'exports-'))
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }))
const { sealFor } = testDependencies()
const log = { error() {}, warn() {}, info() {}, debug() {} }
const storage = await openStorage({
  connect: db.connect,
  tokens: await testTokens(),
  folder: join(dataFolder, 'storage'),
  log,
})
afterAll(() => storage.pool.end())
const files = objectStreams(storage)
const open = (store: LargeFiles = files) => openExports({ connect: db.connect, sealFor, dataFolder, files: store, log })
const exports = open()
afterAll(() => exports.stop())

const userOf = async (role: string) =>
  (await db.sql<{ id: string }>('select user_id as id from user_roles where role = $1', [role]))[0]!.id
const claimsOf = async (role: string) => ({ role: 'authenticated', sub: await userOf(role) })
const owner = await claimsOf('owner')
const request = async (claims = owner) =>
  (await db.as<{ id: string }>(claims, 'select request_business_export() as id'))[0]!.id
const make = (id: string, attempt = 1, jobs = exports) =>
  jobs.tasks.make_business_export({ export: id }, { id: '1', attempt, pool: db.authenticator })
const stateOf = async (id: string) => (await db.sql('select * from business_exports where id = $1', [id]))[0]!

async function archiveOf(id: string) {
  const [object] = await db.sql<{ version: string; size: number }>(
    `select version, (metadata ->> 'size')::integer as size from storage.objects where bucket_id = $1 and name = $2`,
    [bucket, `${id}.zip`],
  )
  if (!object) return undefined
  const bytes = await buffer((await files.read(object.version, object.size))!)
  const part = openZip(new Uint8Array(bytes))
  return async (name: string) =>
    Buffer.from(await new Response(Readable.toWeb(Readable.from((await part(name)) ?? [])) as never).bytes())
}

test('every product table is exported, or excluded for a reason listed in the read-me', async () => {
  const tables = await db.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname collate "C"`,
  )
  const listed = [...Object.keys(exportedTables), ...Object.values(notExported).flat(), ...exportedOtherwise]
  expect(listed.toSorted()).toEqual(tables.map(({ name }) => name))
})

test('only owners can request an archive, and only one is created at a time', async () => {
  for (const role of ['admin', 'coach', 'client'])
    await expect(request(await claimsOf(role)), role).rejects.toThrow('not_allowed')
  const id = await request()
  await expect(request()).rejects.toThrow('export_already_running')
  const jobs = await db.sql(
    `select j.payload, q.queue_name as queue from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
     where t.identifier = 'make_business_export'`,
  )
  expect(jobs).toEqual([{ payload: { export: id }, queue: 'long' }])
  await db.sql('delete from business_exports')
})

test('the archive contains every row and file of its manifest, and no secret', async () => {
  const [attempt] = await db.sql<{ id: string }>(
    `select attempt_id as id from quiz_sealed_answers union all select id from quiz_attempts limit 1`,
  )
  await db.sql(
    `insert into quiz_sealed_answers (attempt_id, sealed) values ($1, $2) on conflict (attempt_id) do update set sealed = excluded.sealed`,
    [attempt!.id, sealFor(sealedQuizAnswers.purpose).close(attempt!.id, { income: 'תשובה סגורה' })],
  )
  await db.sql(`update contacts set first_name = '=1+1' where id = (select id from contacts order by id limit 1)`)
  const [contact] = await db.sql<{ id: string; name: string }>(
    `select id, full_name as name from contacts where first_name <> '=1+1' order by id limit 1`,
  )
  for (const id of ['0197a000-0000-7000-8000-000000000001', '0197a000-0000-7000-8000-000000000002']) {
    await db.sql('insert into files (id, contact_id, name) values ($1, $2, $3)', [id, contact!.id, 'חוזה: סופי.pdf'])
    await files.write({ bucket: 'files', key: id, type: 'application/pdf' }, Readable.from([Buffer.from('%PDF')]))
  }
  const id = await request()
  await make(id)
  expect(await stateOf(id)).toMatchObject({ state: 'ready', fault: null })

  const read = (await archiveOf(id))!
  const manifest = JSON.parse((await read('manifest.json')).toString()) as {
    tables: { title: string; rows: number }[]
    entries: { path: string; size: number; sha256: string }[]
    missing: string[]
  }
  expect(manifest.missing).toEqual([])
  const all: Buffer[] = []
  for (const { path, size, sha256 } of manifest.entries) {
    const bytes = await read(path)
    all.push(bytes)
    expect([path, bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([path, size, sha256])
  }
  const rowsIn = async (title: string) => JSON.parse((await read(`נתונים/${title}.json`)).toString()) as unknown[]
  for (const { title, rows } of manifest.tables) expect([title, (await rowsIn(title)).length]).toEqual([title, rows])
  for (const [table, title] of Object.entries(exportedTables)) {
    // The owner's own business profile, and all rows of the others.
    const [{ n }] = (await db.sql<{ n: number }>(`select count(*)::integer as n from ${table}`)) as [{ n: number }]
    const expected = table === 'audit_log' ? (await rowsIn(title)).length : n
    expect([table, (await rowsIn(title)).length]).toEqual([table, expected])
  }

  const contacts = (await read('טבלאות/אנשי קשר.csv')).toString()
  expect(contacts).toMatch(/^\ufeffמזהה,/)
  expect(contacts).toContain('שם פרטי')
  expect(contacts).toContain("'=1+1")
  const [staff] = await db.as<{ name: string }>(
    owner,
    `select name from staff_members() s join appointments a using (user_id) limit 1`,
  )
  expect((await read('טבלאות/פגישות.csv')).toString()).toContain(`,${staff!.name},`)
  expect((await read('טבלאות/תשלומים.csv')).toString()).toMatch(/\d{2}\.\d{2}\.\d{4}/)
  expect((await read('טבלאות/שאלונים - תשובות.csv')).toString()).toContain('תשובה סגורה')
  const paths = manifest.entries.map(({ path }) => path)
  expect(paths).toContain(`קבצים/אנשי קשר/${contact!.name}/חוזה- סופי.pdf`)
  expect(paths).toContain(`קבצים/אנשי קשר/${contact!.name}/חוזה- סופי (2).pdf`)
  expect((await read('קראו אותי.txt')).toString()).toContain('תקציבי הבתים')
  const text = Buffer.concat(all).toString('latin1')
  for (const name of ['token_hash', 'key_hash', 'encrypted_password', 'sealed'])
    expect(text.includes(`"${name}"`), name).toBe(false)
})

test('an interrupted run leaves no file, and the next attempt completes the archive', async () => {
  const broken = open({
    ...files,
    write: (place, source) =>
      files.write(
        place,
        source.take(3).map((chunk) => {
          if (chunk.length >= 0) throw new Error('the disk is away')
          return chunk
        }) as Readable,
      ),
  })
  const id = await request()
  await expect(make(id, 1, broken)).rejects.toThrow()
  await broken.stop()
  expect(await archiveOf(id)).toBeUndefined()
  expect(await stateOf(id)).toMatchObject({ state: 'running' })
  await make(id, 2)
  expect(await stateOf(id)).toMatchObject({ state: 'ready' })
  // The earlier archive was replaced.
  const kept = await db.sql(`select name from storage.objects where bucket_id = $1`, [bucket])
  expect(kept).toEqual([{ name: `${id}.zip` }])
})

test('an owner whose role is removed during slow storage reads gets no archive', async () => {
  const slow: LargeFiles = {
    ...files,
    async write(place, source) {
      await setTimeout(200)
      return files.write(place, source)
    },
  }
  for (const store of [files, slow]) {
    const id = await request()
    await db.sql(`update business_exports set requested_by = $2 where id = $1`, [id, await userOf('coach')])
    const jobs = open(store)
    onTestFinished(() => jobs.stop())
    await make(id, 1, jobs)
    expect(await stateOf(id)).toMatchObject({ state: 'failed', fault: 'not_owner' })
    expect(await archiveOf(id)).toBeUndefined()
  }
})

test('a download is restricted to owners, logged, and refused after the archive has expired', async () => {
  const [ready] = await db.sql<{ id: string }>(`select id from business_exports where state = 'ready'`)
  const { id } = ready!
  const { invoke } = createFunctions({
    pool: db.authenticator,
    functions: [downloadBusinessExport({ sign: async ({ key, name }) => `/${key}?${name}` })],
    log: log as never,
  })
  const download = (claims: typeof owner) =>
    invoke('download-business-export', { id }, { caller: { claims, userId: claims.sub } as never })
  await expect(download(await claimsOf('admin'))).rejects.toThrow()
  expect(await download(owner)).toEqual({ url: expect.stringMatching(/^\/.+\.zip\?maslul \d{4}-\d\d-\d\d\.zip$/) })
  const logged = await db.sql(
    `select action, actor_id from audit_log where entity = 'business_exports' and entity_id = $1 and after ? 'downloads' and action = 'update'`,
    [id],
  )
  expect(logged).toEqual([{ action: 'update', actor_id: owner.sub }])
  await db.sql(`update business_exports set expires_at = now() - interval '1 second' where id = $1`, [id])
  await expect(download(owner)).rejects.toMatchObject({ code: 'export_not_ready' })
  await exports.tasks.expire_business_exports()
  expect(await stateOf(id)).toMatchObject({ state: 'expired' })
  expect(await archiveOf(id)).toBeUndefined()
  expect(
    await inTransaction(db.authenticator, owner, (tx) =>
      tx.query('select from storage.objects where bucket_id = $1', [bucket]),
    ),
  ).toEqual([])
})

test('an archive whose deletion failed is deleted by the next daily run', async () => {
  const id = await request()
  await make(id)
  await db.sql(`update business_exports set expires_at = now() - interval '1 second' where id = $1`, [id])
  const away = open({ ...files, remove: () => Promise.reject(new Error('the disk is away')) })
  onTestFinished(() => away.stop())
  await expect(away.tasks.expire_business_exports()).rejects.toThrow('the disk is away')
  expect(await archiveOf(id)).toBeDefined()
  await exports.tasks.expire_business_exports()
  expect(await archiveOf(id)).toBeUndefined()
})

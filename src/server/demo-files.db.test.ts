// The demo's files in storage, which concurrent nodes store only once, and which are deleted with the demo.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { demoFileContents } from '#features/processes/stage-requests.seed.ts'
import { openPool } from '#kernel/postgres/connection.ts'
import { testDatabase } from '../../test/database.ts'
import { testDependencies } from '../../test/dependencies.ts'
import { testKernel } from '../../test/kernel-app.ts'
import { removeDemo, seedDemo, storeDemoFiles } from './demo.ts'
import { inProcessStorage } from './in-process-storage.ts'
import { inProcessClient } from './site/in-process-client.ts'

const db = await testDatabase()
const [dataDir, storageFolder] = [mkdtempSync(join(tmpdir(), 'demo-')), mkdtempSync(join(tmpdir(), 'demo-blobs-'))]
const { app, tokens, kernel } = await testKernel(db, { storageFolder })
afterAll(() => {
  for (const folder of [dataDir, storageFolder]) rmSync(folder, { recursive: true, force: true })
})
const place = { connect: db.connect, dataDir, sealFor: testDependencies().sealFor }
const openNode = () => inProcessStorage(inProcessClient(app, tokens.serviceRoleKey))
const node = openNode()
await seedDemo(place)

const contents = demoFileContents()
const objects = () =>
  db.sql<{ name: string; version: string }>(
    `select name, version from storage.objects where bucket_id = 'files' order by name`,
  )
const blobs = () =>
  readdirSync(storageFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length

test('nodes that start concurrently store each demo file once', async () => {
  await Promise.all(Array.from({ length: 4 }, () => storeDemoFiles(place, openNode())))
  expect((await objects()).map(({ name }) => name)).toEqual(contents.map(({ id }) => id).toSorted())
  expect(blobs()).toBe(contents.length)
  for (const { id, bytes } of contents)
    // oxlint-disable-next-line no-await-in-loop
    expect(await node.read({ bucket: 'files', key: id }), id).toEqual(bytes)
})

test('a demo client can download a file that their row references', async () => {
  const [own] = await db.sql<{ id: string; uploaded_by: string; size: number }>(
    `select id, uploaded_by, size_bytes::int as size from files where name = 'הוצאות שנתיות.csv'`,
  )
  const token = await tokens.sign({ role: 'authenticated', sub: own!.uploaded_by, aud: 'authenticated' }, 600)
  const response = await app.inject({
    url: `/storage/v1/object/authenticated/files/${own!.id}`,
    headers: { apikey: tokens.anonKey, authorization: `Bearer ${token}` },
  })
  expect([response.statusCode, response.rawPayload.length]).toEqual([200, own!.size])
})

test('a later start stores only missing files, and none for a deleted row', async () => {
  const before = await objects()
  await storeDemoFiles(place, node)
  expect(await objects()).toEqual(before)
  const [lost, deleted] = [contents[0], contents.at(-1)]
  await node.remove({ bucket: 'files', keys: [lost!.id] })
  await db.sql('delete from files where id = $1', [deleted!.id])
  await storeDemoFiles(place, node)
  const after = await objects()
  expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name).filter((name) => name !== deleted!.id))
  expect(
    after.filter(({ name, version }) => before.every((one) => one.name !== name || one.version !== version)),
  ).toEqual([{ name: lost!.id, version: expect.any(String) as string }])
})

test('removing the demo deletes its stored files, and a start without the demo stores none', async () => {
  await removeDemo(place)
  expect(await objects()).toEqual([])
  const pool = openPool(db.connect('worker'), 1)
  await kernel.upkeep({}, { id: '1', attempt: 1, pool })
  await pool.end()
  expect(blobs()).toBe(0)
  await storeDemoFiles(place, node)
  expect(await objects()).toEqual([])
})

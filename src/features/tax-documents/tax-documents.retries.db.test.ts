// Retries of tax documents: concurrent jobs, lost responses, crashes and outages of the service.
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { taxDocuments } from '../../../test/tax-documents.ts'

const db = await testDatabase()
const { local, issue, read, recorded, due } = await taxDocuments(db)

test('twenty concurrent jobs issue one document', async () => {
  const { document } = await recorded()
  await Promise.all(Array.from({ length: 20 }, () => issue(document)))
  expect(local.documents).toHaveLength(1)
  expect(await read(document)).toMatchObject({ status: 'issued', tries: 1 })
})

test('a document whose response was lost is found by its reference', async () => {
  const { document } = await recorded()
  local.faults.push('lost')
  await issue(document)
  expect(await read(document)).toMatchObject({ status: 'failed', last_fault: 'unreachable' })
  await due(document)
  await issue(document)
  expect(local.documents).toHaveLength(1)
  expect(await read(document)).toMatchObject({ status: 'issued', number: String(local.documents[0]!.number) })
})

test('without a search result nothing is issued', async () => {
  const { document } = await recorded()
  local.faults.push('lost', 'html')
  for (let tries = 0; tries < 2; tries++) {
    await due(document)
    await issue(document)
  }
  expect(local.documents).toHaveLength(1)
  expect(await read(document)).toMatchObject({ status: 'failed', last_fault: 'malformed' })
})

test('a job that crashed after its claim delays the next one for three minutes', async () => {
  const { document } = await recorded()
  await db.sql('select private.claim_document($1)', [document])
  await issue(document)
  expect(local.documents).toEqual([])
  await db.sql(`update tax_documents set claimed_until = now() where id = $1`, [document])
  await issue(document)
  expect(local.documents).toHaveLength(1)
})

test('an outage of a day loses no document, and notifies the owner once', async () => {
  const { document } = await recorded()
  local.state.isDown = true
  for (let tries = 0; tries < 12; tries++) {
    await due(document)
    await issue(document)
  }
  expect(await read(document)).toMatchObject({ status: 'failed', last_fault: 'server_error', tries: 12 })
  const alarms = async () =>
    (await db.sql<{ n: number }>(`select count(*)::int as n from notifications where type = 'tax_document.late'`))[0]!.n
  const before = await alarms()
  await db.sql(`update tax_documents set created_at = now() - interval '25 hours' where id = $1`, [document])
  await db.sql('select private.sweep_tax_documents()')
  await db.sql('select private.sweep_tax_documents()')
  expect(await alarms()).toBe(before + 1)
  local.state.isDown = false
  await due(document)
  await issue(document)
  expect(await read(document)).toMatchObject({ status: 'issued', last_fault: null })
  expect(local.documents).toHaveLength(1)
  expect(
    await db.sql(`select from notifications where type = 'tax_document.late' and not is_read`),
    'the alarm is closed once the document is issued',
  ).toEqual([])
})

test('the sweep re-enqueues a document whose job was lost', async () => {
  const { document } = await recorded()
  const key = `tax_document ${document}`
  const jobs = () => db.sql('select key from graphile_worker._private_jobs where key = $1', [key])
  await db.sql('delete from graphile_worker._private_jobs where key = $1', [key])
  await db.sql(`update tax_documents set next_try_at = now() - interval '6 minutes' where id = $1`, [document])
  await db.sql('select private.sweep_tax_documents()')
  expect(await jobs()).toEqual([{ key }])
})

test('a busy service is called again at its retry time, and a refusal is stored verbatim', async () => {
  const { document } = await recorded()
  local.faults.push('busy')
  await issue(document)
  const [waits] = await db.sql(
    "select last_fault, next_try_at > now() + interval '110 seconds' as later from tax_documents where id = $1",
    [document],
  )
  expect(waits).toEqual({ last_fault: 'busy', later: true })
  await due(document)
  const refused = async () =>
    (await db.sql('select last_fault, last_detail, may_exist from tax_documents where id = $1', [document]))[0]
  local.faults.push('refused')
  await issue(document)
  // The search was refused, so the result of the first try is unknown.
  expect(await refused()).toEqual({ last_fault: 'refused', last_detail: 'מסמך לא תקין', may_exist: true })
  await due(document)
  local.faults.push('none', 'refused')
  await issue(document)
  expect(await refused()).toMatchObject({ last_fault: 'refused', may_exist: false })
})

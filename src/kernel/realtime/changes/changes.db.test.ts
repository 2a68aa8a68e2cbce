import fastify from 'fastify'
import { afterAll, expect, test, vi } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { testDatabase } from '../../../../test/database.ts'
import { openPool } from '../../postgres/connection.ts'
import type { LogicalMessage, Relation } from '../source/pgoutput.ts'
import { createChanges } from './changes.ts'
import { openConnection } from './connection.ts'
import type { Listener } from './listeners.ts'
import type { Gone } from './returning.ts'
import { type RowChange, judge } from './judge.ts'
import { checkBinding, openCatalogue, publishedTables } from './tables.ts'

const db = await testDatabase()
await db.sql(`
  create table poems (id int8 primary key, body text);
  grant select on poems to anon;
  alter publication supabase_realtime add table poems`)
const pool = openPool(db.connect('supabase_realtime_admin'), 2)
const asking = openPool({ ...db.connect('supabase_realtime_admin'), options: '-c statement_timeout=200' }, 1)
afterAll(() => Promise.all([pool.end(), asking.end()]))

const [{ oid }] = (await db.sql<{ oid: number }>(`select 'poems'::regclass::oid as oid`)) as [{ oid: number }]
const columns = [
  { name: 'id', isKey: true, typeOid: 20 },
  { name: 'body', isKey: false, typeOid: 25 },
]
const relation: Relation = { oid, schema: 'public', table: 'poems', identity: 'd', columns }

async function listen(ref: number, filter?: string) {
  const connection = openConnection()
  const heard: string[] = []
  const lost = vi.fn<() => void>()
  const reader = { role: 'anon', claims: '{"role":"anon"}' }
  const binding = { event: '*' as const, schema: 'public', table: 'poems', ...(filter && { filter }) }
  const listener: Listener = {
    topic: 'realtime:poems',
    version: '1.0.0',
    reader,
    subscriptions: [await checkBinding(openCatalogue(pool, asking), binding, reader)],
    connection,
    ref: String(ref),
    lost,
    send(frame) {
      const [text] = /\{.*\}$/s.exec(frame.toString('utf8'))!
      const { event, payload } = JSON.parse(text)
      heard.push(event === 'system' ? payload.message : payload.data.record.id)
    },
  }
  connection.hear(String(ref))
  return { listener, heard, lost }
}

function start(tellGone: (gone: Gone) => void = () => {}) {
  let n = 0
  const context = (behindMs = 0) => ({ behindMs, position: { lsn: '1', n: n++ } })
  const changes = createChanges({ pool, asking, log: fastify().log, tellGone })
  changes.started()
  const insert = (id: number, behindMs = 0, body: string | null = null) =>
    changes.take(
      { kind: 'insert', relation: oid, after: [String(id), body] } satisfies LogicalMessage,
      context(behindMs),
    )
  void changes.take({ kind: 'begin', xid: 3, committedAt: new Date() }, context())
  void changes.take({ kind: 'relation', relation }, context())
  return { ...changes, insert, context }
}

test('changes that come much too late are passed over, and their listeners are asked to fetch, once', async () => {
  const { add, insert } = start()
  const { listener, heard } = await listen(1)
  add(listener)
  await Promise.all([insert(1), insert(2, 20_000), insert(3, 30_000), insert(4)])
  await eventually(() => expect(heard).toEqual([1, 4, 'resync']))
})

test('while what was missed is told, what happens waits behind it', async () => {
  const { add, remove, insert } = start()
  const first = await listen(1)
  add(first.listener)
  await insert(1)
  remove(first.listener)
  void insert(2)
  void insert(3)
  const second = await listen(2)
  add(second.listener)
  void insert(4)
  await eventually(() => expect(second.heard).toEqual([2, 3, 4]))
  expect(first.heard).toEqual([1])
})

test('whoever missed more than is quick to tell is asked to fetch', async () => {
  const { add, remove, insert } = start()
  const first = await listen(1)
  add(first.listener)
  remove(first.listener)
  for (let id = 0; id < 1500; id++) void insert(id)
  const second = await listen(2)
  add(second.listener)
  void insert(9999)
  await eventually(() => expect(second.heard).toEqual(['resync', 9999]))
})

test('of two tabs that come back each goes on where it was', async () => {
  const { add, remove, insert } = start()
  const [early, late] = [await listen(10), await listen(50)]
  add(early.listener)
  add(late.listener)
  await insert(1)
  remove(early.listener)
  await insert(2)
  remove(late.listener)
  await insert(3)
  const [lateAgain, earlyAgain] = [await listen(51), await listen(11)]
  add(lateAgain.listener)
  add(earlyAgain.listener)
  await eventually(() => expect([lateAgain.heard, earlyAgain.heard]).toEqual([[3], [2, 3]]))
})

test('whoever comes back to another node goes on where the first one was', async () => {
  const there = start()
  const here = start((gone) => there.gone(JSON.parse(JSON.stringify(gone))))
  const first = await listen(10)
  here.add(first.listener)
  await here.insert(1)
  void there.insert(1)
  here.remove(first.listener)
  void there.insert(2)
  const second = await listen(11)
  there.add(second.listener)
  await there.insert(3)
  await eventually(() => expect(second.heard).toEqual([2, 3]))
  expect(first.heard).toEqual([1])
})

test('a client that was here before this process is asked to fetch, a new one is not', async () => {
  const { add, insert } = start()
  const [known, fresh] = [await listen(400), await listen(7)]
  add(known.listener)
  add(fresh.listener)
  await insert(1)
  await eventually(() => expect([known.heard, fresh.heard]).toEqual([['resync', 1], [1]]))
})

test('a change that cannot be judged is not overlooked: its listeners begin anew', async () => {
  const { add, insert, take, context } = start()
  const { listener, lost } = await listen(1)
  add(listener)
  await take({ kind: 'insert', relation: oid, after: ['no number', null] }, context())
  expect(lost).toHaveBeenCalledOnce()
  await insert(1)
})

test('a pattern that takes too long to be understood is refused, and no change waits for it', async () => {
  await expect(listen(1, `body=match.${'(a?){255}'.repeat(4)}`)).rejects.toThrow('the filter takes too long')
  const catalogue = openCatalogue(pool, asking)
  const reader = { role: 'anon', claims: '{}' }
  const waiting = Array.from({ length: 4 }, (_, i) =>
    checkBinding(catalogue, { event: '*', table: 'poems', filter: `body=match.${'(b?){255}'.repeat(4)}${i}` }, reader),
  )
  const { add, insert } = start()
  const { listener, heard } = await listen(2)
  add(listener)
  const refused = vi.fn<() => void>()
  for (const one of waiting) one.catch(refused)
  await insert(1)
  expect(heard).toEqual([1])
  expect(refused.mock.calls.length).toBeLessThan(4)
  await eventually(() => expect(refused).toHaveBeenCalledTimes(4))
})

test('a row whose table has got other columns since is not judged by them', async () => {
  await db.sql(`
    create table moods (id int8 primary key, secret text);
    grant select on moods to anon;
    alter publication supabase_realtime add table moods`)
  const [table] = await publishedTables(pool, 'public', 'moods')
  await db.sql('alter table moods drop column secret, add column shown text')
  const change: RowChange = {
    type: 'INSERT',
    relation: { ...relation, oid: table!.relation, table: 'moods', columns: [columns[0]!, { name: 'secret', isKey: false, typeOid: 25 }] }, // prettier-ignore
    after: ['1', 'x'],
    isWhole: false,
    xid: 3,
    committedAt: new Date(),
  }
  await expect(judge(pool, change, table!, [{ role: 'anon', claims: '{}' }])).rejects.toThrow('the table has changed')
})

test('a filter that takes the database too long stops nobody but the one who made it', async () => {
  await db.sql(`
    create function lingers(text, text) returns boolean language plpgsql as $$ begin perform pg_sleep(60); return true; end $$;
    create operator public.~ (leftarg = text, rightarg = text, function = lingers);
    grant execute on function lingers to supabase_realtime_admin`)
  const { add, insert } = start()
  const plain = await listen(1)
  const [patient, greedy] = [await listen(2, 'body=imatch.^A'), await listen(3, 'body=gt.a')]
  greedy.listener.subscriptions[0]!.asked = [{ column: 'body', operator: 'match', negated: false, values: ['x'] }]
  await db.sql(
    `alter role supabase_realtime_admin in database ${db.connect('postgres').database} set search_path = public, pg_catalog`,
  )
  await asking.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {})
  for (const { listener } of [plain, patient, greedy]) add(listener)
  await insert(1, 0, 'abc')
  expect(plain.heard).toEqual([1])
  await eventually(() => expect(greedy.lost).toHaveBeenCalled())
  await eventually(() => expect(patient.heard).toEqual([1]))
  expect(patient.lost).not.toHaveBeenCalled()
})

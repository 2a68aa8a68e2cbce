import fastify from 'fastify'
import { afterAll, expect, test, vi } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { testDatabase } from '../../../../test/database.ts'
import { openPool } from '../../postgres/connection.ts'
import type { LogicalMessage, Relation } from '../source/pgoutput.ts'
import { createChanges } from './changes.ts'
import type { Listener } from './listeners.ts'
import { type RowChange, authorizeChange } from './authorize-change.ts'
import { checkBinding, openCatalog, publishedTables } from './tables.ts'

const db = await testDatabase()
await db.sql(`
  create table poems (id int8 primary key, body text);
  grant select on poems to anon;
  alter publication supabase_realtime add table poems`)
const pool = openPool(db.connect('supabase_realtime_admin'), 2)
const filterPool = openPool({ ...db.connect('supabase_realtime_admin'), options: '-c statement_timeout=200' }, 1)
afterAll(() => Promise.all([pool.end(), filterPool.end()]))

const [{ oid }] = (await db.sql<{ oid: number }>(`select 'poems'::regclass::oid as oid`)) as [{ oid: number }]
const columns = [
  { name: 'id', isKey: true, typeOid: 20 },
  { name: 'body', isKey: false, typeOid: 25 },
]
const relation: Relation = { oid, schema: 'public', table: 'poems', identity: 'd', columns }

async function listen(filter?: string) {
  const received: string[] = []
  const lost = vi.fn<() => void>()
  const caller = { role: 'anon', claims: '{"role":"anon"}' }
  const binding = { event: '*' as const, schema: 'public', table: 'poems', ...(filter && { filter }) }
  const listener: Listener = {
    topic: 'realtime:poems',
    version: '1.0.0',
    caller,
    subscriptions: [await checkBinding(openCatalog(pool, filterPool), binding, caller)],
    lost,
    send(frame) {
      const [text] = /\{.*\}$/s.exec(frame.toString('utf8'))!
      const { event, payload } = JSON.parse(text)
      received.push(event === 'system' ? payload.message : payload.data.record.id)
    },
  }
  return { listener, received, lost }
}

function start() {
  const changes = createChanges({ pool, filterPool, log: fastify().log })
  const insert = (id: number, lagMs = 0, body: string | null = null) =>
    changes.take({ kind: 'insert', relation: oid, after: [String(id), body] } satisfies LogicalMessage, lagMs)
  void changes.take({ kind: 'begin', xid: 3, committedAt: new Date() }, 0)
  void changes.take({ kind: 'relation', relation }, 0)
  return { ...changes, insert }
}

test('changes that lag too far behind are skipped, and their listeners are notified once to refetch', async () => {
  const { add, insert } = start()
  const { listener, received } = await listen()
  add(listener)
  await Promise.all([insert(1), insert(2, 20_000), insert(3, 30_000), insert(4)])
  await eventually(() => expect(received).toEqual([1, 4, 'resync']))
})

test('when a change cannot be authorized, its listeners have to subscribe again', async () => {
  const { add, insert, take } = start()
  const { listener, lost } = await listen()
  add(listener)
  await take({ kind: 'insert', relation: oid, after: ['no number', null] }, 0)
  expect(lost).toHaveBeenCalledOnce()
  await insert(1)
})

test('a pattern that takes too long to compile is refused, and does not delay changes', async () => {
  const expensive = `body=match.${'(a?){255}'.repeat(4)}`
  await expect(listen(expensive)).rejects.toThrow('the filter takes too long')
  const { add, insert } = start()
  const { listener, received } = await listen()
  add(listener)
  // The only connection for checks of filters is taken, so the check is certainly pending.
  const connection = await filterPool.connect()
  const refused = expect(listen(expensive)).rejects.toThrow('the filter takes too long')
  await eventually(() => expect(filterPool.waitingCount).toBe(1))
  await insert(1)
  expect(received).toEqual([1])
  expect(filterPool.waitingCount).toBe(1)
  connection.release()
  await refused
})

test('a change is refused when the columns of its table have changed since', async () => {
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
  await expect(authorizeChange(pool, change, table!, [{ role: 'anon', claims: '{}' }])).rejects.toThrow(
    'the table has changed',
  )
})

test('a filter that exceeds the statement timeout delays only its own listener', async () => {
  await db.sql(`
    create function slow_match(text, text) returns boolean language plpgsql as $$ begin perform pg_sleep(60); return true; end $$;
    create operator public.~ (leftarg = text, rightarg = text, function = slow_match);
    grant execute on function slow_match to supabase_realtime_admin`)
  const { add, insert } = start()
  const plain = await listen()
  const [cheap, expensive] = [await listen('body=imatch.^A'), await listen('body=gt.a')]
  expensive.listener.subscriptions[0]!.databaseConditions = [
    { column: 'body', operator: 'match', negated: false, values: ['x'] },
  ]
  await db.sql(
    `alter role supabase_realtime_admin in database ${db.connect('postgres').database} set search_path = public, pg_catalog`,
  )
  await filterPool.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {})
  for (const { listener } of [plain, cheap, expensive]) add(listener)
  await insert(1, 0, 'abc')
  expect(plain.received).toEqual([1])
  await eventually(() => expect(expensive.lost).toHaveBeenCalled())
  await eventually(() => expect(cheap.received).toEqual([1]))
  expect(cheap.lost).not.toHaveBeenCalled()
})

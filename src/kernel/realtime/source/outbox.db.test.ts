import fastify from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { testDatabase } from '../../../../test/database.ts'
import type { LogicalMessage } from './pgoutput.ts'
import { type Source, type SourceKind, openSource } from './source.ts'

const db = await testDatabase()
const { log } = fastify()
const sources: Source[] = []
afterAll(() => Promise.all(sources.map((source) => source.stop())))

/** Opens a source that records each change as a short text. */
function open(kind: SourceKind) {
  const received: string[] = []
  const names = new Map<number, string[]>()
  const values = (relation: number, tuple: (string | null | undefined)[]) =>
    names.get(relation)!.map((name, i) => `${name}=${tuple[i] === undefined ? 'unknown' : tuple[i]}`)
  function take(message: LogicalMessage) {
    if (message.kind === 'relation') names.set(message.relation.oid, message.relation.columns.map(({ name }) => name)) // prettier-ignore
    if (message.kind === 'insert') received.push(`insert ${values(message.relation, message.after).join(' ')}`)
    if (message.kind === 'update') received.push(`update ${values(message.relation, message.after).join(' ')}`)
    if (message.kind === 'delete') received.push(`delete ${values(message.relation, message.before).join(' ')}`)
    return undefined
  }
  const config = db.connect('supabase_realtime_admin')
  const source = openSource({
    config,
    publication: 'supabase_realtime',
    setting: kind,
    log,
    handler: { take, lost() {} },
  })
  sources.push(source)
  return { ...source, received }
}

const triggers = () =>
  db.sql<{ relation: string; events: string }>(`
    select tgrelid::regclass::text as relation, concat_ws(' ', case when tgtype & 4 > 0 then 'insert' end,
      case when tgtype & 16 > 0 then 'update' end, case when tgtype & 8 > 0 then 'delete' end) as events
    from pg_trigger where tgname = '0_realtime_outbox' order by 1`)

let feed: ReturnType<typeof open>
beforeAll(async () => {
  await db.sql(`
    create table cards (id int8 primary key, body text);
    alter table cards replica identity full;
    create table "odd ""names""" (id int8 primary key);
    alter publication supabase_realtime set table cards`)
  feed = open('triggers')
  expect(await feed.flowing(9000)).toBe('triggers')
})

test('published tables have outbox triggers while the outbox is the source, for the published operations', async () => {
  expect(await triggers()).toEqual([{ relation: 'cards', events: 'insert update delete' }])
  await db.sql(`alter publication supabase_realtime add table "odd ""names"""`)
  expect(await feed.flowing(9000)).toBe('triggers')
  expect(await triggers()).toHaveLength(2)
  await db.sql(`alter publication supabase_realtime drop table "odd ""names"""`)
  await db.sql(`alter publication supabase_realtime set (publish = 'insert, delete')`)
  await feed.flowing(9000)
  expect(await triggers()).toEqual([{ relation: 'cards', events: 'insert delete' }])
  await db.sql(`alter publication supabase_realtime set (publish = 'insert, update, delete, truncate')`)
  await feed.flowing(9000)
  expect(await triggers()).toEqual([{ relation: 'cards', events: 'insert update delete' }])
})

test('a long transaction does not delay other changes, and its own changes arrive after its commit', async () => {
  const slow = new pg.Client(db.connect('postgres'))
  await slow.connect()
  await slow.query('begin')
  await slow.query(`insert into cards values (1, 'slow')`)
  await db.sql(`insert into cards values (2, 'quick')`)
  await eventually(() => expect(feed.received).toEqual(['insert id=2 body=quick']))
  await slow.query('commit')
  await eventually(() => expect(feed.received).toEqual(['insert id=2 body=quick', 'insert id=1 body=slow']))
  await slow.query('begin')
  await slow.query('savepoint one')
  await slow.query(`insert into cards values (3, 'undone')`)
  await slow.query('rollback to one')
  await slow.query(`insert into cards values (4, 'committed')`)
  await slow.query('commit')
  await eventually(() => expect(feed.received.slice(2)).toEqual(['insert id=4 body=committed']))
  await slow.end()
  feed.received.length = 0
})

test('changes made by a trigger arrive after the change that fired it', async () => {
  await db.sql(`
    create function again() returns trigger language plpgsql as $$ begin
      if new.body = 'first' then update cards set body = 'second' where id = new.id; end if;
      return null;
    end $$;
    create trigger "Again" after insert on cards for each row execute function again();
    insert into cards values (5, 'first')`)
  await eventually(() => expect(feed.received).toEqual(['insert id=5 body=first', 'update id=5 body=second']))
  await db.sql('drop trigger "Again" on cards')
  feed.received.length = 0
})

test('thousands of rows of one statement arrive once each and in order', async () => {
  await db.sql(`insert into cards select n, n from generate_series(1000, 3999) as n`)
  await eventually(() => expect(feed.received.length).toBeGreaterThanOrEqual(3000))
  expect(feed.received).toEqual(Array.from({ length: 3000 }, (_, i) => `insert id=${1000 + i} body=${1000 + i}`))
  feed.received.length = 0
})

test('changes of a table altered before they are read keep values and columns together', async () => {
  await db.sql(`
    begin;
    insert into cards values (6, 'of a column that goes');
    alter table cards drop column body, add column title text;
    insert into cards values (7, 'of the column that came');
    commit`)
  await eventually(() =>
    expect(feed.received).toEqual(['insert id=6 title=unknown', 'insert id=7 title=of the column that came']),
  )
  feed.received.length = 0
})

test('values are formatted independently of the settings of the writing session', async () => {
  await db.sql(`
    create table times (id int8 primary key, at timestamptz, lasts interval, bytes bytea, amount float8);
    alter publication supabase_realtime add table times`)
  await feed.flowing(9000)
  const writer = new pg.Client({
    ...db.connect('postgres'),
    options:
      '-c datestyle=German -c timezone=Asia/Jerusalem -c intervalstyle=iso_8601 -c bytea_output=escape -c extra_float_digits=-5',
  })
  await writer.connect()
  await writer.query(
    `insert into times values (1, '2026-01-02 03:04:05+00', '1 day 2 hours', '\\x00ff', 0.1::float8 + 0.2)`,
  )
  await writer.end()
  await eventually(() =>
    expect(feed.received).toEqual([
      'insert id=1 at=2026-01-02 03:04:05+00 lasts=1 day 02:00:00 bytes=\\x00ff amount=0.30000000000000004',
    ]),
  )
  feed.received.length = 0
})

test('rows of a partitioned table carry the columns of their partition', async () => {
  await db.sql(`
    create table days (on_day date primary key) partition by range (on_day);
    create table january partition of days for values from ('2026-01-01') to ('2026-02-01');
    alter publication supabase_realtime add table days`)
  await feed.flowing(9000)
  await db.sql(`insert into days values ('2026-01-15')`)
  await eventually(() => expect(feed.received).toEqual(['insert on_day=2026-01-15']))
  feed.received.length = 0
})

test('rows older than the slowest node that keeps up are pruned', async () => {
  const prune = async () =>
    Number((await db.sql<{ count: string }>('select realtime.prune_outbox() as count'))[0]!.count)
  const minutesLater = () => db.sql(`update realtime.outbox_pruning set seen_at = seen_at - interval '2 minutes'`)
  await db.sql('insert into times values (2)')
  await minutesLater()
  await prune()
  expect(await prune()).toBe(0)
  await minutesLater()
  expect(await prune()).toBeGreaterThan(0)
  expect(await db.sql('select from realtime.outbox')).toEqual([])
})

test('rows of a transaction that ran for minutes are not pruned before they are read', async () => {
  const slow = new pg.Client(db.connect('postgres'))
  await slow.connect()
  await slow.query('begin')
  await slow.query('insert into times values (3)')
  await slow.query(`update realtime.outbox set noted_at = noted_at - interval '5 minutes'`)
  await db.sql(`update realtime.outbox_pruning set seen_at = seen_at - interval '2 minutes'`)
  feed.received.length = 0
  // In one message, so that no read happens in between.
  await slow.query('commit; select realtime.prune_outbox()')
  await slow.end()
  await eventually(() => expect(feed.received).toHaveLength(1))
  feed.received.length = 0
})

test('only the feed login may read or write the outbox, or manage its triggers', async () => {
  for (const statement of [
    'select * from realtime.outbox',
    `insert into realtime.outbox (kind) values ('MESSAGE')`,
    `select realtime.enable_outbox('times'::regclass)`,
    'select realtime.prune_outbox()',
  ])
    for (const role of ['anon', 'authenticated', 'service_role'])
      await expect(db.as({ role }, statement), `${role}: ${statement}`).rejects.toThrow(/permission denied/)
})

test('when decoding becomes available, the outbox triggers are dropped', async () => {
  await feed.stop()
  expect(await triggers()).not.toEqual([])
  const decoding = open('log')
  expect(await decoding.flowing(9000)).toBe('log')
  expect(await triggers()).toEqual([])
})

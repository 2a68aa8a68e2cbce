import { expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { inProcessAddress } from '../../http/in-process.ts'
import { bookshop } from '../bookshop.fixture.ts'

const lock = 4711
const { app, ask, db, tokens } = await bookshop({
  limits: {
    connections: { allAnon: 2, oneAnon: 1, user: 2 },
    perMinute: { anon: 5, signedIn: 7 },
    anonStatementMs: 60_000,
  },
})
await db.sql(`
  create function wait_for_lock() returns int language sql as $$ select 1 from pg_advisory_xact_lock_shared(${lock}) $$;
  grant execute on function wait_for_lock() to anon, authenticated`)
await db.sql('notify pgrst')

const anon = (url: string, remoteAddress: string, token = tokens.anonKey) =>
  app.inject({
    method: 'GET',
    url: `/rest/v1${url}`,
    remoteAddress,
    headers: { apikey: tokens.anonKey, authorization: `Bearer ${token}` },
  })

const waiting = async () => {
  const [found] = await db.sql<{ count: number }>(
    `select count(*)::int from pg_locks where locktype = 'advisory' and objid = ${lock} and not granted
       and database = (select oid from pg_database where datname = current_database())`,
  )
  return found!.count
}

/** Runs `work` while calls of wait_for_lock() are blocked. */
async function whileLocked(work: () => Promise<void>) {
  const client = await db.owner.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    await work()
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock])
    client.release()
  }
}

test('anonymous callers are limited to a share of the connections, and other callers can still read', async () => {
  let ended = 0
  const calls: Promise<unknown>[] = []
  await whileLocked(async () => {
    for (let n = 0; n < 8; n++)
      calls.push(ask('GET', '/rpc/wait_for_lock', { as: 'anon' }).then(({ status }) => (ended++, status)))
    await eventually(async () => expect(await waiting()).toBe(2))
    expect(await ask('GET', '/books?select=id&id=eq.3')).toMatchObject({ status: 200, body: [{ id: 3 }] })
    expect([await waiting(), ended]).toEqual([2, 0])
  })
  expect(await Promise.all(calls)).toEqual(Array.from({ length: 8 }, () => 200))
})

test('one anonymous client cannot use up the connections of another', async () => {
  const calls: Promise<{ statusCode: number }>[] = []
  await whileLocked(async () => {
    for (let n = 0; n < 3; n++) calls.push(anon('/rpc/wait_for_lock', '203.0.113.1'))
    await eventually(async () => expect(await waiting()).toBe(1))
    expect((await anon('/books?select=id&limit=1', '203.0.113.2')).statusCode).toBe(200)
  })
  expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
})

test('one signed-in user cannot use up the connections of another', async () => {
  const calls: Promise<unknown>[] = []
  await whileLocked(async () => {
    for (let n = 0; n < 5; n++) calls.push(ask('GET', '/rpc/wait_for_lock'))
    await eventually(async () => expect(await waiting()).toBe(2))
    expect(await ask('GET', '/books?select=id&id=eq.3', { as: 'yossi' })).toMatchObject({ status: 200 })
  })
  await Promise.all(calls)
})

test('a client beyond its rate limit gets 429 with retry-after; other clients and rendered pages do not', async () => {
  const url = '/books?select=id&limit=1'
  const answers = []
  for (let n = 0; n < 6; n++) answers.push(await anon(url, '203.0.113.9'))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 429])
  expect(answers[5]!.json()).toMatchObject({ code: 'over_request_rate_limit' })
  expect(Number(answers[5]!.headers['retry-after'])).toBeGreaterThan(0)
  expect((await anon(url, '203.0.113.10')).statusCode).toBe(200)
  expect((await anon(url, '203.0.113.9', await tokens.signIn())).statusCode).toBe(200)
  for (let n = 0; n < 10; n++) expect((await anon(url, inProcessAddress)).statusCode).toBe(200)
})

test.each(['anon', 'dana'])('an expensive pattern of %s is refused before it reaches the database', async (as) => {
  const pattern = encodeURIComponent('((x+x+)+y)+(.{0,150}){0,150}')
  const refused = { status: 400, body: { code: 'pattern_too_complex' } }
  expect(await ask('GET', `/books?select=id&title=match.${pattern}`, { as })).toMatchObject(refused)
  expect(await ask('GET', `/books?select=id&or=(id.eq.1,title.not.imatch."${pattern}")`, { as })).toMatchObject(refused)
  expect(await ask('GET', `/books?select=id,shelves(id)&shelves.label=imatch.${pattern}`, { as })).toMatchObject(
    refused,
  )
  expect(await ask('GET', '/books?select=id&title=match.^A', { as })).toMatchObject({ status: 200 })
})

import { beforeEach, expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { type VariantResult, type TrafficShares } from './experiments.ts'

const db = await testDatabase()
const { as, ids } = await makeActors(db)
const half = { '/': 50, '/home-2': 50 }

const compare = async (shares: unknown, seen: string | null = null, claims = as.content) => {
  const [row] = await db.as<{ id: string }>(claims, 'select compare_pages($1, $2) as id', [
    JSON.stringify(shares),
    seen,
  ])
  return row!.id
}
const end = (id: string, claims = as.content) => db.as(claims, 'select end_comparison($1)', [id])
const secretOf = async (id: string) =>
  (await db.sql<{ secret: Buffer | null }>('select secret from page_comparisons where id = $1', [id]))[0]!.secret

await db.sql(`
  with page as (insert into pages (path, label, position, version) values
    ('/', 'דף הבית', 1, 1), ('/home-2', 'גרסה ב׳', 2, 1), ('/home-3', 'גרסה ג׳', 3, 1), ('/about', 'אודות', 4, 1) returning path)
  insert into page_versions (path, number, blocks) select path, 1, '[{}]' from page`)
await db.sql(`
  update pages p set published_version_id = v.id, published_at = now() from page_versions v
  where v.path = p.path and p.path <> '/home-3'`)
beforeEach(() => db.sql(`delete from page_comparisons`))

test('site editors run an experiment and read its results; no other role can, and no role reads the secret', async () => {
  const site = 'owner admin content'
  const id = await compare(half)
  await db.sql(
    `insert into page_outcomes (comparison_id, key, day, kind, visitor) values ($1, '/', current_date, 'contact', repeat('x', 16))`,
    [id],
  )
  for (const read of [
    'select id, label, started_at, started_by, ended_at, ended_by, winner from page_comparisons',
    'select * from page_variants',
    'select * from page_outcomes',
    `select * from comparison_report('${id}')`,
  ])
    expect(await whoMay(db, as, read), read).toBe(site)
  for (const beyond of [
    'select secret from page_comparisons',
    `insert into page_comparisons (label, secret) values ('x', 'x') returning id`,
    `update page_comparisons set winner = '/' returning id`,
    'delete from page_comparisons returning id',
    `insert into page_variants values ('${id}', '/home-3', 10) returning key`,
    'update page_variants set weight = 99 returning key',
    'delete from page_variants returning key',
    `insert into page_outcomes values ('${id}', '/', current_date, 'signup', 'y') returning key`,
    'delete from page_outcomes returning key',
    `select note_page_outcome('x', 'y', 'contact')`,
  ])
    expect(await whoMay(db, as, beyond), beyond).toBe('no role')
  for (const [actor, claims] of Object.entries(as)) {
    if (site.split(' ').includes(actor)) continue
    await expect(compare({ '/': 1, '/home-2': 99 }, id, claims), actor).rejects.toThrow(/not_allowed|permission denied/)
    await expect(end(id, claims), actor).rejects.toThrow(/not_allowed|permission denied/)
  }
})

test.each([
  ['one page', { '/': 100 }, 'too_few_variants'],
  ['one page with a weight', { '/': 100, '/home-2': 0 }, 'too_few_variants'],
  ['no pages', {}, 'too_few_variants'],
  ['an array of weights', [50, 50], 'variant_weight'],
  ['null', null, 'variant_weight'],
  ['a weight as a string', { '/': '50', '/home-2': 50 }, 'variant_weight'],
  ['a negative weight', { '/': -1, '/home-2': 50 }, 'variant_weight'],
  ['a weight over a hundred', { '/': 101, '/home-2': 50 }, 'variant_weight'],
  ['a fractional weight', { '/': 0.5, '/home-2': 50 }, 'variant_weight'],
  ['a page that is not a home page', { '/': 50, '/about': 50 }, 'variant_of_another_page'],
  ['an unpublished page', { '/': 50, '/home-3': 50 }, 'variant_not_published'],
  ['an unknown page', { '/': 50, '/home-4': 50 }, 'variant_not_published'],
])('an experiment with %s is refused', async (_, shares, refusal) => {
  await expect(compare(shares)).rejects.toThrow(refusal)
  expect(await db.sql('select from page_comparisons')).toEqual([])
})

test('constraints refuse one variant, two running experiments, a winner outside the experiment, and weights changed later', async () => {
  const bare = `insert into page_comparisons (label, secret) values ('', 'x')`
  await expect(db.sql(bare)).rejects.toThrow('too_few_variants')
  const id = await compare(half)
  await expect(db.sql(bare)).rejects.toThrow('comparison_already_runs')
  await expect(db.sql(`update page_variants set weight = 60`)).rejects.toThrow('only_added_to')
  await expect(db.sql(`update page_comparisons set started_at = now()`)).rejects.toThrow('only_added_to')
  await expect(db.sql(`update page_comparisons set ended_at = now()`)).rejects.toThrow('secret_while_running')
  await expect(db.sql(`update page_comparisons set winner = '/'`)).rejects.toThrow('winner_at_the_end')
  await end(id)
  await expect(db.sql(`update page_comparisons set winner = '/home-3'`)).rejects.toThrow('winner_took_no_part')
})

test('new weights start a new period with the same secret, equal weights change nothing, ending deletes the secret', async () => {
  const first = await compare(half)
  const secret = await secretOf(first)
  expect(await compare(half, first)).toBe(first)
  expect(await compare({ '/': 5e1, '/home-2': 50 }, first)).toBe(first)
  const second = await compare({ '/': 20, '/home-2': 80 }, first)
  expect(second).not.toBe(first)
  expect([await secretOf(first), await secretOf(second)]).toEqual([null, secret])
  await end(second)
  await end(second)
  expect(await secretOf(second)).toBeNull()
  expect(await secretOf(await compare(half))).not.toEqual(secret)
})

test('a caller with a stale view of the running experiment is refused, and nothing changes', async () => {
  const id = await compare(half)
  await expect(compare({ '/': 10, '/home-2': 90 })).rejects.toThrow('stale_version')
  await end(id)
  await expect(compare({ '/': 10, '/home-2': 90 }, id)).rejects.toThrow('stale_version')
  await expect(end(crypto.randomUUID())).rejects.toThrow('comparison_not_found')
})

test('of two concurrent starts one is refused as stale', async () => {
  const results = await Promise.allSettled([
    compare(half, null, as.owner),
    compare({ '/': 1, '/home-2': 1 }, null, as.admin),
  ])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('start and end are in the audit log, with the weights and without the secret', async () => {
  await db.sql('delete from audit_log')
  const id = await compare({ '/': 1, '/home-2': 2 }, null, as.owner)
  await end(id, as.admin)
  const lines = await db.sql<Record<string, unknown>>(
    `select actor_id, action, label, before, after from audit_log where entity = 'page_comparisons' order by id`,
  )
  expect(lines.map(({ actor_id, action, label }) => [actor_id, action, label])).toEqual([
    [ids.owner, 'insert', 'דף הבית 33% · גרסה ב׳ 67%'],
    [ids.admin, 'update', 'דף הבית 33% · גרסה ב׳ 67%'],
  ])
  expect(JSON.stringify(lines)).not.toContain('secret')
})

test('every start, change and end invalidates cached pages', async () => {
  const client = await db.owner.connect()
  const received: string[] = []
  client.on('notification', ({ payload = '' }) => void received.push(payload))
  await client.query('listen page_changed')
  const id = await compare(half)
  await client.query('select')
  expect(received).toContain('page_comparisons')
  received.length = 0
  await end(id)
  await client.query('select')
  expect(received).toEqual(['page_comparisons'])
  client.release(true)
})

test('the report counts views by variant, visitors per day, and each converted visitor once', async () => {
  const id = await compare({ ...half } satisfies TrafficShares)
  const seen = (variant: string | null, visitor: string, at = 'now()') =>
    db.sql(
      `insert into page_views (at, path, device, visitor, variant) values (${at}, '/', 'phone', rpad($1, 16, 'x'), $2)`,
      [visitor, variant],
    )
  const note = (visitor: string, kind: string) =>
    db.sql(`select note_page_outcome(rpad($1, 16, 'x'), rpad($1, 16, 'y'), $2)`, [visitor, kind])
  await seen('/', 'noa')
  await seen('/', 'noa')
  await seen('/home-2', 'ruth')
  await seen('/home-2', 'dan')
  await seen(null, 'robot')
  await seen('/', 'before', `now() - interval '1 day'`)
  await note('ruth', 'contact')
  await note('ruth', 'contact')
  await note('ruth', 'newsletter')
  for (const stranger of ['before', 'robot', 'never']) await note(stranger, 'signup')
  const report = async () =>
    (await db.as<VariantResult>(as.owner, 'select * from comparison_report($1)', [id])).map((row) =>
      Object.values(row).map((value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value)),
    )
  const counted = [
    ['/', 50, 2, 1, 0, 0, 0, 0],
    ['/home-2', 50, 2, 2, 1, 1, 0, 1],
  ]
  expect(await report()).toEqual(counted)
  await end(id)
  await seen('/', 'late')
  await note('noa', 'contact')
  expect(await report()).toEqual(counted)
})

test('conversions are deleted after 13 months, like page views', async () => {
  const id = await compare(half)
  await db.sql(`insert into page_outcomes select $1, '/', current_date - 500, 'contact', repeat('x', 16)`, [id])
  await db.sql(`select note_page_outcome('x', 'y', 'contact')`)
  expect(await db.sql('select from page_outcomes')).toEqual([])
})

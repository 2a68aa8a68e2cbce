import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { createRedirectCounters } from './redirects.server.ts'

const db = await testDatabase()
const { as } = await makeActors(db)
const warned: string[] = []
const countersOf = (most?: number) =>
  createRedirectCounters({
    pool: db.authenticator,
    log: { warn: (_, message) => void warned.push(message) },
    everyMs: 3_600_000,
    ...(most !== undefined && { most }),
  })
const lead = (from: string, to: string) =>
  db.sql('insert into redirects (from_path, to_address) values ($1, $2)', [from, to])

test('site roles can edit redirects; no other role can read them', async () => {
  const actors = 'owner admin content'
  await db.sql(`insert into not_found_log (path) values ('/gone')`)
  await lead('/seen', '/about')
  expect(await whoMay(db, as, `select * from redirects`)).toBe(actors)
  expect(await whoMay(db, as, `insert into redirects (from_path, to_address) values ('/x', '/y') returning id`)).toBe(
    actors,
  )
  expect(await whoMay(db, as, `update redirects set to_address = '/z' returning id`)).toBe(actors)
  expect(await whoMay(db, as, `delete from redirects returning id`)).toBe(actors)
  expect(await whoMay(db, as, `select * from not_found_log`)).toBe(actors)
  expect(await whoMay(db, as, `delete from not_found_log returning path`)).toBe(actors)
  expect(await whoMay(db, as, `insert into not_found_log (path) values ('/x') returning path`)).toBe('no role')
  expect(await whoMay(db, as, `update redirects set hits = 1 returning id`)).toBe('no role')
  expect(await whoMay(db, as, `select count_not_found('[]')`)).toBe('no role')
  expect(await whoMay(db, as, `select count_redirect_hits('[]')`)).toBe('no role')
})

test('a redirect loop is refused, and so is an overlong chain', async () => {
  await lead('/one', '/two')
  await lead('/two', '/three?x=1')
  await expect(lead('/three', '/One/#top')).rejects.toThrow('redirect_loop')
  await expect(lead('/self', '/self/')).rejects.toThrow('redirect_loop')
  await expect(lead('/self', '/self//')).rejects.toThrow('redirect_loop')
  // Percent-encoded, as browsers send it.
  await lead('/ישן', '/%D7%97%D7%93%D7%A9?from=old')
  await expect(lead('/חדש', '/%D7%99%d7%A9%D7%9F')).rejects.toThrow('redirect_loop')
  await lead('/no-whole-encoding', '/%zz/%D7')
  await lead('/three', '/four')
  await lead('/four', '/five')
  await lead('/five', '/six')
  await expect(lead('/six', '/seven')).resolves.toBeDefined()
  await expect(lead('/zero', '/one')).rejects.toThrow('redirect_chain_too_long')
  await expect(db.sql(`update redirects set to_address = '/one' where from_path = '/two'`)).rejects.toThrow(
    'redirect_loop',
  )
})

test('the database also refuses invalid paths', async () => {
  for (const from of ['/', 'about', '/Upper', '/slash/', '/a?b', '/a#b', '//a', '/a b', '/a\\b', ''])
    await expect(lead(from, '/about'), from).rejects.toThrow('redirect_from_form')
  for (const to of [
    '',
    'about',
    '//evil.example',
    'http://example.com',
    'javascript:alert(1)',
    '/a b',
    '/\\evil',
    'https://u@x.y',
  ])
    await expect(lead('/fine', to), to).rejects.toThrow('redirect_to_form')
  await lead('/taken', '/about')
  await expect(lead('/taken', '/contact')).rejects.toThrow('redirect_from_taken')
})

test('redirect hits and misses are counted in one batch, without invalidating any cached page', async () => {
  await lead('/old', '/about')
  const ways = countersOf()
  for (const ref of [undefined, '/blog', undefined]) ways.missed('/lost', ref)
  ways.followed('/old')
  ways.followed('/old')
  await ways.stop()
  expect(await db.sql(`select count::int, last_ref from not_found_log where path = '/lost'`)).toEqual([
    { count: 3, last_ref: '/blog' },
  ])
  expect(await db.sql(`select hits::int, version from redirects where from_path = '/old'`)).toEqual([
    { hits: 2, version: 1 },
  ])
  expect(warned).toEqual([])
})

test('a flood of random paths is bounded in memory and in the log', async () => {
  const ways = countersOf(2)
  for (const path of ['/n1', '/n2', '/n3']) ways.missed(path)
  await ways.stop()
  expect(await db.sql(`select path from not_found_log where path like '/n_' order by path`)).toHaveLength(2)
  await db.sql(`insert into not_found_log (path, count) select '/many-' || n, 5 from generate_series(1, 1100) n`)
  const one = countersOf()
  one.missed('/drop')
  await one.stop()
  const [{ entries, most }] = (await db.sql(
    `select count(*)::int as entries, max(count)::int as most from not_found_log`,
  )) as [{ entries: number; most: number }]
  expect([entries, most]).toEqual([1000, 5])
})

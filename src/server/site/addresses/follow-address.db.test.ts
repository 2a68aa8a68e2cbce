import { expect, test } from 'vitest'
import { testSite } from '../../../../test/site-app.ts'

const { app, db, site } = await testSite()
const redirect = (from: string, to: string, code = 301) =>
  db.sql('insert into redirects (from_path, to_address, code) values ($1, $2, $3)', [from, to, code])

test('each hop names its rule, and the trace ends at a page, at another site or at a missing page', async () => {
  await redirect('/ישן', '/older?from=1', 302)
  await redirect('/older', 'https://site.test/contact')
  await redirect('/away', 'https://example.com/x')
  await site.caughtUp()
  expect(await site.follow('/ישן')).toEqual({
    steps: [
      { from: '/ישן', to: '/older?from=1', code: 302, rule: 'redirect' },
      { from: '/older?from=1', to: 'https://site.test/contact?from=1', code: 301, rule: 'redirect' },
    ],
    end: { kind: 'page', address: '/contact?from=1' },
  })
  expect(await site.follow('/Contact/')).toEqual({
    steps: [{ from: '/Contact/', to: '/contact', code: 301, rule: 'spelling' }],
    end: { kind: 'page', address: '/contact' },
  })
  expect(await site.follow('/landinger/about')).toMatchObject({ steps: [{ rule: 'moved' }], end: { kind: 'page' } })
  expect(await site.follow('/away')).toMatchObject({
    steps: [{ rule: 'redirect' }],
    end: { kind: 'elsewhere', address: 'https://example.com/x' },
  })
  expect(await site.follow('/nothing')).toEqual({ steps: [], end: { kind: 'missing', address: '/nothing' } })
})

test('a loop through the site’s absolute URL is reported, and a trace changes no statistics', async () => {
  await redirect('/one', 'https://site.test/two')
  await redirect('/two', '/one')
  await redirect('/into', '/two')
  await site.caughtUp()
  for (const address of ['/one', '/two', '/into'])
    expect(await site.follow(address)).toEqual({ steps: [], end: { kind: 'loop', address } })
  await site.writeCounts()
  expect(await db.sql('select sum(hits)::int as hits from redirects')).toEqual([{ hits: 0 }])
  expect(await db.sql('select path from not_found_log')).toEqual([])
})

test('a trace shows the responses that a visitor gets', async () => {
  await redirect('/a-way', '/b-way')
  await redirect('/b-way', '/about')
  await site.caughtUp()
  const { steps } = await site.follow('/a-way')
  for (const { from, to, code } of steps) {
    const { statusCode, headers } = await app.inject({ url: from, headers: { accept: 'text/html' } })
    expect([statusCode, headers.location]).toEqual([code, to])
  }
  expect(steps).toHaveLength(2)
})

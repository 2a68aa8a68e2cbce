import { expect, test } from 'vitest'
import { testSite } from '../../../../test/site-app.ts'

const { app, db, site, kernel } = await testSite()
const [{ user_id: owner }] = (await db.sql(`select user_id from user_roles where role = 'owner'`)) as [
  { user_id: string },
]
const asOwner = { role: 'authenticated', sub: owner }
const address = await app.listen({ port: 0, host: '127.0.0.1' })

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'
const titles = {
  '/': 'סוף החודש יכול להיות עוד יום רגיל',
  '/home-2': 'מהמינוס לתוכנית',
  '/home-3': 'לדבר על כסף בבית',
} as const
const own = titles['/']

/** IPs of visitors, one in each of many networks. */
const visitors = Array.from({ length: 120 }, (_, n) => `10.0.${n}.7`)
type Asked = { ip?: string; url?: string; method?: 'GET' | 'HEAD'; headers?: Record<string, string> }
const ask = ({ ip = '10.0.0.7', url = '/', method = 'GET', headers = {} }: Asked = {}) =>
  app.inject({ url, method, remoteAddress: ip, headers: { 'user-agent': phone, ...headers } })
const shownIn = (body: string) =>
  Object.entries(titles).find(([, title]) => /<h1[^]*?<\/h1>/.exec(body)?.[0].includes(title))?.[0]
const shown = async (asked?: Asked) => shownIn((await ask(asked)).body)
const shownToAll = () => Promise.all(visitors.map((ip) => shown({ ip })))

/** Saves like the screen: the change reaches this node before the response. */
async function compare(shares: object) {
  const [running] = await db.sql<{ id: string }>('select id from page_comparisons where ended_at is null')
  const [row] = await db.as<{ id: string }>(asOwner, 'select compare_pages($1, $2) as id', [
    JSON.stringify(shares),
    running?.id ?? null,
  ])
  await site.caughtUp()
  return row!.id
}
async function end(id: string) {
  await db.as(asOwner, 'select end_comparison($1)', [id])
  await site.caughtUp()
}

async function forgetViews() {
  await site.writeCounts()
  await db.sql('delete from page_views')
}

test('without an A/B test the home page is byte-identical for every visitor', async () => {
  const [one, other, robot] = await Promise.all([
    ask(),
    ask({ ip: '10.9.9.9' }),
    ask({ headers: { 'user-agent': 'Googlebot/2.1' } }),
  ])
  expect(new Set([one, other, robot].map(({ body }) => body)).size).toBe(1)
  expect(one.headers['cache-control']).toBe('no-cache')
  await site.writeCounts()
  expect(await db.sql('select from page_views where variant is not null')).toEqual([])
})

test('visitors are assigned by weight, keep their variant with and without the cache, and get no cookie', async () => {
  const id = await compare({ '/': 50, '/home-2': 50 })
  const first = await shownToAll()
  const seen = (page: string) => first.filter((one) => one === page).length
  expect(seen('/') + seen('/home-2')).toBe(visitors.length)
  // The tolerance is six standard errors.
  expect(Math.abs(seen('/') - 60)).toBeLessThan(33)
  expect(await shownToAll()).toEqual(first)
  expect(await shown({ ip: visitors[0]!, url: '/?utm_source=letter' })).toBe(first[0])
  expect((await ask()).headers['set-cookie']).toBeUndefined()

  // The fast path is covered, too: requests of this machine have one IP.
  const fromCache = async () => shownIn(await (await fetch(address, { headers: { 'user-agent': phone } })).text())
  const mine = await shown({ ip: '127.0.0.1' })
  expect([await fromCache(), await fromCache(), await fromCache()]).toEqual([mine, mine, mine])
  await end(id)
  expect(new Set(await shownToAll())).toEqual(new Set(['/']))
})

test('bots and visitors with Do Not Track get the original page, and are not counted', async () => {
  const id = await compare({ '/home-2': 50, '/home-3': 50 })
  expect(await shown()).not.toBe('/')
  await forgetViews()
  const apart: Record<string, string>[] = [
    { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    {
      'user-agent':
        'Mozilla/5.0 (Linux; Android 6.0.1) Chrome/150.0 Mobile Safari/537.36 (compatible; Google-InspectionTool/1.0;)',
    },
    { 'user-agent': 'WhatsApp/2.23.20.0' },
    { 'user-agent': '' },
    { 'sec-gpc': '1' },
    { dnt: '1' },
  ]
  for (const headers of apart) expect(await shown({ headers }), JSON.stringify(headers)).toBe('/')
  await site.writeCounts()
  expect(await db.sql('select variant from page_views')).toEqual([{ variant: null }, { variant: null }])
  await end(id)
})

test('a variant has the canonical URL /, and noindex only under its own path', async () => {
  const id = await compare({ '/home-2': 50, '/home-3': 50 })
  const { body } = await ask()
  expect(body).toContain('<link rel="canonical" href="http://site.test/"')
  expect(body).not.toContain('name="robots"')
  const { body: alone } = await ask({ url: '/home-2' })
  expect(alone).toContain('<meta name="robots" content="noindex"')
  expect(alone).toContain('<link rel="canonical" href="http://site.test/"')
  expect((await ask({ url: '/sitemap.xml' })).body).not.toContain('home-2')
  await end(id)
})

test('shared caches may not store a variant, and each variant has its own ETag', async () => {
  const id = await compare({ '/': 50, '/home-2': 50 })
  const answers = await Promise.all(visitors.slice(0, 20).map(async (ip) => ({ ip, answer: await ask({ ip }) })))
  for (const { answer } of answers) expect(answer.headers['cache-control']).toBe('private, no-cache')
  const robot = await ask({ headers: { 'user-agent': 'Googlebot/2.1' } })
  expect(robot.headers['cache-control']).toBe('private, no-cache')
  const tags = new Map(answers.map(({ answer }) => [shownIn(answer.body), answer.headers['etag'] as string]))
  expect(new Set(tags.values()).size).toBe(2)
  const mine = answers[0]!
  const again = (tag: string) => ask({ ip: mine.ip, headers: { 'if-none-match': tag } })
  for (const [page, tag] of tags)
    expect((await again(tag)).statusCode).toBe(page === shownIn(mine.answer.body) ? 304 : 200)
  expect((await ask({ url: '/contact' })).headers['cache-control']).toBe('no-cache')
  await end(id)
  expect((await ask()).headers['cache-control']).toBe('no-cache')
})

test('changes of weights, content and publication apply from the next request', async () => {
  const id = await compare({ '/': 1, '/home-2': 100 })
  const visitor = visitors[(await shownToAll()).indexOf('/home-2')]!
  const before = await ask({ ip: visitor })
  await compare({ '/home-3': 100, '/': 1 })
  expect(await shown({ ip: visitor })).not.toBe('/home-2')
  const last = await compare({ '/': 1, '/home-2': 100 })
  expect(last).not.toBe(id)
  expect((await ask({ ip: visitor })).body).toBe(before.body)

  const withdrawn = `update pages set published_version_id = null, published_at = null where path = '/home-2'`
  const [{ published_version_id: version }] = (await db.sql(
    `select published_version_id from pages where path = '/home-2'`,
  )) as [{ published_version_id: string }]
  await db.sql(withdrawn)
  await site.caughtUp()
  await forgetViews()
  expect(new Set(await shownToAll())).toEqual(new Set(['/']))
  await site.writeCounts()
  const counted = await db.sql<{ n: number }>(`select count(*)::int as n from page_views where variant = '/home-2'`)
  expect(counted).toEqual([{ n: 0 }])
  await db.sql(`update pages set published_version_id = $1, published_at = now() where path = '/home-2'`, [version])
  await site.caughtUp()
  expect(await shown({ ip: visitor })).toBe('/home-2')
  await end(last)
})

test('a GET of the home page changes only the view count, and a HEAD changes nothing', async () => {
  const id = await compare({ '/': 50, '/home-2': 50 })
  await forgetViews()
  await ask({ method: 'HEAD' })
  await site.writeCounts()
  expect(await db.sql('select from page_views')).toEqual([])
  const variant = await shown({ url: '/?utm_source=letter' })
  await site.writeCounts()
  expect(await db.sql('select path, utm_source, variant from page_views')).toEqual([
    { path: '/', utm_source: 'letter', variant },
  ])
  expect(await db.sql('select from page_outcomes')).toEqual([])
  await end(id)
})

test('a draft of the home page is previewed unchanged during a test', async () => {
  const id = await compare({ '/home-2': 50, '/home-3': 50 })
  const draft = { path: '/', publishedAt: new Date(0).toISOString(), blocks: [] }
  expect(await site.renderDraft(draft)).not.toContain(titles['/home-2'])
  const [page] = await db.sql<{ blocks: never[] }>(
    `select blocks from page_versions v join pages p on p.published_version_id = v.id where p.path = '/'`,
  )
  expect(await site.renderDraft({ ...draft, blocks: page!.blocks })).toContain(own)
  await end(id)
})

test('a visitor counts as one conversion per kind, and only after seeing a variant that day', async () => {
  const id = await compare({ '/': 50, '/home-2': 50 })
  await forgetViews()
  const [noa, ruth, dan] = visitors as [string, string, string]
  const variant = await shown({ ip: noa })
  await shown({ ip: dan, headers: { dnt: '1' } })
  const send = (ip: string, url: string, payload: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url,
      remoteAddress: ip,
      headers: { 'user-agent': phone, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(payload).toString(),
    })
  const texts = await db.sql<{ id: string; kind: string }>('select distinct on (kind) id, kind from consent_texts')
  const textOf = (kind: string) => texts.find((one) => one.kind === kind)!.id
  const write = (ip: string, name: string, topic: string) =>
    send(ip, '/contact', {
      name,
      phone: `05${name.length}1234567`,
      email: `${topic}@example.com`,
      topic,
      message: 'שלום',
      privacyTextId: textOf('privacy_notice'),
    })
  expect((await write(noa, 'נועה לוי', 'coaching')).statusCode).toBe(303)
  expect((await write(noa, 'נועה לוי', 'program')).statusCode).toBe(303)
  expect((await write(noa, 'נועה לוי', 'support')).statusCode, 'support is no answer to a promise').toBe(303)
  expect((await write(ruth, 'רות', 'coaching')).statusCode).toBe(303)
  expect((await write(dan, 'דן', 'coaching')).statusCode).toBe(303)
  const newsletter = await send(noa, '/newsletter', {
    email: 'noa@example.com',
    consent: 'on',
    consentTextId: textOf('newsletter'),
  })
  expect(newsletter.statusCode).toBe(303)
  const counted = await db.sql('select key, kind from page_outcomes where comparison_id = $1 order by kind', [id])
  expect(counted).toEqual([
    { key: variant, kind: 'contact' },
    { key: variant, kind: 'newsletter' },
  ])
  // The hashes use different keys, so neither can be derived from the other.
  expect(await db.sql('select from page_outcomes o join page_views v on v.visitor = o.visitor')).toEqual([])
  await end(id)
})

test('the winner becomes the home page with a history version, the test ends, and a second choice is refused', async () => {
  const id = await compare({ '/': 50, '/home-2': 50 })
  const [before] = (await db.sql(`select version, published_version_id as published from pages where path = '/'`)) as [
    { version: number; published: string },
  ]
  const choose = (input: object) =>
    kernel.invoke('choose-home-page', input, { caller: { userId: owner, claims: asOwner } })
  const choice = { comparisonId: id, key: '/home-2', seenPublishedId: before.published }
  await expect(choose({ ...choice, seenPublishedId: null })).rejects.toMatchObject({ code: 'stale_version' })
  await expect(choose({ ...choice, key: '/home-3' })).rejects.toMatchObject({ code: 'winner_took_no_part' })
  await db.sql(
    `update pages set publish_at = now() + interval '1 hour', scheduled_version_id = published_version_id where path = '/'`,
  )
  await choose(choice)
  expect(await db.sql(`select publish_at from pages where path = '/'`), 'nothing replaces it later').toEqual([
    { publish_at: null },
  ])
  await site.caughtUp()
  expect(new Set(await shownToAll())).toEqual(new Set(['/home-2']))
  expect(await shown({ headers: { 'user-agent': 'Googlebot/2.1' } })).toBe('/home-2')
  expect((await ask()).body).not.toContain('name="robots"')
  expect(
    await db.sql(
      `select v.number, v.note, v.created_by, p.version from pages p join page_versions v on v.id = p.published_version_id where p.path = '/'`,
    ),
  ).toEqual([
    {
      number: before.version + 1,
      version: before.version + 1,
      created_by: owner,
      note: expect.stringContaining('נבחר בהשוואה'),
    },
  ])
  expect(await db.sql('select winner, ended_by, secret from page_comparisons where id = $1', [id])).toEqual([
    { winner: '/home-2', ended_by: owner, secret: null },
  ])
  await expect(choose(choice)).rejects.toMatchObject({ code: 'comparison_ended' })
})

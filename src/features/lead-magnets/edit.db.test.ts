import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { leadMagnetVisitors } from '../../../test/lead-magnet.ts'
import { testSite } from '../../../test/site-app.ts'

const siteApp = await testSite({ demo: false })
const { app, db, tokens } = siteApp
const { ids, as } = await makeActors(db)
const { addMagnet, get, post, send, mailsTo, linkIn } = leadMagnetVisitors(siteApp)

/** Calls a function as a content editor. */
const call = async (path: string, payload: object | Buffer, type = 'application/json') => {
  const token = await tokens.sign({ role: 'authenticated', sub: ids.content, aud: 'authenticated' }, 600)
  return app.inject({
    method: 'POST',
    url: `/functions/v1/${path}`,
    headers: { apikey: tokens.anonKey, authorization: `Bearer ${token}`, 'content-type': type },
    payload,
  })
}
const upload = (id: string, name: string, bytes: Buffer) =>
  call(`add-lead-magnet-file?${new URLSearchParams({ id, name }).toString()}`, bytes, 'application/octet-stream')
const assetOf = async (id: string) =>
  (
    await db.sql<{
      asset_key: string | null
      asset_name: string | null
      asset_type: string | null
      guide: string | null
    }>('select asset_key, asset_name, asset_type, guide from lead_magnets where id = $1', [id])
  )[0]!
const figuresOf = async (id: string) => {
  const [figures] = await db.as<Record<string, unknown>>(
    as.owner,
    'select * from lead_magnet_figures() where magnet_id = $1',
    [id],
  )
  return figures
}

test('a new lead magnet is hidden, with a draft page, and a taken slug is refused at its field', async () => {
  const answer = await call('add-lead-magnet', { title: 'עשר שאלות', slug: 'Ten-Questions' })
  const { id } = answer.json<{ id: string }>()
  expect(await db.sql('select slug, is_active from lead_magnets where id = $1', [id])).toEqual([
    { slug: 'ten-questions', is_active: false },
  ])
  expect(await db.sql(`select label, published_at from pages where path = '/lead/ten-questions'`)).toEqual([
    { label: 'עשר שאלות', published_at: null },
  ])
  const again = await call('add-lead-magnet', { title: 'עשר שאלות', slug: 'ten-questions' })
  expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, 'lead_magnet_slug_taken'])
  await db.sql('delete from lead_magnets where id = $1', [id])
  expect(await db.sql(`select from pages where path = '/lead/ten-questions'`)).toEqual([])
})

test('an uploaded file replaces the former one, whose bytes are deleted', async () => {
  const id = await addMagnet('replaced', 'מוחלף')
  const former = (await assetOf(id)).asset_key
  expect((await upload(id, 'חדש.pdf', Buffer.from('%PDF-1.7 new'))).statusCode).toBe(200)
  const present = await assetOf(id)
  expect(present).toMatchObject({ asset_name: 'חדש.pdf', asset_type: 'application/pdf' })
  expect(
    await db.sql(`select name from storage.objects where bucket_id = 'lead-magnets' and name = any ($1)`, [
      [former, present.asset_key],
    ]),
  ).toEqual([{ name: present.asset_key }])
})

test('an uploaded file replaces a default guide', async () => {
  const [guide] = await db.sql<{ id: string }>(`select id from lead_magnets where guide = 'keren-herum'`)
  await upload(guide!.id, 'שלנו.pdf', Buffer.from('%PDF-1.7 ours'))
  expect(await assetOf(guide!.id)).toMatchObject({ asset_name: 'שלנו.pdf', guide: null })
})

test.each([
  ['a page sent as PDF', 'a.pdf', Buffer.from('<!doctype html>'), 'lead_magnet_file_type'],
  ['a program', 'a.exe', Buffer.from('MZ'), 'lead_magnet_file_type'],
  ['a PDF with another ending', 'a.xlsx', Buffer.from('%PDF-1.7'), 'lead_magnet_file_type'],
  ['nothing', 'a.pdf', Buffer.alloc(0), 'file_empty'],
])('%s is refused with a message, and the former file is not replaced', async (_what, name, bytes, code) => {
  const id = await addMagnet(`kept-${code.replaceAll('_', '-')}-${bytes.length}`, 'נשאר')
  const before = await assetOf(id)
  const answer = await upload(id, name, bytes)
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, code])
  expect(answer.json<{ message: string }>().message).toMatch(/[א-ת]/)
  expect(await assetOf(id)).toEqual(before)
})

test('a file cannot be removed from a visible lead magnet', async () => {
  const id = await addMagnet('shown', 'מוצג')
  const remove = () => db.as(as.content, 'select remove_lead_magnet_file($1)', [id])
  await expect(remove()).rejects.toMatchObject({ constraint: 'lead_magnet_without_content' })
  await db.sql('update lead_magnets set is_active = false where id = $1', [id])
  await remove()
  expect(await assetOf(id)).toMatchObject({ asset_key: null, asset_name: null })
  await expect(db.as(as.sales, 'select remove_lead_magnet_file($1)', [id])).rejects.toMatchObject({
    message: 'not_allowed',
  })
})

test('statistics count from view to opportunity, and the counted contacts can be listed', async () => {
  const id = await addMagnet('counted', 'נספר')
  await db.sql(
    `insert into page_views (at, path, device) select now(), '/lead/counted', 'phone' from generate_series(1, 7)`,
  )
  for (const name of ['a', 'b', 'c'])
    await post('/lead/counted', { name: 'נועה לדוגמה', email: `${name}@counted.example.com` })
  expect(await figuresOf(id)).toMatchObject({
    views: '7',
    requested: '3',
    delivered: '0',
    opened: '0',
    opportunities: '0',
  })
  await send()
  // Delivery status as reported by the mail server.
  await db.sql(
    `select record_mail_outcomes(jsonb_agg(jsonb_build_object('mail', mail_id, 'refused', case when to_value like 'c@%' then '550 unknown' end)))
     from messages where to_value like '%@counted.example.com'`,
  )
  await post(linkIn((await mailsTo('a@counted.example.com'))[0]))
  await db.sql(
    `insert into opportunities (name, contact_id) select 'ליווי', contact_id from lead_magnet_requests where email = 'a@counted.example.com'`,
  )
  expect(await figuresOf(id)).toMatchObject({ requested: '3', delivered: '2', opened: '1', opportunities: '1' })
  const people = await db.as<{ delivered_at: Date | null; opened_at: Date | null; opportunity_id: string | null }>(
    as.owner,
    'select * from lead_magnet_people($1)',
    [id],
  )
  expect([
    people.length,
    people.filter((one) => one.delivered_at).length,
    people.filter((one) => one.opened_at).length,
    people.filter((one) => one.opportunity_id).length,
  ]).toEqual([3, 2, 1, 1])
})

test("a payment and its refund count for the payer's last request before it, visible only with access to payments", async () => {
  const first = await addMagnet('earning', 'מכניס')
  const last = await addMagnet('earning-later', 'מכניס אחר כך')
  const visit = (slug: string) => post(`/lead/${slug}`, { name: 'נועה לדוגמה', email: 'a@earning.example.com' })
  await visit('earning')
  await visit('earning-later')
  const age = (slug: string, days: number) =>
    db.sql(
      `update lead_magnet_requests set created_at = now() - make_interval(days => $2) where magnet_id = (select id from lead_magnets where slug = $1)`,
      [slug, days],
    )
  await age('earning', 20)
  await age('earning-later', 5)
  const pay = (agorot: number, daysAgo: number) =>
    db.sql<{ id: string }>(
      `insert into payments (contact_id, method, amount_agorot, paid_on)
       select contact_id, 'transfer', $1, (now() at time zone 'Asia/Jerusalem')::date - $2::integer from lead_magnet_requests where magnet_id = $3 returning id`,
      [agorot, daysAgo, first],
    )
  await pay(5_000, 30)
  const [early] = await pay(149_000, 10)
  await pay(20_000, 1)
  const earned = async () => [(await figuresOf(first))!['revenue_agorot'], (await figuresOf(last))!['revenue_agorot']].map(Number) // prettier-ignore
  expect(await earned()).toEqual([149_000, 20_000])
  await db.sql(
    `insert into payments (contact_id, method, kind, refund_of, refund_reason, amount_agorot)
     select contact_id, 'transfer', 'refund', id, 'ביטול עסקה', 49000 from payments where id = $1`,
    [early!.id],
  )
  expect(await earned()).toEqual([100_000, 20_000])
  const [person] = await db.as(as.owner, 'select revenue_agorot::integer from lead_magnet_people($1)', [first])
  expect(person).toEqual({ revenue_agorot: 100_000 })
  const [seen] = await db.as(as.content, 'select revenue_agorot from lead_magnet_figures() where magnet_id = $1', [
    first,
  ])
  expect(seen).toEqual({ revenue_agorot: null })
})

test('statistics are visible to owners, admins, content and sales, contacts only to roles that may see them', async () => {
  const [counted] = await db.sql<{ id: string }>(`select id from lead_magnets where slug = 'counted'`)
  expect(await whoMay(db, as, 'select from lead_magnet_figures()')).toBe('owner admin sales content')
  expect(await whoMay(db, as, `select from lead_magnet_people('${counted!.id}')`)).toBe('owner admin sales')
  await db.sql(
    `update contacts set owner_id = $1 where id = (select contact_id from lead_magnet_requests where email = 'b@counted.example.com')`,
    [ids.coach],
  )
  expect(await db.as(as.coach, 'select from lead_magnet_people($1)', [counted!.id])).toHaveLength(1)
})

test('the page of a visible lead magnet has a share image', async () => {
  const { body } = await get('/lead/counted')
  const [, address] = /<meta property="og:image" content="http:\/\/site\.test([^"]+)"/.exec(body)!
  const picture = await get(address!)
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png'])
})

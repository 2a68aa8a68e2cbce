import { expect, test } from 'vitest'
import { launchVisitors } from '../../../test/launch.ts'
import { testSite } from '../../../test/site-app.ts'
import { landingPath, watchPath } from './launches.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { get, post, send, mailsTo, linkIn, addLaunch, join, enter } = launchVisitors(siteApp)
const launch = await addLaunch()
const [marketing] = await db.sql<{ id: string }>(`select id from current_consent_texts where kind = 'marketing'`)

const count = async (from: string, values?: unknown[]) =>
  (await db.sql<{ n: number }>(`select count(*)::int as n from ${from}`, values))[0]!.n
const participantOf = async (email: string) =>
  (
    await db.sql<{ id: string; status: string; contact_id: string; cart_closes_at: Date | null }>(
      'select * from launch_participants where email = $1',
      [email],
    )
  )[0]!
/** A participant with their mailed link and browser cookie. */
async function joinAndEnter(email: string, more: Record<string, string> = {}, of = launch.id) {
  await join(of, email, more)
  await send()
  const link = linkIn((await mailsTo(email)).at(-1))
  return { ...(await enter(link)), link, participant: await participantOf(email) }
}
const open = (path: string, cookie: string) => get(path, { cookie })

test('joining creates a participant, an event and a welcome mail with a personal link', async () => {
  const answer = await join(launch.id, ' Noa@Example.com')
  expect([answer.statusCode, answer.headers.location]).toEqual([303, `${landingPath(launch.id)}?joined=1#sent`])
  await send()
  const [mail] = await mailsTo('noa@example.com')
  expect(mail!.subject).toContain('שלושה שיעורים')
  const { contact_id: contact } = await participantOf('noa@example.com')
  expect(await count(`domain_events where type = 'launch.joined' and contact_id = $1`, [contact])).toBe(1)
  expect(await count(`activities where type = 'launch.joined' and contact_id = $1`, [contact])).toBe(1)
  const { path, cookie } = await enter(linkIn(mail))
  const { body, headers } = await open(path, cookie)
  expect([body.includes('תוכן השיעור הראשון'), body.includes('סוד השיעור השני')]).toEqual([true, false])
  expect(headers['cache-control']).toBe('no-store')
})

test('the landing page has a share image, and the personal page has no share image', async () => {
  const image = /property="og:image" content="http:\/\/site\.test([^"]+)"/
  const [, address] = image.exec((await get(landingPath(launch.id))).body) ?? []
  const card = await get(address!.replaceAll('&amp;', '&'))
  expect([card.statusCode, card.headers['content-type']]).toEqual([200, 'image/png'])
  const { participant } = await joinAndEnter('card@example.com')
  const personal = watchPath(launch.id, participant.id)
  expect((await get(personal)).body).not.toMatch(image)
  expect((await get(`/share-image${personal}`)).statusCode).toBe(404)
})

test('the URL of a participant reveals neither a name nor whether the id exists', async () => {
  const { participant } = await joinAndEnter('cold@example.com')
  const [real, plausible] = await Promise.all([
    get(watchPath(launch.id, participant.id)),
    get(watchPath(launch.id, '11111111-1111-4111-8111-111111111111')),
  ])
  expect(real.body).toContain('הכניסה מהקישור האישי')
  expect(real.body.replaceAll(participant.id, '')).toBe(
    plausible.body.replaceAll('11111111-1111-4111-8111-111111111111', ''),
  )
  const refused = await post(`${watchPath(launch.id, participant.id)}/complete`, { content: launch.first })
  expect(refused.statusCode).toBe(403)
})

test("a participant's cookie does not open another participant's page", async () => {
  const mine = await joinAndEnter('mine@example.com')
  const other = await joinAndEnter('other@example.com')
  const { body } = await open(other.path, mine.cookie)
  expect(body).toContain('הכניסה מהקישור האישי')
})

test('a locked content is refused for its page, worksheet, completion and comments', async () => {
  const { path, cookie } = await joinAndEnter('early@example.com')
  const response = await open(`${path}?c=${launch.second}`, cookie)
  expect([response.body.includes('סוד השיעור השני'), response.body.includes('ייפתח ב')]).toEqual([false, true])
  for (const [step, fields] of [
    ['worksheet', {}],
    ['complete', {}],
    ['comment', { body: 'שלום' }],
    ['progress', { from: '0', until: '60' }],
  ] as const) {
    const { statusCode, body } = await post(`${path}/${step}`, { content: launch.second, ...fields }, { cookie })
    expect([step, statusCode, body.includes('התוכן הזה עוד לא פתוח')]).toEqual([step, 403, true])
  }
  const file = await post(`${path}/worksheet`, { content: launch.first }, { cookie })
  expect((await get(file.headers.location!)).body).toBe('%PDF-1.7 test')
})

test('the beacon marks the content as opened, verifies the address, and completes the content at 90 %', async () => {
  const { path, cookie, participant } = await joinAndEnter('seen@example.com')
  const note = (from: number, until: number) =>
    post(`${path}/progress`, { content: launch.first, from: String(from), until: String(until) }, { cookie })
  await note(0, 0)
  const state = async () =>
    (
      await db.sql<{ opened: boolean; completed: boolean; seen: number }>(
        `select first_open_at is not null as opened, completed_at is not null as completed,
           coalesce((select sum(upper(r) - lower(r)) from unnest(segments) r), 0)::int as seen
         from launch_progress where participant_id = $1 and content_id = $2`,
        [participant.id, launch.first],
      )
    )[0]
  expect(await state()).toEqual({ opened: true, completed: false, seen: 0 })
  expect((await participantOf('seen@example.com')).status).toBe('active')
  expect(await count(`contact_points where value_norm = 'seen@example.com' and verified_at is not null`)).toBe(1)
  await note(0, 60)
  await note(30, 70)
  expect(await state()).toEqual({ opened: true, completed: false, seen: 70 })
  await note(70, 95)
  expect(await state()).toEqual({ opened: true, completed: true, seen: 95 })
})

test('a sixth browser must enter a mailed code, and wrong codes are counted', async () => {
  const { link, participant } = await joinAndEnter('shared@example.com')
  for (let i = 0; i < 5; i++) {
    const { path, cookie } = await enter(link)
    await post(`${path}/progress`, { content: launch.first, from: '0', until: '0' }, { cookie })
  }
  const sixth = await enter(link)
  const closed = await open(sixth.path, sixth.cookie)
  expect([closed.body.includes('מכשיר נוסף'), closed.body.includes('תוכן השיעור הראשון')]).toEqual([true, false])
  await post(`${sixth.path}/code`, {}, sixth)
  await send()
  const mail = (await mailsTo('shared@example.com')).at(-1)!
  const code = /\d{6}/.exec(mail.text)![0]
  const wrong = await post(`${sixth.path}/enter`, { code: code === '000000' ? '111111' : '000000' }, sixth)
  expect(wrong.headers.location).toContain('code=wrong')
  expect(await count('launch_requests where participant_id = $1 and tries = 1', [participant.id])).toBe(1)
  await post(`${sixth.path}/enter`, { code }, sixth)
  expect((await open(sixth.path, sixth.cookie)).body).toContain('תוכן השיעור הראשון')
})

test('a revoked token grants no access, and its page offers a new link', async () => {
  const { link, participant, path, cookie } = await joinAndEnter('revoked@example.com')
  await db.sql('update launch_tokens set revoked_at = now() where participant_id = $1', [participant.id])
  expect((await open(path, cookie)).body).toContain('הקישור הזה כבר אינו פעיל')
  const page = await get(link)
  expect([page.statusCode, page.body.includes('שליחת קישור חדש')]).toEqual([410, true])
  await post(`/plf/${launch.id}/link`, { token: link.split('/').at(-1)! })
  await send()
  const fresh = await enter(linkIn((await mailsTo('revoked@example.com')).at(-1)))
  expect((await open(fresh.path, fresh.cookie)).body).toContain('תוכן השיעור הראשון')
})

const order = (email: string) =>
  db.sql<{ id: string }>(
    `insert into orders (contact_id, product_id, price_id, title, amount_agorot, name, email)
     select p.contact_id, r.product_id, r.id, 'קורס', 0, 'נועה', p.email from launch_participants p, prices r
     where p.email = $1 and r.id = $2 returning id`,
    [email, launch.priceId],
  )

test('a buyer sees a welcome instead of the offer, and their cart mails are cancelled', async () => {
  const email = 'buyer@example.com'
  const { path, cookie, participant } = await joinAndEnter(email, { marketing: 'on', marketingTextId: marketing!.id })
  const waiting = () =>
    count(`scheduled_messages where context_id = $1 and purpose = 'marketing' and status = 'scheduled'`, [
      participant.id,
    ])
  expect(await waiting()).toBeGreaterThan(1)
  expect((await open(path, cookie)).body).toContain('כל הפרטים של הקורס')
  const [bought] = await order(email)
  await db.sql(`select move_order($1, '{"kind": "free"}')`, [bought!.id])
  expect(await waiting()).toBe(0)
  const { body } = await open(path, cookie)
  expect([body.includes('אתם בפנים'), body.includes('כל הפרטים של הקורס')]).toEqual([true, false])
})

test('cart advertisements are sent to consenting participants only, with a link to leave only this launch', async () => {
  const agreed = await joinAndEnter('agreed@example.com', { marketing: 'on', marketingTextId: marketing!.id })
  await joinAndEnter('silent@example.com')
  await send()
  const [mail] = (await mailsTo('agreed@example.com')).filter(({ subject }) => subject.startsWith('פרסומת'))
  expect(mail!.subject).toMatch(/^פרסומת/)
  expect(mail!.text).toContain('to=leave')
  expect((await mailsTo('silent@example.com')).filter(({ subject }) => subject.startsWith('פרסומת'))).toEqual([])
  const response = await post(`${agreed.path}/leave`, {}, agreed)
  expect(response.statusCode).toBe(303)
  expect((await participantOf('agreed@example.com')).status).toBe('opted_out')
  expect(
    await count(
      `current_consents where value_norm = 'agreed@example.com' and purpose = 'marketing' and action = 'grant'`,
    ),
  ).toBe(1)
  expect(
    await count(`scheduled_messages where context_id = $1 and status = 'scheduled'`, [agreed.participant.id]),
  ).toBe(0)
  await post(`${agreed.path}/return`, {}, agreed)
  expect((await participantOf('agreed@example.com')).status).toBe('active')
})

test('a cart mail is delayed by the daily cap, and a second cart mail is sent on the last day', async () => {
  const email = 'capped@example.com'
  const agreed = { marketing: 'on', marketingTextId: marketing!.id }
  const sale = await addLaunch()
  const { participant } = await joinAndEnter(email, agreed, sale.id)
  const advertised = async () => (await mailsTo(email)).filter(({ subject }) => subject.startsWith('פרסומת')).length
  /** Makes a planned message due. */
  const due = async (rule: string) => {
    await db.sql(
      `update scheduled_messages s set send_at = now() - interval '1 second' from message_rules r
       where r.id = s.rule_id and r.key = $2 and s.context_id = $1 and s.status = 'scheduled'`,
      [participant.id, rule],
    )
    await send()
    return advertised()
  }
  expect(await advertised()).toBe(1)
  expect(await due('launch.cart_day')).toBe(1)
  expect(
    await count(`scheduled_messages where context_id = $1 and waits_because = 'daily_cap'`, [participant.id]),
  ).toBe(1)
  await db.sql(`update launches set cart_closes_at = now() + interval '4 hours' where id = $1`, [sale.id])
  await db.sql('select sync_launch_batch($1, null, 1000)', [sale.id])
  expect(await due('launch.cart_hours')).toBe(2)
  // The daily maximum is two, even if another cart of the contact has its last day.
  const other = await addLaunch()
  await db.sql(`update launches set cart_closes_at = now() + interval '4 hours' where id = $1`, [other.id])
  await join(other.id, email, agreed)
  await send()
  expect(await advertised()).toBe(2)
})

test('an evergreen window is set on joining, and leaving and rejoining does not change it', async () => {
  const [evergreen] = await db.sql<{ id: string }>(
    `insert into launches (title, status, mode, prelaunch_at, cart_after_hours, cart_hours, price_id)
     values ('סדרה קבועה', 'prelaunch', 'evergreen', now() - interval '9 days', 24, 48, $1) returning id`,
    [launch.priceId],
  )
  const email = 'evergreen@example.com'
  const { path, cookie } = await joinAndEnter(email, {}, evergreen!.id)
  const first = (await participantOf(email)).cart_closes_at!
  expect(Math.round((first.getTime() - Date.now()) / 3_600_000)).toBe(72)
  await post(`${path}/leave`, {}, { cookie })
  await db.sql(`update launch_requests set created_at = now() - interval '2 minutes'`)
  await join(evergreen!.id, email)
  expect((await participantOf(email)).cart_closes_at).toEqual(first)
})

test('editing a launch updates the contents and mails of its participants', async () => {
  const { participant } = await joinAndEnter('moved@example.com')
  await db.sql(`update launch_contents set release_at = now() - interval '1 hour' where id = $1`, [launch.second])
  await db.sql('select sync_launch_batch($1, null, 1000)', [launch.id])
  expect(
    await count('launch_progress where participant_id = $1 and content_id = $2 and opens_at < now()', [
      participant.id,
      launch.second,
    ]),
  ).toBe(1)
  await db.sql(`update launch_contents set release_at = now() + interval '2 days' where id = $1`, [launch.second])
})

test('participants whose cart was announced are excluded from the next batch', async () => {
  await db.sql('select move_launches()')
  const opened = await addLaunch()
  for (const n of [1, 2, 3]) await join(opened.id, `announced${n}@example.com`)
  for (let batch = 0; batch < 2; batch++) await db.sql('select private.announce_launch_carts(2)')
  expect(
    await count(`domain_events where type = 'launch.cart_opened' and payload ->> 'launch_id' = $1`, [opened.id]),
  ).toBe(3)
})

test('move_launches applies due status transitions, and participants lapse when the cart closes', async () => {
  const closing = await addLaunch()
  await join(closing.id, 'lapsed@example.com')
  await db.sql('select move_launches()')
  const status = async () =>
    (await db.sql<{ status: string }>('select status from launches where id = $1', [closing.id]))[0]!.status
  expect(await status()).toBe('cart_open')
  await db.sql(`update launches set cart_closes_at = now() where id = $1`, [closing.id])
  await db.sql('select move_launches()')
  await db.sql('select move_launches()')
  expect(await status()).toBe('cart_closed')
  expect((await participantOf('lapsed@example.com')).status).toBe('lapsed')
  expect(await count('launch_moves where launch_id = $1', [closing.id])).toBe(2)
  const late = await join(closing.id, 'waiting@example.com')
  expect(late.headers.location).toBe(`${landingPath(closing.id)}?waiting=1#sent`)
  expect(await count('launch_waitlist where launch_id = $1', [closing.id])).toBe(1)
})

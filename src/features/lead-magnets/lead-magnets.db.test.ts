import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { leadMagnetVisitors } from '../../../test/lead-magnet.ts'
import { elements, partsOf } from '../../../test/rendered-html.ts'
import { testSite } from '../../../test/site-app.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { ids, as } = await makeActors(db)
const { addMagnet, get, post, send, mailsTo, linkIn } = leadMagnetVisitors(siteApp)
const magnetId = await addMagnet('first-talk', 'שיחה ראשונה')
await addMagnet('small-fund', 'קופה קטנה')
const [newsletter] = await db.sql<{ id: string }>(`select id from current_consent_texts where kind = 'newsletter'`)

const count = async (from: string, values?: unknown[]) =>
  (await db.sql<{ n: number }>(`select count(*)::int as n from ${from}`, values))[0]!.n
const ask = (email: string, more: Record<string, string> = {}, slug = 'first-talk') =>
  post(`/lead/${slug}`, { name: 'נועה לדוגמה', email, ...more })
const visitOf = (answer: Awaited<ReturnType<typeof ask>>) =>
  new URL(answer.headers.location!, 'http://site.test').searchParams.get('r')!
/** The mailed link of a new request. */
async function linkTo(email: string) {
  await ask(email)
  await send()
  return linkIn((await mailsTo(email)).at(-1))
}
const requestOf = async (email: string) =>
  (
    await db.sql<{ id: string; contact_id: string; opened_at: Date | null; opens: number }>(
      `select r.* from lead_magnet_requests r join lead_magnets m on m.id = r.magnet_id where email = $1 and slug = 'first-talk'`,
      [email],
    )
  )[0]
/** Ages deliveries past the minimum interval between mails, so that tests need not wait. */
const aMinuteLater = () => db.sql(`update lead_magnet_deliveries set created_at = created_at - interval '61 seconds'`)

test('submitting the form creates a contact, a request, an event, an activity, and a message that is due immediately', async () => {
  const answer = await ask(' Noa@Example.com', { phone: '050-0000011' })
  expect(answer.statusCode).toBe(303)
  expect(answer.headers.location).toMatch(/^\/lead\/first-talk\/thank-you\?r=[\w-]{22}#sent$/)
  const request = await requestOf('noa@example.com')
  expect(
    await db.sql('select kind, value_norm from contact_points where contact_id = $1 order by 1', [request!.contact_id]),
  ).toEqual([
    { kind: 'email', value_norm: 'noa@example.com' },
    { kind: 'phone', value_norm: '+972500000011' },
  ])
  expect(await db.sql('select type, payload from domain_events where entity_id = $1', [magnetId])).toEqual([
    { type: 'lead.requested', payload: { lead_magnet_id: magnetId, slug: 'first-talk' } },
  ])
  expect(
    await count(`activities where type = 'lead_magnet.requested' and contact_id = $1`, [request!.contact_id]),
  ).toBe(1)
  expect(await count(`notifications where type = 'lead_magnet.requested'`)).toBe(3)
  expect(
    await db.sql(
      `select s.purpose, s.status, s.send_at <= now() as is_due from scheduled_messages s join message_rules r on r.id = s.rule_id
       where s.to_value = 'noa@example.com' and r.key = 'lead_magnet.delivery'`,
    ),
  ).toEqual([{ purpose: 'transactional', status: 'scheduled', is_due: true }])
  expect(await count(`graphile_worker.jobs where task_identifier = 'send_messages'`)).toBeGreaterThan(0)
})

test('the mailed link shows a button, which downloads the file', async () => {
  const link = await linkTo('link@example.com')
  expect(link).toMatch(/^\/lead\/first-talk\/file\/[\w-]{22}$/)
  // Mail scanners open every link, more than once.
  for (let i = 0; i < 3; i++) {
    const { body, headers } = await get(link)
    expect(body).toContain('להורדת הקובץ (PDF')
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  }
  expect(await requestOf('link@example.com')).toMatchObject({ opened_at: null, opens: 0 })
  const pressed = await post(link)
  expect(pressed.statusCode).toBe(303)
  const file = await get(pressed.headers.location!)
  expect([file.statusCode, file.body, file.headers['content-type']]).toEqual([200, '%PDF-1.7 test', 'application/pdf'])
  expect(file.headers['content-disposition']).toMatch(/^attachment/)
  const request = await requestOf('link@example.com')
  expect(request).toMatchObject({ opens: 1, opened_at: expect.any(Date) })
  expect(await count(`domain_events where type = 'lead.downloaded' and contact_id = $1`, [request!.contact_id])).toBe(1)
  expect(await count(`contact_points where contact_id = $1 and verified_at is not null`, [request!.contact_id])).toBe(1)
})

test('twenty concurrent submissions create one request, one contact and one mail', async () => {
  const email = 'twenty@example.com'
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(email)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([303]))
  await send()
  expect([
    await count('lead_magnet_requests where email = $1', [email]),
    await count('contact_points where value_norm = $1', [email]),
    await count('lead_magnet_deliveries where email = $1', [email]),
    (await mailsTo(email)).length,
  ]).toEqual([1, 1, 1, 1])
})

test('the thank-you page links to the quiz, a webinar and booking a call', async () => {
  const { body } = await get(`/lead/first-talk/thank-you?r=${visitOf(await ask('next@example.com'))}`)
  const [links] = elements(body, 'p').filter(({ attributes }) => attributes['class'] === 'mailed-page__links')
  expect(partsOf(links!.inside).links.slice(0, 3)).toEqual([
    ['לשאלון השלב הכלכלי', '/financial_stage'],
    ['להדרכה הקרובה', '/webinar'],
    ['לשיחת היכרות', '/book-a-call'],
  ])
})

test('the mail is resent on request, with a minimum interval of a minute and a daily limit', async () => {
  const email = 'again@example.com'
  const token = visitOf(await ask(email))
  const again = () => post('/lead/first-talk/thank-you/resend', { token })
  const early = await again()
  expect([early.statusCode, early.body.includes('נשלחה לפני רגע')]).toEqual([429, true])
  for (let i = 0; i < 4; i++) {
    await aMinuteLater()
    expect((await again()).headers.location).toBe(`/lead/first-talk/thank-you?r=${token}&again=resend#sent`)
  }
  await aMinuteLater()
  const late = await again()
  expect([late.statusCode, late.body.includes('כבר נשלחו היום כמה הודעות')]).toEqual([429, true])
  expect(await count('lead_magnet_deliveries where email = $1', [email])).toBe(5)
})

test("correcting an address invalidates the mailed link and updates the contact's address", async () => {
  const [wrong, right] = ['noa@gmial.example.com', 'noa@gmail.example.com']
  const token = visitOf(await ask(wrong))
  await send()
  const old = linkIn((await mailsTo(wrong))[0])
  const shown = await get(`/lead/first-talk/thank-you?r=${token}`)
  expect(shown.body).toContain('no•••@gmial.example.com')
  expect(shown.body).not.toContain(wrong)
  const { contact_id: contactId } = (await requestOf(wrong))!
  const answer = await post('/lead/first-talk/thank-you/correct', { token, email: right })
  expect(answer.headers.location).toBe(`/lead/first-talk/thank-you?r=${token}&again=correct#sent`)
  await send()
  expect((await get(old)).body).toContain('כבר אינו פעיל')
  const stopped = await post(old)
  expect([
    stopped.statusCode,
    await count('lead_magnet_requests where opened_at is not null and email = $1', [right]),
  ]).toEqual([410, 0])
  expect((await requestOf(right))!.contact_id).toBe(contactId)
  expect(await db.sql('select value_norm from contact_points where contact_id = $1', [contactId])).toEqual([
    { value_norm: right },
  ])
  expect((await post(linkIn((await mailsTo(right))[0]))).statusCode).toBe(303)
  const over = await post('/lead/first-talk/thank-you/correct', { token, email: 'third@example.com' })
  expect([over.statusCode, over.body.includes('אי אפשר לתקן את הכתובת')]).toEqual([409, true])
})

test('a scheduled message to a wrong address is cancelled by the correction', async () => {
  const token = visitOf(await ask('waits@example.com'))
  await post('/lead/first-talk/thank-you/correct', { token, email: 'waits.right@example.com' })
  await send()
  expect([(await mailsTo('waits@example.com')).length, (await mailsTo('waits.right@example.com')).length]).toEqual([
    0, 1,
  ])
})

test('correcting the address does not change an existing contact that had the wrong address', async () => {
  const [existing] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('רות') returning id`)
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, 'email', 'ruth@example.com', 'ruth@example.com')`,
    [existing!.id],
  )
  const token = visitOf(await ask('ruth@example.com'))
  await post('/lead/first-talk/thank-you/correct', { token, email: 'dana@example.com' })
  expect(await db.sql('select value_norm from contact_points where contact_id = $1', [existing!.id])).toEqual([
    { value_norm: 'ruth@example.com' },
  ])
  expect(await requestOf('ruth@example.com')).toBeUndefined()
  expect((await requestOf('dana@example.com'))!.contact_id).not.toBe(existing!.id)
})

test('a contact created for a wrong address is moved to the bin if the corrected address belongs to another contact', async () => {
  const [existing] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('אורי') returning id`)
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, 'email', 'uri@example.com', 'uri@example.com')`,
    [existing!.id],
  )
  const token = visitOf(await ask('urri@example.com'))
  const { contact_id: contactId } = (await requestOf('urri@example.com'))!
  await post('/lead/first-talk/thank-you/correct', { token, email: 'uri@example.com' })
  expect((await requestOf('uri@example.com'))!.contact_id).toBe(existing!.id)
  expect(await count('contacts where id = $1 and deleted_at is not null', [contactId])).toBe(1)
})

test('correcting an address does not renew the limits of the wrong mailbox', async () => {
  const [existing] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('מוצפת') returning id`)
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, 'email', 'flooded@example.com', 'flooded@example.com')`,
    [existing!.id],
  )
  for (let i = 0; i < 9; i++) {
    const token = visitOf(await ask('flooded@example.com', { newsletter: 'on', newsletterTextId: newsletter!.id }))
    await send()
    await db.sql(`select record_mail_outcomes(jsonb_agg(jsonb_build_object('mail', id))) from mail.outbox`)
    const answer = await post('/lead/first-talk/thank-you/correct', { token, email: `dry.${i}@example.com` })
    expect(answer.statusCode).toBe(303)
  }
  expect(await requestOf('flooded@example.com')).toBeUndefined()
  const mails = await mailsTo('flooded@example.com')
  const confirmations = mails.filter(({ purpose }) => purpose === 'newsletter_confirm')
  expect([mails.length - confirmations.length, confirmations.length]).toEqual([8, 1])
  await post(linkIn(confirmations[0]))
  expect(await count(`newsletter_requests where email = 'flooded@example.com' and confirmed_at is not null`)).toBe(0)
  expect((await mailsTo('dry.0@example.com')).map(({ purpose }) => purpose)).toContain('newsletter_confirm')
})

test('an address that is corrected and restored can confirm the newsletter, and the intermediate address cannot', async () => {
  const [first, other] = ['there.and.back@example.com', 'only.there@example.com']
  const token = visitOf(await ask(first, { newsletter: 'on', newsletterTextId: newsletter!.id }))
  for (const email of [other, first]) await post('/lead/first-talk/thank-you/correct', { token, email })
  for (const email of [other, first]) {
    const mails = (await mailsTo(email)).filter(({ purpose }) => purpose === 'newsletter_confirm')
    expect(mails).toHaveLength(1)
    await post(linkIn(mails[0]))
  }
  expect(await db.sql('select email, status from subscriptions where email = any ($1)', [[first, other]])).toEqual([
    { email: first, status: 'confirmed' },
  ])
})

test('an address that is corrected and restored gets one mail, whose link is valid', async () => {
  const [first, other] = ['back.again@example.com', 'away@example.com']
  const token = visitOf(await ask(first))
  for (const email of [other, first]) await post('/lead/first-talk/thank-you/correct', { token, email })
  await send()
  const mails = await mailsTo(first)
  expect([mails.length, (await mailsTo(other)).length]).toEqual([1, 0])
  expect((await post(linkIn(mails[0]))).statusCode).toBe(303)
})

test('a known address entered in another browser cannot be corrected from there', async () => {
  await ask('victim@example.com')
  await db.sql(`update lead_magnet_requests set user_agent = 'their browser' where email = 'victim@example.com'`)
  const answer = await ask('victim@example.com')
  const token = visitOf(answer)
  expect((await get(answer.headers.location!.split('#')[0]!)).body).not.toContain('הכתובת לא נכונה?')
  const diverted = await post('/lead/first-talk/thank-you/correct', { token, email: 'thief@example.com' })
  expect([diverted.statusCode, await requestOf('thief@example.com')]).toEqual([409, undefined])
})

test('an expired link, or a link used ten times, offers a new link to the same address', async () => {
  const email = 'old@example.com'
  const link = await linkTo(email)
  const [{ days }] = (await db.sql<{ days: number }>(
    `select round(extract(epoch from expires_at - now()) / 86400)::int as days from lead_magnet_deliveries where email = $1`,
    [email],
  )) as [{ days: number }]
  expect(days).toBe(7)
  await db.sql(`update lead_magnet_deliveries set expires_at = now() - interval '1 second' where email = $1`, [email])
  expect((await get(link)).body).toContain('תוקף הקישור הסתיים')
  const late = await post(link)
  expect([late.statusCode, late.body.includes('אפשר לקבל קישור חדש')]).toEqual([410, true])
  await aMinuteLater()
  expect((await post(`${link}/renew`)).headers.location).toBe(`${link}?renewed=1#sent`)
  await send()
  const fresh = linkIn((await mailsTo(email)).at(-1))
  for (let i = 0; i < 10; i++) expect((await post(fresh)).statusCode).toBe(303)
  const over = await post(fresh)
  expect([over.statusCode, over.body.includes('נוצל כל הפעמים')]).toEqual([410, true])
  expect((await get(fresh)).body).toContain('שליחת קישור חדש')
})

test('after its file was removed, a mailed link shows that it is unavailable and does not count as opened', async () => {
  const id = await addMagnet('gone', 'ייעלם בקרוב')
  await ask('gone@example.com', {}, 'gone')
  await send()
  const link = linkIn((await mailsTo('gone@example.com'))[0])
  await db.sql(
    'update lead_magnets set is_active = false, asset_key = null, asset_name = null, asset_type = null, asset_bytes = null where id = $1',
    [id],
  )
  expect((await get(link)).body).toContain('הקובץ הזה כבר אינו זמין')
  expect((await post(link)).statusCode).toBe(410)
  expect(await count('lead_magnet_requests where magnet_id = $1 and opened_at is not null', [id])).toBe(0)
  expect(
    await count(
      `storage.objects where bucket_id = 'lead-magnets' and name not in (select asset_key::text from lead_magnets where asset_key is not null)`,
    ),
  ).toBe(0)
  expect((await get('/lead/gone')).statusCode).toBe(404)
  expect((await ask('gone@example.com', {}, 'gone')).statusCode).toBe(404)
})

test('the newsletter requires a separate checkbox, which triggers a confirmation mail and records no consent', async () => {
  const grants = (email: string) =>
    db.sql('select source_type, text_version_id from consents where value_norm = $1', [email])
  await ask('plain@example.com')
  expect(await mailsTo('plain@example.com')).toEqual([])
  await ask('ticked@example.com', { newsletter: 'on', newsletterTextId: newsletter!.id })
  const [confirm] = await mailsTo('ticked@example.com')
  expect(confirm).toMatchObject({ purpose: 'newsletter_confirm' })
  expect(await grants('ticked@example.com')).toEqual([])
  await post(linkIn(confirm))
  expect(await grants('ticked@example.com')).toEqual([{ source_type: 'newsletter', text_version_id: newsletter!.id }])
  const unknown = await ask('no@example.com', { newsletter: 'on', newsletterTextId: crypto.randomUUID() })
  expect([unknown.statusCode, await count(`lead_magnet_requests where email = 'no@example.com'`)]).toEqual([422, 0])
})

test("the mailed link's page offers the newsletter, and one click grants consent", async () => {
  const email = 'joins@example.com'
  const link = await linkTo(email)
  expect((await get(link)).body).toContain('רוצים לקבל תוכן דומה פעם בשבוע?')
  for (let i = 0; i < 2; i++)
    expect((await post(`${link}/newsletter`, { newsletterTextId: newsletter!.id })).headers.location).toBe(
      `${link}?joined=1#sent`,
    )
  expect(await db.sql('select source_type from consents where value_norm = $1', [email])).toEqual([
    { source_type: 'lead_magnet' },
  ])
  expect(await count(`subscriptions where email = $1 and status = 'confirmed'`, [email])).toBe(1)
  expect((await get(link)).body).not.toContain('רוצים לקבל תוכן דומה')
})

test('one click on a mailed link requests another lead magnet, and an address posted with an unknown link does not', async () => {
  const email = 'more@example.com'
  const link = await linkTo(email)
  expect((await get(link)).body).toContain('קופה קטנה')
  const answer = await post(`${link}/another`, { other: 'small-fund' })
  expect(answer.headers.location).toMatch(/^\/lead\/small-fund\/thank-you\?r=/)
  await send()
  expect((await mailsTo(email)).at(-1)!.subject).toBe('קופה קטנה – הקובץ שביקשתם')
  const stranger = await post(`/lead/first-talk/file/${'A'.repeat(22)}/another`, { other: 'small-fund', email })
  expect(stranger.statusCode).toBe(404)
})

test('an unopened request gets one reminder after a day, and an opened request gets none', async () => {
  const [sleepy, quick] = ['sleepy@example.com', 'quick@example.com']
  const link = await linkTo(sleepy)
  await post(await linkTo(quick))
  const due = () =>
    db.sql<{ to_value: string; status: string }>(
      `select s.to_value, s.status from scheduled_messages s join message_rules r on r.id = s.rule_id
       where r.key = 'lead_magnet.reminder' and s.to_value = any ($1) order by 1`,
      [[sleepy, quick]],
    )
  expect(await due()).toEqual([
    { to_value: quick, status: 'canceled' },
    { to_value: sleepy, status: 'scheduled' },
  ])
  await db.sql(`update scheduled_messages set send_at = now() where to_value = $1 and status = 'scheduled'`, [sleepy])
  await send()
  await send()
  const mails = await mailsTo(sleepy)
  expect(mails.map(({ subject }) => subject)).toEqual(['שיחה ראשונה – הקובץ שביקשתם', 'עוד לא פתחתם: שיחה ראשונה'])
  // Both links are valid.
  for (const path of [link, linkIn(mails[1])]) expect((await post(path)).statusCode).toBe(303)
})

test('the sequence of a lead magnet starts once, with the first use of the mailed link', async () => {
  const [automation] = await db.sql<{ id: string }>(
    `insert into automations (name, kind, definition) values ('רצף', 'sequence', '{}') returning id`,
  )
  await db.sql(
    `insert into automation_versions (automation_id, version, definition, trigger_types, listens, touches) values ($1, 1, '{}', '{}', '{}', '{}')`,
    [automation!.id],
  )
  await db.sql(`update automations set current_version = 1, status = 'enabled' where id = $1`, [automation!.id])
  await db.sql('update lead_magnets set automation_id = $2 where id = $1', [magnetId, automation!.id])
  const entered = () => count(`domain_events where type = 'automation.enrolled' and entity_id = $1`, [automation!.id])
  const link = await linkTo('sequence@example.com')
  expect(await entered()).toBe(0)
  await post(link)
  await post(link)
  expect(await entered()).toBe(1)
  await db.sql('update lead_magnets set automation_id = null where id = $1', [magnetId])
})

test('a challenge is offered while its page is published, and its sequence starts with the first use of the link', async () => {
  const ninja = () => db.sql(`select slug from shown_lead_magnets() where slug = 'ninja'`)
  expect(await ninja()).toEqual([])
  await db.sql(
    `update pages p set published_version_id = v.id, published_at = now() from page_versions v where p.path = '/ninja' and v.path = p.path`,
  )
  expect(await ninja()).toHaveLength(1)
  await ask('ninja@example.com', {}, 'ninja')
  await send()
  const [mail] = await mailsTo('ninja@example.com')
  expect(mail!.subject).toBe('נשארה לחיצה אחת: נינג׳ה בסופר')
  await post(linkIn(mail))
  const [sequence] = await db.sql<{ id: string; steps: number }>(
    `select a.id, jsonb_path_query_array(a.definition, '$.steps[*] ? (@.kind == "message")') as steps from automations a
     join lead_magnets m on m.automation_id = a.id where m.slug = 'ninja' and a.status = 'enabled'`,
  )
  expect(sequence!.steps).toHaveLength(7)
  expect(await count(`domain_events where type = 'automation.enrolled' and entity_id = $1`, [sequence!.id])).toBe(1)
})

test('the migration turns signups into requests of their lead magnet, the first signup of each address', async () => {
  const folder = join(import.meta.dirname, 'signups')
  const run = async (file: string) => db.sql(readFileSync(join(folder, file), 'utf8'))
  await run('signups.tables.sql')
  const [first, second] = await db.sql<{ id: string }>(
    `insert into contacts (first_name) values ('רות'), ('אורי') returning id`,
  )
  await db.sql(
    `insert into signups (contact_id, offer, name, email, utm, created_at) values
       ($1, 'lesson', 'רות', ' Moved@example.com', '{"utm_source":"mail"}', '2026-03-01'),
       ($2, 'lesson', 'אורי', 'moved@example.com', '{}', '2026-04-01'), ($2, 'ninja', 'אורי', 'moved@example.com', '{}', '2026-05-01')`,
    [first!.id, second!.id],
  )
  await run('signup-requests.tables.sql')
  expect(
    await db.sql(
      `select m.slug, r.name, r.utm, r.created_at::date::text as day from lead_magnet_requests r join lead_magnets m on m.id = r.magnet_id
       where r.email = 'moved@example.com' order by 1`,
    ),
  ).toEqual([
    { slug: 'lesson', name: 'רות', utm: { utm_source: 'mail' }, day: '2026-03-01' },
    { slug: 'ninja', name: 'אורי', utm: {}, day: '2026-05-01' },
  ])
  expect(await count(`lead_magnet_deliveries where email = 'moved@example.com'`)).toBe(0)
})

test.each([
  ['no name', { name: '', email: 'a@example.com' }, 'שם: שדה חובה'],
  ['a broken address', { email: 'noa@@x' }, 'כתובת הדוא״ל אינה תקינה'],
  ['a filled honeypot', { email: 'bot@example.com', company_site: 'x' }, 'לא הצלחנו לקבל את הטופס'],
  ['a form that was sent too fast', { email: 'bot@example.com', opened: '12' }, 'לא הצלחנו לקבל את הטופס'],
])('%s is refused with a message, and the form keeps the typed values', async (_, fields, message) => {
  const before = await count('lead_magnet_requests')
  const { statusCode, body } = await post('/lead/first-talk', { name: 'נועה לדוגמה', ...fields })
  expect(statusCode).toBe(422)
  expect(body).toContain(message)
  expect(body).toContain(fields.email)
  expect(await count('lead_magnet_requests')).toBe(before)
})

test('an unknown link or thank-you key shows a message, and a thank-you page without a key redirects to the form', async () => {
  for (const url of [`/lead/first-talk/file/${'A'.repeat(22)}`, '/lead/first-talk/file/%27--'])
    expect((await get(url)).body).toContain('הקישור אינו מוכר')
  expect((await get(`/lead/first-talk/thank-you?r=${'A'.repeat(22)}`)).body).toContain('אינה מוכרת')
  const cold = await get('/lead/first-talk/thank-you')
  expect([cold.statusCode, cold.headers.location]).toEqual([302, '/lead/first-talk'])
})

test('renaming a lead magnet moves its page and redirects from the former URL', async () => {
  const id = await addMagnet('before', 'שם קודם')
  await db.sql(`insert into pages (path, label) values ('/lead/before', 'שם קודם')`)
  await db.sql(`update lead_magnets set slug = 'after', title = 'שם חדש' where id = $1`, [id])
  expect(await db.sql(`select path, label from pages where path in ('/lead/before', '/lead/after')`)).toEqual([
    { path: '/lead/after', label: 'שם חדש' },
  ])
  await expect.poll(async () => (await get('/lead/before')).headers.location).toBe('/lead/after')
})

test('a lead magnet with neither a file nor a sequence cannot be made visible', async () => {
  await expect(
    db.sql(`insert into lead_magnets (slug, title, is_active) values ('empty', 'ריק לגמרי', true)`),
  ).rejects.toMatchObject({ constraint: 'lead_magnet_without_content' })
})

test.each([
  ['read the lead magnets', 'select from lead_magnets', 'owner admin sales content'],
  ['change them', `update lead_magnets set description = 'x' returning 1`, 'owner admin content'],
  ['change a file without its bytes', `update lead_magnets set asset_name = 'x' returning 1`, 'no role'],
  ['read who requested what', 'select from lead_magnet_requests', 'owner admin sales'],
  ['read the links', 'select from lead_magnet_deliveries', 'no role'],
  ['read the visits', 'select from lead_magnet_visits', 'no role'],
])('roles allowed to %s', async (_what, sql, actors) => {
  expect(await whoMay(db, as, sql)).toBe(actors)
})

test('a coach sees requests of their own contacts', async () => {
  await ask('coached@example.com')
  await db.sql('update contacts set owner_id = $1 where id = $2', [
    ids.coach,
    (await requestOf('coached@example.com'))!.contact_id,
  ])
  expect(await db.as(as.coach, 'select email from lead_magnet_requests')).toEqual([{ email: 'coached@example.com' }])
})

test('a default guide is downloaded as a PDF, and stored at the first download', async () => {
  await db.sql(`update lead_magnets set is_active = true where guide = 'sihat-kesef'`)
  await ask('guide@example.com', {}, 'sihat-kesef')
  await send()
  const link = linkIn((await mailsTo('guide@example.com'))[0])
  const stored = () => count(`lead_magnets where guide = 'sihat-kesef' and asset_key is not null`)
  expect([(await get(link)).body.includes('להורדת הקובץ (PDF)'), await stored()]).toEqual([true, 0])
  for (let i = 0; i < 2; i++) {
    const file = await get((await post(link)).headers.location!)
    expect([file.statusCode, file.headers['content-type'], file.body.slice(0, 5)]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ])
  }
  expect(await stored()).toBe(1)
  expect(
    await count(
      `storage.objects where bucket_id = 'lead-magnets' and name = (select asset_key::text from lead_magnets where guide = 'sihat-kesef')`,
    ),
  ).toBe(1)
})

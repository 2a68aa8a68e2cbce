import { beforeEach, expect, test } from 'vitest'
import { testSite } from '../../../test/site-app.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import { sendBatch } from '../messages/sender/send-batch.server.ts'
import { composeMessage } from '../messages/sender/compose-message.server.ts'
import { composeReminder, pruneRequests, subscribeProven } from './newsletter.server.ts'

const { app, db, site } = await testSite()
const [text] = await db.sql<{ id: string }>(`select id from current_consent_texts where kind = 'newsletter'`)

const get = (url: string) => app.inject({ method: 'GET', url, headers: { accept: 'text/html' } })
const post = (url: string, fields: Record<string, string> | string = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'test browser' },
    payload: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
  })
const signUp = (email: string) => post('/newsletter', { email, consent: 'on', consentTextId: text!.id })
const mailsTo = (to: string) =>
  db.sql<{ purpose: string; subject: string; text: string }>(
    'select purpose, subject, text from mail.outbox where to_address = $1 order by created_at, id',
    [to],
  )
const pathIn = (mail: string) => new URL(/https?:\S+/.exec(mail)![0]).pathname
const count = async (from: string, values?: unknown[]) =>
  (await db.sql<{ n: number }>(`select count(*)::int as n from ${from}`, values))[0]!.n

let people = 0
/** A new confirmed subscriber; `preferences` is the path from the welcome mail. */
async function subscriber() {
  const email = `subscriber${people++}@example.com`
  await signUp(email)
  await post(pathIn((await mailsTo(email))[0]!.text))
  const welcome = (await mailsTo(email))[1]!
  return { email, preferences: pathIn(welcome.text) }
}
const suppressionReason = async (email: string) =>
  (
    await db.sql<{ why: string | null }>(
      `select advertising_block_reason(contact_id, value_norm) as why from contact_points where value_norm = $1`,
      [email],
    )
  )[0]!.why

// Backdates requests, because the rate limit per mailbox would otherwise span tests.
beforeEach(() => db.sql(`update newsletter_requests set created_at = created_at - interval '2 days'`))

test('the form shows the consent text with an unticked checkbox', async () => {
  const { body } = await get('/newsletter')
  expect(body).toContain('מאשרים לחברה לדוגמה')
  expect(body).toContain(`value="${text!.id}"`)
  expect(body).not.toMatch(/<input[^>]*name="consent"[^>]*checked/)
})

test('signing up sends a mail but does not subscribe; the button of its link confirms once', async () => {
  const email = 'noa.reads@example.com'
  const answer = await signUp('  Noa.Reads@Example.com ')
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/newsletter?sent=1#sent'])
  const [mail] = await mailsTo(email)
  expect(mail).toMatchObject({ purpose: 'newsletter_confirm', subject: 'אישור הרשמה לניוזלטר' })
  expect(await count('subscriptions where email = $1', [email])).toBe(0)
  expect(await count('contact_points where value_norm = $1', [email])).toBe(0)

  const link = pathIn(mail!.text)
  // Mail scanners open every link, possibly more than once.
  for (let i = 0; i < 3; i++) expect((await get(link)).body).toContain('נשאר רק לאשר')
  expect(await count('subscriptions where email = $1', [email])).toBe(0)

  for (let i = 0; i < 2; i++) expect((await post(link)).headers.location).toBe(link)
  expect((await get(link)).body).toContain('ההרשמה הושלמה')
  expect(await count(`subscriptions where email = $1 and status = 'confirmed'`, [email])).toBe(1)
  expect(await mailsTo(email)).toHaveLength(2)
  const [contact] = await db.sql(
    `select c.lifecycle, p.verified_at is not null as verified from contacts c join contact_points p on p.contact_id = c.id where p.value_norm = $1`,
    [email],
  )
  expect(contact).toEqual({ lifecycle: 'subscriber', verified: true })
})

test('the consent record contains the text version, the date and a truncated IP address', async () => {
  const { email } = await subscriber()
  const [row] = await db.sql(
    `select k.channel, k.action, k.text_version_id, k.text_snapshot_hash = encode(sha256(convert_to(t.he_text, 'UTF8')), 'hex') as same_words,
       k.source_type, k.ip_trunc, k.user_agent
     from consents k join consent_texts t on t.id = k.text_version_id where k.value_norm = $1`,
    [email],
  )
  expect(row).toEqual({
    channel: 'email',
    action: 'grant',
    text_version_id: text!.id,
    same_words: true,
    source_type: 'newsletter',
    ip_trunc: '127.0.0.0/24',
    user_agent: 'test browser',
  })
  expect(await suppressionReason(email)).toBeNull()
})

test('a sign-up does not change the data of an existing contact', async () => {
  const [existing] = await db.sql<{ id: string }>(
    `insert into contacts (first_name, lifecycle) values ('רות', 'client') returning id`,
  )
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, 'email', 'Ruth@example.com', 'ruth@example.com')`,
    [existing!.id],
  )
  await signUp('ruth@example.com')
  await post(pathIn((await mailsTo('ruth@example.com'))[0]!.text))
  expect(await db.sql('select contact_id from subscriptions where email = $1', ['ruth@example.com'])).toEqual([
    { contact_id: existing!.id },
  ])
  expect(await db.sql('select first_name, lifecycle from contacts where id = $1', [existing!.id])).toEqual([
    { first_name: 'רות', lifecycle: 'client' },
  ])
})

test('a sign-up from a URL with a long query string succeeds, and the stored source URL is truncated', async () => {
  const referer = `http://site.test/blog?utm_source=${'x'.repeat(3000)}`
  const { headers } = await app.inject({
    method: 'POST',
    url: '/newsletter',
    headers: { 'content-type': 'application/x-www-form-urlencoded', referer },
    payload: new URLSearchParams({ email: 'long.way@example.com', consent: 'on', consentTextId: text!.id }).toString(),
  })
  expect(headers.location).toBe('/newsletter?sent=1#sent')
  expect(await db.sql('select source_url from newsletter_requests where email = $1', ['long.way@example.com'])).toEqual(
    [{ source_url: referer.slice(0, 500) }],
  )
})

test('a repeated sign-up gets the same response and is rate limited per mailbox', async () => {
  const { email } = await subscriber()
  const before = await mailsTo(email)
  const existing = await signUp(email)
  const unknown = await signUp('never.seen@example.com')
  expect([existing.statusCode, existing.headers.location, existing.body]).toEqual([
    unknown.statusCode,
    unknown.headers.location,
    unknown.body,
  ])
  for (let i = 0; i < 4; i++) await signUp(email)
  expect((await mailsTo(email)).length).toBeLessThanOrEqual(before.length + 1)
})

test.each([
  ['no address', { email: '', consent: 'on' }, 'שדה חובה'],
  ['a malformed address', { email: 'noa@@x', consent: 'on' }, 'כתובת הדוא״ל אינה תקינה'],
  ['two addresses', { email: 'a@example.com, b@example.com', consent: 'on' }, 'כתובת הדוא״ל אינה תקינה'],
  ['an unticked consent checkbox', { email: 'a@example.com' }, 'כדי להירשם צריך לסמן את ההסכמה'],
  [
    'an unknown consent text',
    { email: 'a@example.com', consent: 'on', consentTextId: crypto.randomUUID() },
    'הנוסח שאושר אינו מוכר',
  ],
  ['a filled honeypot', { email: 'a@example.com', consent: 'on', company_site: 'x' }, 'לא הצלחנו לקבל את הטופס'],
])('%s is refused with a message, and the form retains its values', async (_, fields, message) => {
  const before = await count('newsletter_requests')
  const { statusCode, body } = await post('/newsletter', { consentTextId: text!.id, ...fields })
  expect(statusCode).toBe(422)
  expect(body).toContain(message)
  expect(await count('newsletter_requests')).toBe(before)
})

test('an expired confirmation link offers a new one, sent to the same address', async () => {
  const email = 'late@example.com'
  await signUp(email)
  const link = pathIn((await mailsTo(email))[0]!.text)
  await db.sql(
    `update newsletter_requests set created_at = now() - interval '8 days', expires_at = now() - interval '1 day' where email = $1`,
    [email],
  )
  const { body } = await get(link)
  expect(body).toContain('תוקף הקישור הסתיים')
  expect(body).toContain('שליחת קישור חדש')
  const late = await post(link)
  expect([late.statusCode, await count('subscriptions where email = $1', [email])]).toEqual([410, 0])
  expect(late.body).toContain('תוקף הקישור הסתיים. אפשר לקבל קישור חדש')
  expect((await post(`${link}/renew`)).headers.location).toBe('/newsletter?sent=1#sent')
  const fresh = pathIn((await mailsTo(email))[1]!.text)
  expect(fresh).not.toBe(link)
  await post(fresh)
  expect(await count(`subscriptions where email = $1 and status = 'confirmed'`, [email])).toBe(1)
})

test('a request whose list was archived before the confirmation subscribes to the next public list', async () => {
  const email = 'between.lists@example.com'
  await signUp(email)
  const [next] = await db.sql<{ id: string }>(
    `insert into mailing_lists (name, position) values ('הרשימה החדשה', -1) returning id`,
  )
  await db.sql(
    `update mailing_lists set archived_at = now() where id = (select list_id from newsletter_requests where email = $1)`,
    [email],
  )
  await post(pathIn((await mailsTo(email))[0]!.text))
  expect(await db.sql('select list_id, status from subscriptions where email = $1', [email])).toEqual([
    { list_id: next!.id, status: 'confirmed' },
  ])
  await db.sql(
    `update mailing_lists set archived_at = null where id = (select list_id from newsletter_requests where email = $1)`,
    [email],
  )
  await db.sql('delete from mailing_lists where id = $1', [next!.id])
})

test('an unknown token shows a message, and unsubscribing with it responds with 404', async () => {
  for (const path of [
    '/newsletter/confirm/AAAAAAAAAAAAAAAAAAAAAA',
    '/newsletter/preferences/AAAAAAAAAAAAAAAAAAAAAA',
    '/newsletter/confirm/%27--',
    '/newsletter/preferences/%27--',
  ])
    expect((await get(path)).body).toContain('הקישור אינו מוכר')
  expect((await post('/newsletter/preferences/AAAAAAAAAAAAAAAAAAAAAA/unsubscribe')).statusCode).toBe(404)
})

test('an unconfirmed request gets one reminder after two days and is deleted after thirty', async () => {
  const email = 'forgetful@example.com'
  await signUp(email)
  const compose = composeMessage({
    compose: { newsletter_reminder: composeReminder({ renderMail: site.renderMail, siteUrl: 'http://site.test' }) },
  })
  const inService = <T>(work: (tx: Db) => Promise<T>) => inTransaction(db.authenticator, { role: 'service_role' }, work)
  const send = () => inService((tx) => sendBatch(tx, { most: 50, now: new Date('2026-11-24T12:00:00+02:00'), compose }))
  await send()
  expect(await mailsTo(email)).toHaveLength(1)
  await db.sql(`update newsletter_requests set created_at = now() - interval '48 hours 5 minutes' where email = $1`, [
    email,
  ])
  await send()
  await send()
  const mails = await mailsTo(email)
  expect(mails.map((mail) => mail.purpose)).toEqual(['newsletter_confirm', 'message'])
  // Both the original and the reminder link are valid.
  for (const mail of mails) expect((await get(pathIn(mail.text))).body).toContain('נשאר רק לאשר')
  await db.sql(`update newsletter_requests set created_at = now() - interval '31 days' where email = $1`, [email])
  expect(await inService(pruneRequests)).toBeGreaterThan(0)
  expect(await count('newsletter_requests where email = $1', [email])).toBe(0)
})

test('a GET of the footer link changes nothing; the button of its page unsubscribes from all mail', async () => {
  const { email, preferences } = await subscriber()
  const { body, headers } = await get(preferences)
  expect(body).toContain('su•••@example.com')
  expect(body).not.toContain(email)
  expect(body).toContain('noindex')
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  expect(await suppressionReason(email)).toBeNull()

  const token = preferences.split('/').at(-1)!
  expect((await post(`${preferences}/unsubscribe`)).headers.location).toBe(`/unsubscribe-success?ref=${token}`)
  expect((await post(`${preferences}/unsubscribe`)).statusCode).toBe(303)
  expect(await suppressionReason(email)).toBe('unsubscribe')
  expect(await count(`subscriptions where email = $1 and status = 'confirmed'`, [email])).toBe(0)
  const actions = await db.sql('select action from consents where value_norm = $1 order by at', [email])
  expect(actions).toEqual([{ action: 'grant' }, { action: 'withdraw' }])
  expect((await get(preferences)).body).toContain('הכתובת הזו כבר הוסרה')
  const done = await get(`/unsubscribe-success?ref=${token}`)
  expect(done.body).toContain('הוסרתם מרשימת התפוצה')
  expect(done.body).toContain('הודעות שירות')
})

test('an address that opted out by a reply is resubscribed by another form that verifies the address', async () => {
  const { email } = await subscriber()
  const join = () =>
    inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
      subscribeProven({ mails: site.mails, siteUrl: 'http://site.test' })(tx, {
        id: crypto.randomUUID(),
        email,
        consentTextId: text!.id,
        source: 'webinar',
        request: {},
      }),
    )
  await inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
    tx.query(`select private.refuse_advertising('email', $1, 'message_reply')`, [email]),
  )
  expect(await suppressionReason(email)).toBe('unsubscribe')
  await join()
  expect(await suppressionReason(email)).toBeNull()
  const mails = await mailsTo(email)
  await join()
  expect(await mailsTo(email)).toEqual(mails)
})

test('unsubscribing again withdraws a consent that was granted in a form after the first unsubscribe', async () => {
  const { email, preferences } = await subscriber()
  await post(`${preferences}/unsubscribe`)
  await db.sql(
    `insert into consents (contact_id, value_norm, channel, purpose, action, text_version_id, source_type)
     select k.contact_id, k.value_norm, k.channel, k.purpose, 'grant', k.text_version_id, 'form' from consents k
     where k.value_norm = $1 and k.action = 'withdraw'`,
    [email],
  )
  await post(`${preferences}/unsubscribe`)
  expect(await db.sql('select action from current_consents where value_norm = $1', [email])).toEqual([
    { action: 'withdraw' },
  ])
})

test('after unsubscribing, giving a reason or resubscribing takes a single click', async () => {
  const { email, preferences } = await subscriber()
  const token = preferences.split('/').at(-1)!
  await post(`${preferences}/unsubscribe`)
  await post(`${preferences}/reason`, { reason: 'too_often' })
  await post(`${preferences}/reason`, { reason: 'not_relevant' })
  expect((await post(`${preferences}/reason`, { reason: 'because' })).statusCode).toBe(422)
  expect(await db.sql('select reason from unsubscribe_reasons')).toEqual([{ reason: 'not_relevant' }])
  expect((await get(`/unsubscribe-success?ref=${token}`)).body).toContain('תודה, נלמד מזה')
  await post(`${preferences}/resubscribe`)
  expect(await suppressionReason(email)).toBeNull()
  expect(await count(`subscriptions where email = $1 and status = 'confirmed'`, [email])).toBe(1)
  expect((await get(`${preferences}?back=1`)).body).toContain('חזרתם לרשימה')
})

test('the unsubscribe page without a token explains how to unsubscribe, and is noindex', async () => {
  for (const url of ['/unsubscribe-success', '/unsubscribe-success?ref=nonsense']) {
    const { statusCode, body } = await get(url)
    expect(statusCode).toBe(200)
    expect(body).toContain('noindex')
    expect(body).toContain('בתחתית כל הודעה ששלחנו')
  }
})

test('one-click unsubscribe (RFC 8058) accepts every body format; a GET changes nothing', async () => {
  const { email, preferences } = await subscriber()
  const token = preferences.split('/').at(-1)!
  const address = `/newsletter/one-click/${token}`
  const opened = await get(address)
  expect([opened.statusCode, opened.headers.location]).toEqual([303, preferences])
  expect(await suppressionReason(email)).toBeNull()
  const answer = await app.inject({
    method: 'POST',
    url: address,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  })
  expect(answer.statusCode).toBe(200)
  expect(await suppressionReason(email)).toBe('unsubscribe')
  expect((await post(address, 'List-Unsubscribe=One-Click')).statusCode).toBe(200)
  expect((await post('/newsletter/one-click/AAAAAAAAAAAAAAAAAAAAAA', 'List-Unsubscribe=One-Click')).statusCode).toBe(
    404,
  )
})

test('a mail provider that unsubscribes many users from one IP address is not rate limited', async () => {
  const { preferences } = await subscriber()
  const url = preferences.replace('preferences', 'one-click')
  const press = () => app.inject({ method: 'POST', url, remoteAddress: '203.0.113.7' })
  const answers = await Promise.all(Array.from({ length: 150 }, press))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})

test('the preferences page saves and shows the frequency limit, list choices and pause', async () => {
  const { email, preferences } = await subscriber()
  const [second] = await db.sql<{ id: string }>(
    `insert into mailing_lists (name) values ('הזמנות להדרכות ' || $1) returning id`,
    [email],
  )
  const [hidden] = await db.sql<{ id: string }>(
    `insert into mailing_lists (name, is_public) values ('רשימה פנימית ' || $1, false) returning id`,
    [email],
  )
  const form = new URLSearchParams([
    ['lists', second!.id],
    ['lists', hidden!.id],
    ['atMostWeekly', 'on'],
    ['pause', 'on'],
  ])
  expect((await post(preferences, form.toString())).statusCode).toBe(303)
  const lists = await db.sql(
    `select l.name, s.status from subscriptions s join mailing_lists l on l.id = s.list_id where s.email = $1 order by s.status`,
    [email],
  )
  expect(lists.map((row) => row['status'])).toEqual(['confirmed', 'unsubscribed'])
  expect(lists[0]!['name']).toContain('הזמנות')
  expect(await suppressionReason(email)).toBe('paused')
  const { body } = await get(preferences)
  expect(body).toMatch(/name="pause"[^>]*checked/)
  expect(body).toMatch(/name="atMostWeekly"[^>]*checked/)
  expect(body).not.toContain('רשימה פנימית')
  await post(preferences, new URLSearchParams([['lists', second!.id]]).toString())
  expect(await suppressionReason(email)).toBeNull()
})

test('saving another choice during a pause does not extend the pause', async () => {
  const { email, preferences } = await subscriber()
  await post(preferences, { pause: 'on' })
  const [soon] = await db.sql<{ paused_until: Date }>(
    `update mail_preferences set paused_until = now() + interval '1 day' where email = $1 returning paused_until`,
    [email],
  )
  await post(preferences, { pause: 'on', atMostWeekly: 'on' })
  expect(await db.sql('select at_most_weekly, paused_until from mail_preferences where email = $1', [email])).toEqual([
    { at_most_weekly: true, paused_until: soon!.paused_until },
  ])
})

test('each address of a contact has its own preferences: unsubscribing one does not affect the other', async () => {
  const [one, other] = [await subscriber(), await subscriber()]
  await post(`${one.preferences}/unsubscribe`)
  expect(await suppressionReason(other.email)).toBeNull()
})

test('the page shows the number of recipients from fifty on, counting each deliverable address once', async () => {
  await db.sql('delete from subscriptions')
  const add = (from: number, to: number) =>
    db.sql(
      `with people as (insert into contacts (first_name) select 'מנוי ' || i from generate_series($1::int, $2::int) i returning id, first_name),
       -- The fifth contact has no consent.
       agreed as (insert into consents (contact_id, value_norm, channel, purpose, action, text_version_id, text_snapshot_hash, source_type)
         select p.id, p.id || '@example.com', 'email', 'marketing', 'grant', t.id, 'x', 'newsletter'
         from people p, (select id from consent_texts where kind = 'marketing' limit 1) t where p.first_name <> 'מנוי 5')
       insert into subscriptions (list_id, contact_id, email) select m.id, p.id, p.id || '@example.com'
       from people p cross join (select id from mailing_lists where is_public and archived_at is null limit 2) m`,
      [from, to],
    )
  const counted = async () => (await db.sql<{ n: number | null }>('select newsletter_recipient_count() as n'))[0]!.n
  await add(1, 49)
  expect(await counted()).toBeNull()
  await add(50, 54)
  expect(await counted()).toBe(53)
  // Withdrawing a consent by phone does not end the subscription row.
  await db.sql(
    `insert into consents (contact_id, value_norm, channel, purpose, action, text_version_id, text_snapshot_hash, source_type, at)
     select k.contact_id, k.value_norm, 'email', 'marketing', 'withdraw', k.text_version_id, 'x', 'newsletter', k.at + interval '1 second'
     from consents k join contacts c on c.id = k.contact_id where c.first_name = 'מנוי 4'`,
  )
  expect(await counted()).toBe(52)
  await db.sql(
    `insert into mail_preferences (email, paused_until)
     select s.email, now() + interval '1 month' from subscriptions s join contacts c on c.id = s.contact_id where c.first_name = 'מנוי 6' limit 1`,
  )
  expect(await counted()).toBe(52)
  await db.sql(
    `update subscriptions set status = 'unsubscribed', ended_at = now()
     where contact_id = (select id from contacts where first_name = 'מנוי 1')`,
  )
  expect(await counted()).toBe(51)
  await db.sql(
    `insert into suppressions (value_norm, reason) select s.email, 'bounce'
     from subscriptions s join contacts c on c.id = s.contact_id where c.first_name = 'מנוי 2' limit 1`,
  )
  expect(await counted()).toBe(50)
  // First render of this URL, so it is not cached.
  expect((await get('/newsletter?sent=count')).body).toContain('50 אנשים כבר מקבלים אותו')
  await db.sql(`update contacts set deleted_at = now() where first_name = 'מנוי 3'`)
  expect(await counted()).toBeNull()
})

// WhatsApp consent and the invitation on the thank-you page.
import { expect, test } from 'vitest'
import { partsOf } from '../../../test/rendered-html.ts'
import { testSite } from '../../../test/site-app.ts'
import { webinarVisitors } from '../../../test/webinars.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { addWebinar, addSession, get, post } = webinarVisitors(siteApp)
for (const slug of ['by-phone', 'before']) await addSession(await addWebinar(slug), '3 days')
const [text] = await db.sql<{ id: string }>(`select id from current_consent_texts where kind = 'marketing'`)
const consentTextId = text!.id

async function register(email: string, slug = 'by-phone', more: Record<string, string> = {}) {
  const answer = await post(`/webinar/${slug}`, { name: 'נועה', email, ...more })
  return new URL(answer.headers.location!, 'http://site.test').searchParams.get('r')!
}
const pageOf = async (token: string) => (await get(`/webinar/by-phone/thank-you?r=${token}`)).body
const agree = (token: string, more: Record<string, string>) =>
  post('/webinar/by-phone/thank-you/whatsapp', { token, marketingConsent: 'on', consentTextId, ...more })
const consentsOf = (email: string) =>
  db.sql<{ channel: string; value_norm: string }>(
    `select k.channel, k.value_norm, k.action, k.text_version_id, k.source_type, k.source_id = r.id as is_own, k.text_snapshot_hash <> '' as has_text
     from webinar_registrations r join consents k on k.contact_id = r.contact_id where r.email = $1 and k.channel <> 'email' order by k.channel`,
    [email],
  )
const phonesOf = async (email: string) =>
  (
    await db.sql<{ value_norm: string }>(
      `select distinct p.value_norm from webinar_registrations r join contact_points p on p.contact_id = r.contact_id
       where r.email = $1 and p.kind = 'phone'`,
      [email],
    )
  ).map(({ value_norm: value }) => value)

test('a registrant consents to WhatsApp once: the text, the number and the registration are stored as proof, and the page confirms it', async () => {
  const email = 'agrees@example.com'
  const token = await register(email)
  expect(partsOf(await pageOf(token)).fields).toMatchObject({ consentTextId, phone: '' })
  const answer = await agree(token, { phone: '050-123 4567' })
  expect(answer.headers.location).toBe(`/webinar/by-phone/thank-you?r=${token}&done=whatsapp#sent`)
  await agree(token, {})
  const proof = { value_norm: '+972501234567', action: 'grant', text_version_id: consentTextId }
  const own = { source_type: 'webinar', is_own: true, has_text: true }
  expect(await consentsOf(email)).toEqual([
    { channel: 'sms', ...proof, ...own },
    { channel: 'whatsapp', ...proof, ...own },
  ])
  expect(await phonesOf(email)).toEqual(['+972501234567'])
  const page = await pageOf(token)
  expect(page).toContain('ההסכמה נשמרה למספר שמסתיים ב')
  expect(page).not.toContain('1234567')
  expect(page).not.toContain('name="marketingConsent"')
})

test('without the checkbox, a number or a known consent text nothing is stored, and the form shows the errors', async () => {
  const email = 'refused@example.com'
  const token = await register(email)
  const unknown = '00000000-0000-4000-8000-000000000000'
  for (const [fields, reason] of [
    [{ phone: '0501234568', marketingConsent: '' }, 'צריך לסמן כאן'],
    [{}, 'צריך מספר טלפון'],
    [{ phone: '12' }, 'מספר הטלפון אינו תקין'],
    [{ phone: '0501234568', consentTextId: unknown }, 'אינו מוכר'],
  ] as [Record<string, string>, string][]) {
    const { statusCode, body } = await agree(token, fields)
    expect([statusCode, body.includes(reason)], reason).toEqual([422, true])
  }
  expect((await agree('w'.repeat(24), { phone: '0501234568' })).statusCode).toBe(404)
  expect(await consentsOf(email)).toEqual([])
  expect(await phonesOf(email)).toEqual([])
})

test('the phone number of the registration is used, and it is not added to an existing contact', async () => {
  const email = 'known-before@example.com'
  await register(email, 'before')
  const token = await register(email, 'by-phone', { phone: '052-7654321' })
  expect(await pageOf(token)).toContain('המספר שמסרתם, שמסתיים ב־21')
  expect((await agree(token, {})).statusCode).toBe(303)
  expect(new Set((await consentsOf(email)).map(({ value_norm: value }) => value))).toEqual(new Set(['+972527654321']))
  expect(await phonesOf(email)).toEqual([])
})

test('consent given days later, or after a merge, adds no phone number to the contact', async () => {
  for (const [email, changed] of [
    ['later@example.com', `contacts set created_at = created_at - interval '2 days'`],
    ['merged@example.com', `contacts set created_at = created_at - interval '1 minute'`],
  ] as const) {
    const token = await register(email)
    await db.sql(`update ${changed} where id = (select contact_id from webinar_registrations where email = $1)`, [
      email,
    ])
    if (email.startsWith('later'))
      await db.sql(
        `update webinar_registrations set registered_at = registered_at - interval '2 days' where email = $1`,
        [email],
      )
    expect((await agree(token, { phone: '0507654399' })).statusCode).toBe(303)
    expect((await consentsOf(email)).length).toBe(2)
    expect(await phonesOf(email)).toEqual([])
  }
})

test('consent adds no phone number to a contact who has since requested a call', async () => {
  const email = 'asked-since@example.com'
  const token = await register(email)
  await db.sql(
    `insert into tasks (name, contact_id) select 'להתקשר', contact_id from webinar_registrations where email = $1`,
    [email],
  )
  expect((await agree(token, { phone: '0507654388' })).statusCode).toBe(303)
  expect(await phonesOf(email)).toEqual([])
})

test('the consent is not shown in another browser with the same address', async () => {
  const email = 'twice@example.com'
  await agree(await register(email), { phone: '0541112233' })
  const other = await register(email, 'by-phone', { phone: '0541112233' })
  expect(await pageOf(other)).toContain('name="marketingConsent"')
})

test('the third step links to the invitation', async () => {
  const page = await pageOf(await register('steps@example.com'))
  expect(page).toContain('<a href="#invite">')
  expect(page).toContain('id="invite"')
})

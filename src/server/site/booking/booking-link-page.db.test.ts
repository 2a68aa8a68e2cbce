// The page of a single-use booking link, without JavaScript.
import { expect, test } from 'vitest'
import { monthSpan } from '#features/booking/public/free-days.ts'
import { dayOf } from '#lib/time/dates.ts'
import { elements, partsOf, textOf } from '../../../../test/rendered-html.ts'
import { testSite } from '../../../../test/site-app.ts'

const { app, db } = await testSite()
const get = (url: string) => app.inject({ url: url.split('#')[0]! })
const post = (url: string, fields: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', referer: 'http://site.test/book/hila' },
    payload: new URLSearchParams(fields).toString(),
  })
const path = '/book/hila/livui'
const month = monthSpan(dayOf(new Date())).next.slice(0, 7)
const [contact] = await db.sql<{ id: string; name: string }>(
  `select c.id, c.full_name as name from contacts c where exists (select from contact_points p where p.contact_id = c.id and p.kind = 'phone')
     and exists (select from contact_points p where p.contact_id = c.id and p.kind = 'email') order by c.id limit 1`,
)
let serial = 0
async function makeLink() {
  serial += 1
  const token = `link${serial}`.padEnd(32, 'x')
  await db.sql(
    `insert into booking_links (type_id, contact_id, token_hash)
     select t.id, $2, link_hash($1) from appointment_types t join booking_hosts h using (user_id) where h.slug = 'hila' and t.slug = 'livui'`,
    [token, contact!.id],
  )
  return token
}

/** The fields and the offered start times of the form with this action URL. */
function formOf(body: string, action: string) {
  const form = elements(body, 'form').find(({ attributes }) => attributes['action']?.split('#')[0] === action)!
  const inputs = partsOf(form.inside).attributes('input')
  const fields = inputs.filter(({ type, name }) => type !== 'checkbox' && type !== 'radio' && name)
  return {
    fields: Object.fromEntries(fields.map(({ name, value }) => [name!, value ?? ''])) as Record<string, string>,
    starts: inputs.filter(({ name }) => name === 'start').map(({ value }) => value!),
  }
}

test('a booking link goes through all steps with prefilled details, and is then shown as used', async () => {
  const token = await makeLink()
  const first = await get(`${path}?month=${month}&k=${token}`)
  expect(first.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  const { fields, starts } = formOf(first.body, `${path}/hold`)
  const held = await post(`${path}/hold`, { ...fields, start: starts[0]! })
  expect(held.headers.location).toContain(`k=${token}`)
  const detailsPage = await get(held.headers.location!)
  const details = formOf(detailsPage.body, path).fields
  expect(details).toMatchObject({ name: contact!.name, k: token })
  expect(detailsPage.body).toContain(`href="${path}?k=${token}"`)
  const response = await post(path, details)
  expect(textOf(response.body)).toContain('לאשר ולקבוע?')
  const booked = await post(path, formOf(response.body, path).fields)
  expect(booked.statusCode).toBe(303)
  const after = await get(`${path}?k=${token}`)
  expect(textOf(after.body)).toContain('כבר נקבעה פגישה דרך הקישור הזה')
  expect(formOf(after.body, '/contact').fields).toHaveProperty('phone')
  expect(formOf((await get(path)).body, `${path}/hold`).starts.length).toBeGreaterThan(0)
})

test('an expired, a revoked and an unknown link show an explanation, and no data of the contact', async () => {
  const token = await makeLink()
  const set = (what: string) => db.sql(`update booking_links set ${what} where token_hash = link_hash($1)`, [token])
  const says = async (key: string) => {
    const { body } = await get(`${path}?k=${key}`)
    expect(body).not.toContain(contact!.name)
    return textOf(body)
  }
  expect(await says('wrong')).toContain('הקישור אינו מוכר')
  await set(`expires_at = now()`)
  expect(await says(token)).toContain('תוקף הקישור הסתיים')
  await set(`revoked_at = now()`)
  expect(await says(token)).toContain('הקישור הזה כבר לא פעיל')
})

test('a type that requires a link offers no slots at its public URL', async () => {
  await db.sql(`update appointment_types set requires_link = true where slug = 'livui'`)
  // The cached page is rendered again after the notification of the change.
  await expect.poll(async () => textOf((await get(path)).body)).toContain('הפגישה הזו נקבעת בקישור אישי')
  expect((await get(path)).body).not.toContain(`${path}/hold`)
  expect((await get(`${path}?k=${await makeLink()}`)).body).toContain(`${path}/hold`)
  await db.sql(`update appointment_types set requires_link = false where slug = 'livui'`)
})

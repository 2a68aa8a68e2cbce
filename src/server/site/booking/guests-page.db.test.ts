// Guests on the page of an appointment, without JavaScript: the partner who booked adds them, and they can remove themselves.
import { expect, test } from 'vitest'
import { elements, partsOf, textOf } from '../../../../test/rendered-html.ts'
import { testSite } from '../../../../test/site-app.ts'

const { app, db } = await testSite()
const get = (url: string) => app.inject({ url: url.split('#')[0]! })
const post = (url: string, fields: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
const pathOf = (token: string) => `/appointment/manage/${token}`
const buttons = (body: string) => elements(body, 'button').map(({ inside }) => textOf(inside))

/** Creates an appointment in ten days, of a type with one guest. Returns the page of the partner who booked. */
async function booked() {
  const [appointment] = await db.sql<{ id: string }>(
    `with t as (update appointment_types t set max_guests = 1, allow_partner = false from booking_hosts h
       where h.user_id = t.user_id and h.slug = 'hila' and t.slug = 'hekerut' returning t.*),
     a as (insert into appointments (type_id, title, user_id, starts_at, ends_at, status, location_kind)
       select id, title, user_id, now() + interval '10 days', now() + interval '10 days 25 minutes', 'confirmed', location_kind from t
       returning id)
     insert into appointment_attendees (appointment_id, role, name, email) select id, 'main', 'דנה לדוגמה', 'dana@example.com' from a
     returning appointment_id as id`,
  )
  return { id: appointment!.id, manage: await linkTo(appointment!.id, 'main') }
}
async function linkTo(root: string, role: string) {
  const token = `key-of-${role}-of-the-appointment`
  await db.sql(`insert into appointment_links (token_hash, root_id, role) values (link_hash($1), $2, $3)`, [
    token,
    root,
    role,
  ])
  return pathOf(token)
}

test('the partner who booked adds a guest with name and address, and the guest can only accept or leave', async () => {
  const { id, manage } = await booked()
  const page = await get(manage)
  expect(textOf(page.body)).toContain('צירוף אורח או אורחת')
  const wrong = await post(`${manage}/guest`, { name: 'יועץ המשכנתאות', email: 'advisor' })
  expect(wrong.statusCode).toBe(422)
  const form = elements(wrong.body, 'form').find(
    ({ attributes }) => attributes['action']?.split('#')[0] === `${manage}/guest`,
  )!
  expect(partsOf(form.inside).fields).toMatchObject({ name: 'יועץ המשכנתאות', email: 'advisor' })
  const added = await post(`${manage}/guest`, { name: 'יועץ המשכנתאות', email: 'advisor@example.com' })
  expect(added.headers.location).toBe(`${manage}?joined=1#state`)
  const after = textOf((await get(added.headers.location!)).body)
  expect(after).toContain('גם מוזמנים יועץ המשכנתאות')
  expect(after).not.toContain('צירוף אורח או אורחת')

  const guest = await linkTo(id, 'guest-1')
  const seen = await get(guest)
  expect(textOf(seen.body)).toContain('גם מוזמנים דנה לדוגמה')
  expect(buttons(seen.body)).toEqual(expect.arrayContaining(['אנחנו מגיעים', 'יציאה מהפגישה']))
  expect(textOf(seen.body)).not.toMatch(/ביטול הפגישה|שינוי מועד|המועד קרוב/)
  const fileOf = async (path: string) => (await get(`${path}/calendar.ics`)).body.replaceAll('\r\n ', '')
  expect(await fileOf(guest)).toContain('DESCRIPTION:לפרטי הפגישה: ')
  expect(await fileOf(manage)).toContain('DESCRIPTION:לשינוי או לביטול: ')
  const response = await post(`${guest}/leave`)
  expect(response.headers.location).toBe(`${guest}?left=1#sent`)
  expect(textOf((await get(response.headers.location!)).body)).toContain('יצאתם מהפגישה, ולא יישלחו עוד הודעות עליה')
  expect(textOf((await get(manage)).body)).toContain('צירוף אורח או אורחת')
})

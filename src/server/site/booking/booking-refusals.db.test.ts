// The messages of the booking page when an appointment cannot be booked, without JavaScript.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { monthSpan } from '#features/booking/public/free-days.ts'
import { dayOf } from '#lib/time/dates.ts'
import { elements, partsOf, textOf } from '../../../../test/rendered-html.ts'
import { testSite } from '../../../../test/site-app.ts'

const calendar: { busy: 'none' | 'closed' } = { busy: 'none' }
const { app, db } = await testSite({ readBusyTimes: async () => calendar.busy })
const [type] = await db.sql<{ id: string }>(
  `select t.id from appointment_types t join booking_hosts h using (user_id) where h.slug = 'hila' and t.slug = 'hekerut'`,
)
const path = '/book/hila/hekerut'
const get = (url: string) => app.inject({ url })
const valuesOf = (body: string, tag: 'button' | 'input', field: string) =>
  partsOf(body)
    .attributes(tag)
    .flatMap(({ name, value }) => (name === field && value ? [value] : []))
const month = monthSpan(dayOf(new Date())).next.slice(0, 7)
/** The slots of a free day of the next month, because today may have too few. */
async function slots() {
  const days = valuesOf((await get(`${path}?month=${month}`)).body, 'button', 'day')
  return valuesOf((await get(`${path}?day=${days.find((day) => day.startsWith(month))}`)).body, 'input', 'start')
}
const confirm = (start: string, email: string) =>
  app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', referer: `http://site.test${path}` },
    payload: new URLSearchParams({
      typeId: type!.id,
      start,
      minutes: '25',
      zone: 'Asia/Jerusalem',
      attempt: randomUUID(),
      step: 'confirm',
      name: 'דנה לדוגמה',
      phone: '050-0000081',
      email,
    }).toString(),
  })

test('a visitor at the type’s limit of appointments sees the reason, and the details are preserved', async () => {
  await db.sql('update appointment_types set max_active_per_contact = 1 where id = $1', [type!.id])
  const [first, , , , second] = await slots()
  expect((await confirm(first!, 'capped@example.com')).statusCode).toBe(303)
  const refused = await confirm(second!, 'capped@example.com')
  expect(refused.statusCode).toBe(409)
  expect(textOf(refused.body)).toContain('כבר קבועות לכם פגישות מהסוג הזה')
  expect(refused.body).toContain('capped@example.com')
  await db.sql('update appointment_types set max_active_per_contact = null where id = $1', [type!.id])
})

test('while the calendar cannot be read the page offers a contact form, and a submitted form preserves its input', async () => {
  const start = (await slots()).at(-1)
  calendar.busy = 'closed'
  // The first page may be half a minute old; a page for other days is not cached.
  const page = await get(`${path}?zone=Europe/London`)
  expect(page.statusCode).toBe(200)
  expect(textOf(page.body)).toContain('אי אפשר לקבוע כאן פגישה כרגע')
  expect(page.body).toContain('action="/contact#contact-errors"')
  const refused = await confirm(start!, 'later@example.com')
  expect(refused.statusCode).toBe(503)
  expect(textOf(refused.body)).toMatch(/אי אפשר לבדוק כרגע את היומן|אי אפשר לקבוע כאן פגישה כרגע/)
  // The contact form is prefilled with the input.
  expect(valuesOf(refused.body, 'input', 'email')).toContain('later@example.com')
  calendar.busy = 'none'
  expect((await confirm(start!, 'later@example.com')).statusCode).toBe(303)
})

test('the page of a paused host contains the contact form, which works without JavaScript', async () => {
  await db.sql(`update booking_hosts set is_open = false, closed_text = 'חוזרים ביום ראשון' where slug = 'hila'`)
  // A host with several types has a separate page.
  await db.sql(`update appointment_types set is_hidden = false where slug = 'livui'`)
  for (const url of ['/book/hila', path]) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const { body, statusCode } = await get(`${url}?zone=Europe/London`)
    expect(statusCode).toBe(200)
    expect(textOf(body)).toContain('חוזרים ביום ראשון')
    const form = elements(body, 'form').find(({ attributes }) => attributes['action'] === '/contact#contact-errors')!
    const { fields, attributes } = partsOf(form.inside)
    expect(attributes('select').map(({ name }) => name)).toEqual(['topic'])
    expect(
      elements(form.inside, 'option').find(({ attributes: { selected } }) => selected !== undefined),
    ).toMatchObject({ attributes: { value: 'session' } })
    // oxlint-disable-next-line no-await-in-loop -- as above
    const sent = await app.inject({
      method: 'POST',
      url: '/contact',
      headers: { 'content-type': 'application/x-www-form-urlencoded', referer: `http://site.test${url}` },
      payload: new URLSearchParams({
        ...fields,
        topic: 'session',
        name: 'דנה לדוגמה',
        phone: '050-0000093',
        message: url,
      }).toString(),
    })
    expect(sent.headers.location).toMatch(/^\/contact\?ticket=\d+#sent$/)
  }
  expect(
    await db.sql(`select topic, source_url from contact_requests where phone = '+972500000093' order by source_url`),
  ).toEqual([
    { topic: 'session', source_url: 'http://site.test/book/hila' },
    { topic: 'session', source_url: `http://site.test${path}` },
  ])
})

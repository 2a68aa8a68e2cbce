// Earlier slots on the page of an appointment, without JavaScript.
import { expect, test } from 'vitest'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { composeEarlierMails } from '#features/booking/earlier/earlier-hours.server.ts'
import { elements, partsOf, textOf } from '../../../../test/rendered-html.ts'
import { testSite } from '../../../../test/site-app.ts'

const { app, db, site } = await testSite()
const get = (url: string) => app.inject({ url: url.split('#')[0]! })
const post = (url: string, fields: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
const asService = <T>(work: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(db.authenticator, { role: 'service_role' }, work)
const hiddenOf = (body: string, action: string) => {
  const form = elements(body, 'form').find(({ attributes }) => attributes['action'] === action)!
  return Object.fromEntries(
    partsOf(form.inside)
      .attributes('input')
      .map(({ name = '', value = '' }) => [name, value]),
  )
}

/** Creates a confirmed appointment on a weekday at noon, in three weeks. */
async function booked() {
  // Holidays do not block the day, whenever the test runs.
  await db.sql(`update booking_hosts set block_holidays = false, chol_hamoed = 'open', memorial = 'open'`)
  const [appointment] = await db.sql<{ id: string }>(
    `with t as (select t.* from appointment_types t join booking_hosts h on h.user_id = t.user_id
       where h.slug = 'hila' and t.slug = 'hekerut'),
     a as (insert into appointments (type_id, title, user_id, starts_at, ends_at, status, location_kind)
       select id, title, user_id, at, at + interval '25 minutes', 'confirmed', location_kind from t,
         lateral (select (current_date + 23 - extract(dow from current_date)::int + time '12:00') at time zone 'Asia/Jerusalem' as at) x
       returning id)
     insert into appointment_attendees (appointment_id, role, name, email) select id, 'main', 'דנה לדוגמה', 'dana@example.com' from a
     returning appointment_id as id`,
  )
  const token = 'key-of-who-booked-the-appointment'
  await db.sql(`insert into appointment_links (token_hash, root_id, role) values (link_hash($1), $2, 'main')`, [
    token,
    appointment!.id,
  ])
  return { id: appointment!.id, manage: `/appointment/manage/${token}` }
}

test('an attendee requests an earlier slot, and the mailed link offers a held slot, which only a POST books', async () => {
  const { id, manage } = await booked()
  const page = await get(manage)
  expect(textOf(page.body)).toContain('רוצים להיפגש קודם?')
  const response = await post(`${manage}/earlier`, hiddenOf(page.body, `${manage}/earlier`))
  expect(response.headers.location).toBe(`${manage}#earlier-wait`)
  const waiting = await get(manage)
  expect(textOf(waiting.body)).toContain('אין צורך לעדכן')

  // A held slot two hours earlier, as offered by the job.
  const [offer] = await db.sql<{ id: string; starts_at: Date }>(
    `with h as (insert into slot_holds (user_id, type_id, starts_at, ends_at, token_hash, release_at)
       select user_id, type_id, starts_at - interval '2 hours', ends_at - interval '2 hours', link_hash('unknown'), now() + interval '3 hours'
       from appointments where id = $1 returning *)
     insert into earlier_offers (root_id, starts_at, held_until, hold_id) select $1, starts_at, release_at, id from h returning id, starts_at`,
    [id],
  )
  const mail = await asService((tx) =>
    composeEarlierMails({ renderMail: site.renderMail, siteUrl: 'http://site.test' }).appointment_earlier(tx, {
      contextId: offer!.id,
      to: 'dana@example.com',
    } as never),
  )
  const { text } = mail as { text: string }
  expect(text).toContain('בשעה 10:00 התפנתה')
  expect(text).toContain('בשעה 12:00 נשארת שלכם')
  const link = /http:\/\/site\.test(\/appointment\/manage\/\S+?)#earlier/.exec(text)![1]!
  const opened = await get(link)
  expect(textOf(opened.body)).toMatch(/10:00 פנויה, ושמורה לכם עד \d\d:\d\d/)
  const shows = async () => textOf((await get(link)).body).includes('שמורה לכם עד')
  await db.sql(`update slot_holds set release_at = now() - interval '1 minute' where starts_at = $1`, [
    offer!.starts_at,
  ])
  expect(await shows()).toBe(false)
  await db.sql(`update slot_holds set release_at = now() + interval '3 hours' where starts_at = $1`, [offer!.starts_at])
  expect(await shows()).toBe(true)
  const startOf = async () =>
    (
      await db.sql<{ starts_at: Date }>(
        `select starts_at from appointments where root_id = $1 and status = 'confirmed'`,
        [id],
      )
    )[0]!.starts_at
  const before = await startOf()
  const path = link.split('?')[0]!
  const moved = await post(`${path}/move`, hiddenOf(opened.body, `${path}/move`))
  expect(before.getTime() - offer!.starts_at.getTime()).toBe(2 * 3_600_000)
  expect(moved.headers.location).toBe(`${path}?moved=1#state`)
  expect(await startOf()).toEqual(offer!.starts_at)
  const after = textOf((await get(moved.headers.location!)).body)
  expect(after).toContain('רוצים להיפגש קודם?')
  // The same link again: the appointment already has this slot.
  expect(textOf((await get(link)).body)).not.toContain('שמורה לכם עד')
})

// The waiting list of a full slot group on the booking page, without JavaScript, and the mail that offers a seat.
import { expect, test } from 'vitest'
import { composeGroupMails } from '#features/booking/group-waits/group-waits.server.ts'
import { composeMessage } from '#features/messages/sender/compose-message.server.ts'
import { sendBatch } from '#features/messages/sender/send-batch.server.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { elements, partsOf, textOf } from '../../../../test/rendered-html.ts'
import { testSite } from '../../../../test/site-app.ts'

const { app, db, site } = await testSite()
const path = '/book/hila/livui'
const get = (url: string) => app.inject({ url: url.split('#')[0]! })
const post = (url: string, fields: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url: url.split('#')[0]!,
    headers: { 'content-type': 'application/x-www-form-urlencoded', referer: `http://site.test${path}` },
    payload: new URLSearchParams(fields).toString(),
  })
const formOf = (body: string, action: string) =>
  partsOf(elements(body, 'form').find(({ attributes }) => attributes['action']?.split('#')[0] === action)!.inside)
const hiddenOf = (body: string, action: string) =>
  Object.fromEntries(
    formOf(body, action)
      .attributes('input')
      .flatMap(({ type, name = '', value = '' }) => (type === 'hidden' ? [[name, value]] : [])),
  )
const asService = <T>(work: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(db.authenticator, { role: 'service_role' }, work)
const compose = composeMessage({
  compose: composeGroupMails({ renderMail: site.renderMail, siteUrl: 'http://site.test' }),
})

/** Creates a full group slot with two seats, in ten days. */
async function fullGroup() {
  const [type] = await db.sql<{ id: string }>(
    `update appointment_types t set seats = 2, requires_package = false from booking_hosts h
     where h.user_id = t.user_id and h.slug = 'hila' and t.slug = 'livui' returning t.id`,
  )
  for (const title of ['אחד', 'שניים'])
    // oxlint-disable-next-line no-await-in-loop -- the second joins the group of the first
    await db.sql(
      `insert into appointments (type_id, title, user_id, starts_at, ends_at, status, location_kind)
       select id, $2, user_id, (current_date + 14 - extract(dow from current_date)::int + 1 + time '10:00') at time zone 'Asia/Jerusalem',
         (current_date + 14 - extract(dow from current_date)::int + 1 + time '11:00') at time zone 'Asia/Jerusalem', 'confirmed', 'meet'
       from appointment_types where id = $1`,
      [type!.id, title],
    )
}

test('a visitor joins the waiting list of a full group without JavaScript, and the mailed link books the freed seat', async () => {
  expect(textOf((await get(path)).body)).not.toContain('מפגשים מלאים')
  await fullGroup()
  const page = await get(path)
  expect(textOf(page.body)).toContain('מפגשים מלאים')
  const fields = hiddenOf(page.body, `${path}/waiting`)
  const group = elements(page.body, 'option').find(({ inside }) => inside.includes('10:00'))!.attributes['value']!

  const wrong = await post(`${path}/waiting`, { ...fields, group, name: 'תמר לדוגמה', email: 'wrong' })
  expect(wrong.statusCode).toBe(422)
  expect(formOf(wrong.body, `${path}/waiting`).fields).toMatchObject({ name: 'תמר לדוגמה', email: 'wrong' })
  // The error does not affect the slot picker of the same page.
  expect(textOf(wrong.body)).toContain('הפגישה הפנויה הקרובה')

  const joined = await post(`${path}/waiting`, {
    ...fields,
    group,
    name: 'תמר לדוגמה',
    email: 'tamar-waits@example.com',
  })
  expect(joined.headers.location).toBe(`${path}?waiting=1#waiting`)
  expect(textOf((await get(joined.headers.location!)).body)).toContain('השם שלכם ברשימה')

  await db.sql(`update appointments set status = 'cancelled', cancelled_by = 'host' where title = 'אחד'`)
  await asService((tx) => tx.query('select private.offer_group_seats()'))
  await asService((tx) => sendBatch(tx, { most: 50, now: new Date('2026-11-24T12:00:00+02:00'), compose }))
  const [mail] = await db.sql<{ subject: string; text: string }>(
    `select subject, text from mail.outbox where to_address = 'tamar-waits@example.com'`,
  )
  expect(mail!.subject).toBe('התפנה מקום: פגישת ליווי')
  const link = /http:\/\/site\.test(\/book\/\S+?)#booking/.exec(mail!.text)![1]!
  const before = await db.sql('select * from slot_holds')
  const details = await get(link)
  expect(textOf(details.body)).toContain('השעה שמורה לכם עד')
  expect(await db.sql('select * from slot_holds')).toEqual(before)

  const person = { name: 'תמר לדוגמה', phone: '050-0000078', email: 'tamar-waits@example.com' }
  const response = await post(path, { ...hiddenOf(details.body, path), ...person })
  expect(response.statusCode).toBe(200)
  const booked = await post(path, hiddenOf(response.body, path))
  expect(booked.headers.location).toMatch(/^\/appointment\/manage\//)
  expect(await db.sql(`select w.id from group_waits w where w.email = 'tamar-waits@example.com'`)).toEqual([])
  expect(await db.sql('select id from slot_holds')).toEqual([])
})

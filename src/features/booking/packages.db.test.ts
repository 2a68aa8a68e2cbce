import { beforeEach, expect, test } from 'vitest'
import { makeHost } from '../../../test/booking-host.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as, typeId, book, call, hour, change, sent } = await makeHost(db)
const person = { name: 'דנה לדוגמה', email: 'dana@example.com', phone: '050-0000041' }
const [contact] = await db.sql<{ id: string }>(
  `insert into contacts (first_name, last_name) values ('דנה', 'לדוגמה') returning id`,
)
const contactId = contact!.id
await db.sql(
  `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values
   ($1, 'phone', 'x', '+972500000041', true), ($1, 'email', $2, $2, true)`,
  [contactId, person.email],
)

beforeEach(async () => {
  await db.sql('delete from appointments')
  await db.sql('delete from session_packages')
  await db.sql('update contacts set household_id = null')
  await change('requires_package = true, requires_confirmation = false')
  sent.length = 0
})

const give = async (total: number, more: { expires_on?: string; contact?: string } = {}) => {
  const [row] = await db.as<{ id: string }>(
    as.sales,
    'insert into session_packages (contact_id, type_id, total, expires_on) values ($1, $2, $3, $4) returning id',
    [more.contact ?? contactId, typeId, total, more.expires_on ?? null],
  )
  return row!.id
}
/** Books with a link created by staff, for the given contact or for any contact. */
const bookByLink = async (startsAt: string, more: { contactId?: string } = { contactId }) => {
  const { body } = await call('make-booking-link', { typeId, days: 7, ...more }, as.owner)
  return book(startsAt, { ...person, link: new URL(String(body['url'])).searchParams.get('k') })
}
/** The tokens of the mails that request confirmation of a package's use. */
const mailedTokens = () =>
  sent.filter(({ kind }) => kind === 'appointment_prove_package').map(({ link }) => String(link).split('/').at(-1)!)
const statusOf = async (appointment: unknown) =>
  (await db.sql('select status, package_id, cancel_reason from appointments where id = $1', [appointment]))[0]
const remainingMeetings = async () =>
  (await db.as<{ remaining: number }>(as.owner, 'select remaining from packages_of_contact($1)', [contactId])).map(
    ({ remaining }) => remaining,
  )

test('a type that requires a package is refused without one and after its last meeting is used', async () => {
  expect(await book(hour(1), person)).toMatchObject({ status: 409, body: { code: 'package_required' } })
  await give(1)
  expect((await bookByLink(hour(1))).status).toBe(201)
  expect(await remainingMeetings()).toEqual([0])
  expect(await book(hour(2), person)).toMatchObject({ status: 409, body: { code: 'package_required' } })
})

test("a booking with a client's phone number and another address does not use up the package", async () => {
  await give(1)
  expect(await book(hour(1), { ...person, email: 'stranger@example.com' })).toMatchObject({
    status: 409,
    body: { code: 'package_required' },
  })
  await change('requires_package = false')
  expect((await book(hour(1), { ...person, email: 'stranger@example.com' })).status).toBe(201)
  expect(await remainingMeetings()).toEqual([1])
})

test('meetings that are cancelled or missed by the host return to the package; one missed by the client does not', async () => {
  await give(3)
  const { body } = await bookByLink(hour(1))
  await call('cancel-appointment', { token: body['manageToken'], reason: 'כך' })
  expect(await remainingMeetings()).toEqual([3])
  const missed = await bookByLink(hour(2))
  await db.sql(
    `update appointments set status = 'no_show', no_show = 'client', starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = $1`,
    [missed.body['appointmentId']],
  )
  expect(await remainingMeetings()).toEqual([2])
  await db.sql(`update appointments set no_show = 'host' where id = $1`, [missed.body['appointmentId']])
  expect(await remainingMeetings()).toEqual([3])
})

test('a rescheduled meeting uses its package once', async () => {
  await give(1)
  const { body } = await bookByLink(hour(1))
  const moved = await call('move-appointment', { token: body['manageToken'], startsAt: hour(5) })
  expect(moved.status).toBe(201)
  expect(await remainingMeetings()).toEqual([0])
})

test('household packages are used in order of expiry, and not after their last day', async () => {
  const [partner] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('דור') returning id`)
  const [household] = await db.sql<{ id: string }>(`insert into households (name) values ('לדוגמה') returning id`)
  await db.sql('update contacts set household_id = $1 where id = any ($2)', [household!.id, [contactId, partner!.id]])
  const unlimited = await give(1, { contact: partner!.id })
  const ending = await give(1, { expires_on: hour(12, 3).slice(0, 10) })
  const packageOf = async (answer: Awaited<ReturnType<typeof book>>) =>
    (await db.sql('select package_id from appointments where id = $1', [answer.body['appointmentId']]))[0]
  expect(await packageOf(await bookByLink(hour(1)))).toEqual({ package_id: ending })
  expect(await packageOf(await bookByLink(hour(1, 6)))).toEqual({ package_id: unlimited })
})

test('a meeting cannot be rescheduled beyond the last day of its package', async () => {
  await give(1, { expires_on: hour(12, 3).slice(0, 10) })
  const { body } = await bookByLink(hour(1))
  expect(await call('move-appointment', { token: body['manageToken'], startsAt: hour(5, 6) })).toMatchObject({
    status: 409,
    body: { code: 'package_expired' },
  })
})

test('of ten concurrent bookings only as many succeed as the package has meetings', async () => {
  await give(3)
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => bookByLink(hour(n))))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(await remainingMeetings()).toEqual([0])
})

test("an unconfirmed booking with a client's address uses no meeting of the package, and its hold expires after an hour", async () => {
  await give(1)
  const { status, body } = await book(hour(1), person)
  expect([status, body]).toMatchObject([201, { status: 'awaiting_payment', payPath: null }])
  const id = body['appointmentId']
  expect(await remainingMeetings()).toEqual([1])
  expect(
    // Measured from the response, which may be later than the start of the transaction on a slow machine.
    await db.sql(
      `select decide_by - created_at between '60 minutes' and '65 minutes' as an_hour from appointments where id = $1`,
      [id],
    ),
  ).toEqual([{ an_hour: true }])
  expect(await call('hold-slot', { typeId, startsAt: hour(1), duration: 60 })).toMatchObject({ status: 409 })
  await db.sql(`update appointments set decide_by = now() - interval '1 minute' where id = $1`, [id])
  await db.sql('select settle_appointments()')
  expect(await statusOf(id)).toEqual({
    status: 'cancelled',
    package_id: null,
    cancel_reason: 'האישור לא הושלם בזמן',
  })
  expect(await remainingMeetings()).toEqual([1])
  expect((await bookByLink(hour(1))).body).toMatchObject({ status: 'confirmed' })
})

test("the visitor's manage token does not confirm the use of a package; the mailed link does, once", async () => {
  const packageId = await give(2)
  const { body } = await book(hour(1), person)
  const own = { token: String(body['manageToken']) }
  const mailed = { token: mailedTokens()[0]! }
  expect(sent).toMatchObject([{ kind: 'appointment_prove_package', to: person.email }])
  expect(mailed.token).not.toBe(own.token)
  expect((await call('open-appointment', own)).body).toMatchObject({ awaitsProof: true, canProve: false })
  expect(await call('use-package', own)).toMatchObject({ status: 403, body: { code: 'package_unproven' } })
  expect(await remainingMeetings()).toEqual([2])

  expect((await call('open-appointment', mailed)).body).toMatchObject({ awaitsProof: true, canProve: true })
  expect(await remainingMeetings()).toEqual([2])
  const confirmed = { status: 200, body: { status: 'confirmed', decideBy: null, awaitsProof: false, canProve: false } }
  expect(await call('use-package', mailed)).toMatchObject(confirmed)
  expect(await statusOf(body['appointmentId'])).toMatchObject({ status: 'confirmed', package_id: packageId })
  expect(await call('use-package', mailed)).toMatchObject(confirmed)
  expect(await remainingMeetings()).toEqual([1])
})

test("a link that was mailed to the partner does not confirm the use of the main attendee's package", async () => {
  await give(1)
  const { body } = await book(hour(1), person)
  await db.sql(
    `insert into appointment_links (token_hash, root_id, role, proves_attendee) values (link_hash($1), $2, 'partner', true)`,
    ['the-link-of-a-partner', body['appointmentId']],
  )
  expect(await call('use-package', { token: 'the-link-of-a-partner' })).toMatchObject({
    status: 403,
    body: { code: 'package_unproven' },
  })
})

test('a confirmed use of a package still awaits the approval of a type that requires it', async () => {
  await change('requires_confirmation = true')
  await give(1)
  await book(hour(1), person)
  expect((await call('use-package', { token: mailedTokens()[0]! })).body).toMatchObject({ status: 'pending' })
  expect(await remainingMeetings()).toEqual([0])
})

test('a mailed link uses no meeting after its slot was released', async () => {
  await give(1)
  const { body } = await book(hour(1), person)
  await call('cancel-appointment', { token: body['manageToken'], reason: 'כך' })
  expect(await call('use-package', { token: mailedTokens()[0]! })).toMatchObject({
    status: 409,
    body: { code: 'appointment_ended' },
  })
  expect(await remainingMeetings()).toEqual([1])
})

test('a link created for the client uses a meeting immediately, a link without a contact does not', async () => {
  await give(2)
  expect((await bookByLink(hour(1))).body).toMatchObject({ status: 'confirmed' })
  expect(sent).toEqual([])
  expect(await remainingMeetings()).toEqual([1])
  expect((await bookByLink(hour(2), {})).body).toMatchObject({ status: 'awaiting_payment' })
  expect(await remainingMeetings()).toEqual([1])
})

test('links that the client created in the portal book no more meetings than the package has', async () => {
  await change('requires_package = false, requires_link = true')
  const packageId = await give(1)
  await db.sql('update contacts set client_user_id = $2 where id = $1', [contactId, ids.client])
  const [first, second] = ['1', '2'].map((digit) => digit.repeat(32))
  await Promise.all(
    [first, second].map((link) => db.as(as.client, 'select book_from_my_package($1, $2)', [packageId, link])),
  )
  expect((await book(hour(1), { ...person, link: first })).body).toMatchObject({ status: 'confirmed' })
  expect(await book(hour(3), { ...person, link: second })).toMatchObject({
    status: 409,
    body: { code: 'package_required' },
  })
  await db.sql('update contacts set client_user_id = null where id = $1', [contactId])
  await change('requires_link = false')
})

test('of ten concurrent confirmations only as many succeed as the package has meetings', async () => {
  await give(3)
  await Promise.all(Array.from({ length: 10 }, (_, n) => book(hour(n), person)))
  const tokens = mailedTokens()
  expect(tokens).toHaveLength(10)
  const answers = await Promise.all(tokens.map((token) => call('use-package', { token })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(answers.filter(({ body }) => body['code'] === 'package_used_up')).toHaveLength(7)
  expect(await remainingMeetings()).toEqual([0])
})

test('the database refuses an insert beyond the package even outside the booking functions', async () => {
  const id = await give(1)
  const insert = (at: string) =>
    db.sql(
      `insert into appointments (title, type_id, user_id, contact_id, package_id, starts_at, ends_at, status, location_kind)
       select 'היכרות', t.id, t.user_id, $2, $3, $4::timestamptz, $4::timestamptz + interval '1 hour', 'confirmed', 'meet'
       from appointment_types t where t.id = $1`,
      [typeId, contactId, id, at],
    )
  await insert(hour(1))
  await expect(insert(hour(3))).rejects.toThrow('package_used_up')
})

test('a package cannot be reduced below its used meetings, and sales may create packages but content may not', async () => {
  const id = await give(2)
  await bookByLink(hour(1))
  await bookByLink(hour(3))
  await expect(db.as(as.sales, 'update session_packages set total = 1 where id = $1', [id])).rejects.toThrow(
    'package_below_used',
  )
  await expect(
    db.as(as.content, 'insert into session_packages (contact_id, type_id, total) values ($1, $2, 1)', [
      contactId,
      typeId,
    ]),
  ).rejects.toThrow(/policy/)
})

test('a series booked by staff uses the package for its first meetings, as far as it covers them', async () => {
  await give(2)
  const starts = [hour(1), hour(1, 16), hour(1, 30)]
  await db.as(as.owner, 'select book_for_contact($1, $2, $3, 60)', [typeId, contactId, starts])
  expect(
    await db.sql(
      'select package_id is not null as paid, series_id is not null as together from appointments order by starts_at',
    ),
  ).toEqual([
    { paid: true, together: true },
    { paid: true, together: true },
    { paid: false, together: true },
  ])
})

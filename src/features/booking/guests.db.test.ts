import { beforeAll, expect, test } from 'vitest'
import { makeHost } from '../../../test/booking-host.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { as, call, book, hour, change, typeId } = await makeHost(db)
beforeAll(() => change('max_guests = 2'))

let people = 0
const someone = () => {
  people += 1
  return { name: `אורח ${people}`, email: `guest${people}@example.com` }
}
let hours = 0
/** Books a distinct slot for a new contact. */
async function booked(more: object = {}) {
  hours += 1
  const { body } = await book(hour(hours, 4), {
    email: `b${hours}@example.com`,
    phone: `05000003${hours + 10}`,
    ...more,
  })
  return { id: String(body['appointmentId']), token: String(body['manageToken']) }
}
const invite = (token: string, visitor = someone()) =>
  call('add-appointment-attendee', { token, kind: 'guest', ...visitor })
const linkOf = async (id: string, role: string) => {
  const token = `link-of-${role}-${id}`
  await db.sql(`insert into appointment_links (token_hash, root_id, role) values (link_hash($1), $2, $3)`, [
    token,
    id,
    role,
  ])
  return token
}
const scheduledFor = async (email: string) =>
  (
    await db.sql<{ key: string }>(
      `select r.key from scheduled_messages s join message_rules r on r.id = s.rule_id
       where s.to_value = $1 and s.status = 'scheduled' order by r.position`,
      [email],
    )
  ).map(({ key }) => key)

test("guests up to the type's max_guests get the confirmation, reschedule and cancellation messages", async () => {
  const { token } = await booked()
  const [one, two] = [someone(), someone()]
  await invite(token, one)
  const both = await invite(token, two)
  expect(both.body['attendees']).toMatchObject([
    { role: 'main' },
    { role: 'guest-1', name: one.name },
    { role: 'guest-2', name: two.name },
  ])
  const forBoth = ['appointment.confirmed', 'appointment.reminder_day', 'appointment.reminder_hour']
  expect([await scheduledFor(one.email), await scheduledFor(two.email)]).toEqual([forBoth, forBoth])
  expect(await invite(token)).toMatchObject({ status: 409, body: { code: 'guests_full' } })
  await call('move-appointment', { token, startsAt: hour(20, 4) })
  expect(await scheduledFor(one.email)).toEqual([
    'appointment.moved',
    'appointment.reminder_day',
    'appointment.reminder_hour',
  ])
  await call('cancel-appointment', { token, reason: 'כך' })
  expect(await scheduledFor(two.email)).toEqual(['appointment.cancelled'])
})

test('concurrent invitations get different guest roles', async () => {
  const { token } = await booked()
  const answers = await Promise.all([invite(token), invite(token), invite(token)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 409])
})

test("invitations are refused without max_guests, for an address that already attends, and from a guest's link", async () => {
  const { id, token } = await booked()
  const visitor = someone()
  await invite(token, visitor)
  expect(await invite(token, { ...visitor, email: visitor.email.toUpperCase() })).toMatchObject({
    body: { code: 'partner_is_attendee' },
  })
  expect(await invite(await linkOf(id, 'guest-1'))).toMatchObject({ body: { code: 'partner_not_offered' } })
  await change('max_guests = 0')
  expect(await invite(token)).toMatchObject({ status: 409, body: { code: 'partner_not_offered' } })
  await change('max_guests = 2')
})

test('a guest can see and accept the appointment, but neither reschedule nor cancel it', async () => {
  const { id, token } = await booked()
  await invite(token)
  const link = await linkOf(id, 'guest-1')
  expect(await call('cancel-appointment', { token: link, reason: 'כך' })).toMatchObject({
    status: 403,
    body: { code: 'guest_not_allowed' },
  })
  expect(await call('move-appointment', { token: link, startsAt: hour(21, 4) })).toMatchObject({ status: 403 })
  expect((await call('accept-appointment', { token: link })).body['attendees']).toMatchObject([
    { role: 'main', response: 'unknown' },
    { role: 'guest-1', response: 'accepted' },
  ])
})

test('a guest who leaves gets no further messages and loses the link, and the appointment is unchanged', async () => {
  const { id, token } = await booked()
  const visitor = someone()
  await invite(token, visitor)
  const link = await linkOf(id, 'guest-1')
  expect(await call('leave-appointment', { token })).toMatchObject({ status: 409, body: { code: 'guests_only' } })
  expect((await call('leave-appointment', { token: link })).status).toBe(200)
  expect(await scheduledFor(visitor.email)).toEqual([])
  expect(await call('open-appointment', { token: link })).toMatchObject({ status: 404, body: { code: 'link_unknown' } })
  expect((await call('open-appointment', { token })).body).toMatchObject({ status: 'confirmed', attendees: [{}] })
})

test('a guest cannot leave a past appointment, and leaving twice changes nothing', async () => {
  const [over, cancelled] = [await booked(), await booked()]
  await invite(over.token)
  await invite(cancelled.token)
  await db.sql(
    `update appointments set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = $1`,
    [over.id],
  )
  await call('cancel-appointment', { token: cancelled.token, reason: 'כך' })
  for (const { id } of [over, cancelled])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await call('leave-appointment', { token: await linkOf(id, 'guest-1') })).toMatchObject({
      status: 409,
      body: { code: 'appointment_ended' },
    })
  expect(
    await db.sql(`select 1 from appointment_attendees where appointment_id = any ($1) and role = 'guest-1'`, [
      [over.id, cancelled.id],
    ]),
  ).toHaveLength(2)
  const { id, token } = await booked()
  await invite(token)
  const link = await linkOf(id, 'guest-1')
  expect((await call('leave-appointment', { token: link })).status).toBe(200)
  expect((await call('leave-appointment', { token: link })).status).toBe(200)
})

test('a host removes a guest from the whole chain, and the next guest gets the same role with a new link', async () => {
  const { id, token } = await booked()
  const visitor = someone()
  await invite(token, visitor)
  const link = await linkOf(id, 'guest-1')
  await call('save-preparation', { token: link, items: ['מסמכים'] })
  const { body } = await call('move-appointment', { token, startsAt: hour(22, 4) })
  const remove = (by: (typeof as)[keyof typeof as], place: string) =>
    db.as(by, 'select remove_attendee($1, 1, $2)', [body['appointmentId'], place])
  await expect(remove(as.sales, 'guest-1')).rejects.toMatchObject({ message: 'appointment_gone' })
  await remove(as.coach, 'main')
  await remove(as.coach, 'guest-1')
  expect(await db.sql('select 1 from appointment_attendees where email = $1', [visitor.email])).toEqual([])
  expect(await scheduledFor(visitor.email)).toEqual([])
  const next = someone()
  expect((await invite(token, next)).body['attendees']).toMatchObject([
    { role: 'main' },
    { role: 'guest-1', name: next.name },
  ])
  expect(await call('open-appointment', { token: link })).toMatchObject({ status: 404 })
  expect((await call('open-appointment', { token: await linkOf(id, 'guest-1') })).body).toMatchObject({ prepared: [] })
})

test('an address can be added to three appointments a day, as guest or partner; staff are not limited', async () => {
  const victim = { name: 'כתובת של אחרים', email: 'victim@example.com' }
  const first = await booked()
  await invite(first.token, victim)
  await booked({ partnerName: victim.name, partnerEmail: victim.email })
  await invite((await booked()).token, victim)
  const fourth = await booked()
  expect(await invite(fourth.token, victim)).toMatchObject({ status: 409, body: { code: 'address_invited_often' } })
  expect(
    await book(hour(23, 4), { partnerName: victim.name, partnerEmail: victim.email, email: 'x@example.com' }),
  ).toMatchObject({
    status: 409,
    body: { code: 'address_invited_often' },
  })
  // A rescheduled appointment keeps its attendees.
  expect((await call('move-appointment', { token: first.token, startsAt: hour(1, 5) })).body['attendees']).toHaveLength(
    2,
  )
  const [contact] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('לקוחה') returning id`)
  await db.as(as.owner, 'select book_for_contact($1, $2, $3, 60, $4, $5)', [
    typeId,
    contact!.id,
    [hour(2, 5)],
    victim.name,
    victim.email,
  ])
  await db.sql(`update appointment_attendees set joined_at = now() - interval '2 days' where email = $1`, [
    victim.email,
  ])
  expect((await invite(fourth.token, victim)).status).toBe(200)
})

test('an appointment with several attendees can be rescheduled five times a day', async () => {
  const { token } = await booked()
  await invite(token)
  const move = (n: number) => call('move-appointment', { token, startsAt: hour(n, 6) })
  for (const n of [1, 2, 3, 4, 5])
    // oxlint-disable-next-line no-await-in-loop -- one change after the other
    expect((await move(n)).status).toBe(201)
  expect(await move(6)).toMatchObject({ status: 409, body: { code: 'moved_too_often' } })
})

test("a contact's export includes appointments they were invited to, and an erasure removes them as attendee", async () => {
  const { id, token } = await booked()
  const visitor = someone()
  await invite(token, visitor)
  const link = await linkOf(id, 'guest-1')
  const [person] = await db.sql<{ id: string }>(
    `with c as (insert into contacts (first_name) values ('אורחת') returning id)
     insert into contact_points (contact_id, kind, value_norm, value_raw) select c.id, 'email', $1, $1 from c returning contact_id as id`,
    [visitor.email],
  )
  const held = async () =>
    (await db.as<{ held: Record<string, number> }>(as.owner, 'select person_holdings($1) as held', [person!.id]))[0]!
      .held['appointment_attendees']
  expect(await held()).toBe(1)
  await db.as(as.owner, 'select forget_person(id, version) from contacts where id = $1', [person!.id])
  expect(await db.sql('select 1 from appointment_attendees where email = $1', [visitor.email])).toEqual([])
  expect(await call('open-appointment', { token: link })).toMatchObject({ status: 404 })
})

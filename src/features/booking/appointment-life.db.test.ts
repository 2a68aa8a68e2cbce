// Status transitions of appointments, by clients, staff and the scheduled job.
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { makeHost } from '../../../test/booking-host.ts'

const db = await testDatabase()
const { ids, as, typeId, book, call, hour, change } = await makeHost(db)

type Put = { status: string; starts?: string; more?: Record<string, unknown> }
/** Inserts a row directly, without the booking functions. `starts` is an interval from now. */
async function put({ status, starts = '3 days', more = {} }: Put) {
  const columns = {
    title: 'היכרות',
    user_id: ids.coach,
    type_id: typeId,
    status,
    location_kind: 'meet',
    ...(['pending', 'awaiting_payment'].includes(status) && { decide_by: '2099-01-01' }),
    ...(status === 'cancelled' && { cancelled_by: 'client' }),
    ...(status === 'no_show' && { no_show: 'client' }),
    ...more,
  }
  const names = Object.keys(columns)
  const [row] = await db.sql<{ id: string }>(
    `insert into appointments (${names.join(', ')}, starts_at, ends_at)
     values (${names.map((_, i) => `$${i + 2}`).join(', ')}, now() + $1::interval, now() + $1::interval + interval '1 hour') returning id`,
    [starts, ...Object.values(columns)],
  )
  return row!.id
}
const rowOf = async (id: unknown) =>
  (
    await db.sql<{ status: string; cancelled_by: string; cancel_reason: string; version: number }>(
      'select * from appointments where id = $1',
      [id],
    )
  )[0]!
const clear = () => db.sql('delete from appointments')

test.each(['rescheduled', 'cancelled', 'rejected', 'expired', 'completed', 'no_show'])(
  'an appointment with status %s cannot be cancelled, decided, reassigned or rescheduled',
  async (status) => {
    const id = await put({ status })
    for (const act of [
      `cancel_appointment($1, 1, 'כך')`,
      'decide_appointment($1, 1, true)',
      `reassign_appointment($1, 1, '${ids.sales}')`,
      `move_appointment($1, 1, now() + interval '5 days', now() + interval '5 days 1 hour')`,
    ])
      await expect(db.as(as.coach, `select ${act}`, [id])).rejects.toThrow('appointment_ended')
    if (!['completed', 'no_show'].includes(status))
      await expect(
        db.sql(`update appointments set status = 'confirmed', no_show = null where id = $1`, [id]),
      ).rejects.toThrow('appointment_ended')
    expect(await rowOf(id)).toMatchObject({ status, version: 1 })
    await clear()
  },
)

test('a request whose start has passed cannot be accepted, but can be rejected', async () => {
  const id = await put({ status: 'pending', starts: '-2 hours' })
  await expect(db.as(as.coach, 'select decide_appointment($1, 1, true)', [id])).rejects.toThrow('appointment_in_past')
  await db.as(as.coach, `select decide_appointment($1, 1, false, 'המועד עבר')`, [id])
  expect(await rowOf(id)).toMatchObject({ status: 'rejected', cancel_reason: 'המועד עבר' })
  await clear()
})

test('removing a no-show mark restores completed, or confirmed if the appointment has not ended', async () => {
  const [over, now] = [
    await put({ status: 'no_show', starts: '-3 hours' }),
    await put({ status: 'no_show', starts: '-30 minutes' }),
  ]
  for (const id of [over, now]) await db.as(as.coach, 'select set_no_show($1, 1, null)', [id])
  expect(await Promise.all([over, now].map(async (id) => (await rowOf(id)).status))).toEqual(['completed', 'confirmed'])
  // No second confirmation event is recorded.
  expect(
    await db.sql(`select from domain_events where entity_id = any ($1) and type = 'appointment.confirmed'`, [
      [over, now],
    ]),
  ).toEqual([])
  await clear()
})

test('an unpaid appointment is cancelled automatically, and a confirmed appointment completes 15 minutes after its end', async () => {
  const unpaid = await put({ status: 'awaiting_payment', more: { decide_by: '2020-01-01' } })
  const paying = await put({ status: 'awaiting_payment', starts: '5 days' })
  const justOver = await put({ status: 'confirmed', starts: '-70 minutes' })
  const over = await put({ status: 'confirmed', starts: '-150 minutes' })
  await db.sql('select settle_appointments()')
  expect(await rowOf(unpaid)).toMatchObject({ status: 'cancelled', cancelled_by: 'system' })
  expect(await rowOf(paying)).toMatchObject({ status: 'awaiting_payment' })
  expect(await rowOf(justOver)).toMatchObject({ status: 'confirmed' })
  expect(await rowOf(over)).toMatchObject({ status: 'completed' })
  await clear()
})

test('an unpaid appointment blocks its slot, and a pending request only if its type is configured to', async () => {
  const { body } = await book(hour(9, 5))
  const id = body['appointmentId']
  const isTaken = async () => (await call('hold-slot', { typeId, startsAt: hour(9, 5), duration: 60 })).status === 409
  await db.sql(`update appointments set status = 'pending', decide_by = starts_at where id = $1`, [id])
  expect(await isTaken()).toBe(true)
  await db.sql('update appointments set pending_blocks = false where id = $1', [id])
  expect(await isTaken()).toBe(false)
  await db.sql('delete from slot_holds')
  await db.sql(`update appointments set status = 'awaiting_payment' where id = $1`, [id])
  expect(await isTaken()).toBe(true)
  await clear()
})

test('appointments can be reassigned only to members who may host', async () => {
  const id = await put({ status: 'confirmed' })
  for (const host of [ids.content, ids.client, ids.stranger])
    await expect(db.as(as.owner, 'select reassign_appointment($1, 1, $2)', [id, host])).rejects.toThrow('not_a_host')
  await db.sql('update user_roles set is_active = false where user_id = $1', [ids.sales])
  await expect(db.as(as.owner, 'select reassign_appointment($1, 1, $2)', [id, ids.sales])).rejects.toThrow('not_a_host')
  await db.sql('update user_roles set is_active = true where user_id = $1', [ids.sales])
  await clear()
})

test('a host who leaves the team accepts no more bookings, and their upcoming appointments can be reassigned', async () => {
  const { body } = await book(hour(9, 6))
  const token = body['manageToken']
  await db.sql('update user_roles set is_active = false where user_id = $1', [ids.coach])
  const closed = { status: 409, body: { code: 'booking_closed' } }
  expect(await book(hour(11, 6))).toMatchObject(closed)
  expect(await call('move-appointment', { token, startsAt: hour(12, 6) })).toMatchObject(closed)
  expect(await call('booking-page', { host: 'hila' })).toMatchObject({ body: { isOpen: false } })
  // The account cannot be deleted while it has upcoming appointments, and the client can still open and cancel theirs.
  await expect(db.sql('delete from auth.users where id = $1', [ids.coach])).rejects.toMatchObject({ code: '23503' })
  expect(await call('open-appointment', { token })).toMatchObject({ body: { status: 'confirmed' } })
  await db.as(as.owner, 'select reassign_appointment($1, 1, $2)', [body['appointmentId'], ids.sales])
  expect(await call('open-appointment', { token })).toMatchObject({ body: { status: 'confirmed' } })
  expect(await call('cancel-appointment', { token, reason: 'כך' })).toMatchObject({ body: { status: 'cancelled' } })
  await db.sql('update user_roles set is_active = true where user_id = $1', [ids.coach])
  await clear()
})

test('a client cannot reschedule a reassigned appointment to a slot of its previous host', async () => {
  const { body } = await book(hour(9, 6))
  const [id, token] = [body['appointmentId'], body['manageToken']]
  const reassign = (host: string) =>
    db.as(as.owner, 'select reassign_appointment(id, version, $2) from appointments where id = $1', [id, host])
  const typePath = async () =>
    (await db.sql('select type_path from appointment_message_facts($1, null, $2)', [id, 'noa@example.com']))[0]
  expect(await typePath()).toEqual({ type_path: 'hila/hekerut' })
  await reassign(ids.sales)
  expect(await call('open-appointment', { token })).toMatchObject({
    body: { status: 'confirmed', typeId: null, typeSlug: null },
  })
  expect(await call('move-appointment', { token, startsAt: hour(12, 6) })).toMatchObject({
    status: 404,
    body: { code: 'type_gone' },
  })
  // Mails omit the link to a type that the new host does not offer.
  expect(await typePath()).toEqual({ type_path: null })
  await reassign(ids.coach)
  expect((await call('move-appointment', { token, startsAt: hour(12, 6) })).status).toBe(201)
  await clear()
})

test('a staff reschedule to the current time leaves the appointment unchanged', async () => {
  const id = await put({ status: 'confirmed' })
  const [same] = await db.as<{ id: string }>(
    as.coach,
    'select move_appointment(a.id, a.version, a.starts_at, a.ends_at) as id from appointments a where a.id = $1',
    [id],
  )
  expect(same).toEqual({ id })
  expect(await rowOf(id)).toMatchObject({ status: 'confirmed', version: 1 })
  await clear()
})

test('rescheduling an appointment that requires approval makes it pending again, with a deadline before its start', async () => {
  await change('requires_confirmation = true, min_notice_min = 0')
  const { body } = await book(hour(9, 4))
  await db.as(as.coach, 'select decide_appointment($1, 1, true)', [body['appointmentId']])
  const moved = await call('move-appointment', { token: body['manageToken'], startsAt: hour(10, 2) })
  expect(moved.body).toMatchObject({ status: 'pending' })
  const [row] = await db.sql(
    'select decide_by <= starts_at as is_before, decide_by > now() as is_ahead from appointments where id = $1',
    [moved.body['appointmentId']],
  )
  expect(row).toEqual({ is_before: true, is_ahead: true })
  await change('requires_confirmation = false')
  await clear()
})

test('a manage link accepts an upcoming appointment for its own attendee only, idempotently', async () => {
  const { body } = await book(hour(9, 4))
  const token = body['manageToken']
  const responses = (answer: { body: Record<string, unknown> }) =>
    (answer.body['attendees'] as { response: string }[]).map(({ response }) => response)
  // Opening the page changes nothing: mail scanners open links too.
  expect(responses(await call('open-appointment', { token }))).toEqual(['unknown'])
  for (const _ of [1, 2]) expect(responses(await call('accept-appointment', { token }))).toEqual(['accepted'])
  // The acceptance does not carry over to another time.
  expect(responses(await call('move-appointment', { token, startsAt: hour(10, 2) }))).toEqual(['unknown'])
  await call('cancel-appointment', { token, reason: 'כך' })
  expect(await call('accept-appointment', { token })).toMatchObject({
    status: 409,
    body: { code: 'appointment_ended' },
  })
  expect(await call('accept-appointment', { token: 'x'.repeat(43) })).toMatchObject({ body: { code: 'link_unknown' } })
  await clear()
})

test('a pending request can be withdrawn even within the cancellation notice', async () => {
  await change('requires_confirmation = true, cancel_notice_min = 20160')
  const { body } = await book(hour(9, 4))
  expect(await call('cancel-appointment', { token: body['manageToken'], reason: 'כך' })).toMatchObject({
    status: 200,
    body: { status: 'cancelled' },
  })
  await change('requires_confirmation = false, cancel_notice_min = 0')
  await clear()
})

test('a reschedule creates no reminders for an attendee who opted out of them', async () => {
  const { body } = await book(hour(9, 8), { partnerName: 'דור', partnerEmail: 'dor@example.com' })
  await db.sql(`update appointment_attendees set wants_reminders = false where role = 'partner'`)
  const planned = async (id: unknown) =>
    (
      await db.sql<{ to_value: string }>(
        `select s.to_value from scheduled_messages s join message_rules r on r.id = s.rule_id
         where s.context_id = $1 and r.key like 'appointment.reminder%' and s.status = 'scheduled'`,
        [id],
      )
    ).map(({ to_value: to }) => to)
  expect(new Set(await planned(body['appointmentId']))).toEqual(new Set(['noa@example.com']))
  const moved = await call('move-appointment', { token: body['manageToken'], startsAt: hour(11, 8) })
  expect(await planned(moved.body['appointmentId'])).toEqual(['noa@example.com', 'noa@example.com'])
  await clear()
})

test("only a client's no-show sends a message, and messages to a deleted contact are cancelled", async () => {
  const { body } = await book(hour(9, 5))
  const id = body['appointmentId']
  const planned = async () =>
    (
      await db.sql<{ key: string }>(
        `select distinct r.key from scheduled_messages s join message_rules r on r.id = s.rule_id
         where s.context_id = $1 and s.status = 'scheduled'`,
        [id],
      )
    ).map(({ key }) => key)
  await db.sql(
    `update appointments set starts_at = now() - interval '90 minutes', ends_at = now() - interval '30 minutes' where id = $1`,
    [id],
  )
  await db.as(as.coach, `select set_no_show($1, (select version from appointments where id = $1), 'host')`, [id])
  expect(await planned()).toEqual([])
  await db.as(as.coach, `select set_no_show($1, (select version from appointments where id = $1), 'client')`, [id])
  expect(await planned()).toEqual(['appointment.no_show'])
  await db.as(as.coach, `select set_no_show($1, (select version from appointments where id = $1), 'host')`, [id])
  expect(await planned()).toEqual([])
  await db.as(as.coach, `select set_no_show($1, (select version from appointments where id = $1), 'client')`, [id])
  await db.sql(
    'update contacts set deleted_at = now() where id = (select contact_id from appointments where id = $1)',
    [id],
  )
  await db.sql(`update appointments set ends_at = ends_at + interval '1 minute' where id = $1`, [id])
  expect(await planned()).toEqual([])
  await db.sql('delete from contact_points')
  await clear()
})

test('sales can book a visible contact with any host, coaches only their own contacts, and never a deleted one', async () => {
  const person = async (name: string) =>
    (await db.sql<{ id: string }>('insert into contacts (first_name) values ($1) returning id', [name]))[0]!.id
  const [contact, other, deleted] = [await person('נועה'), await person('רונית'), await person('מחוקה')]
  await db.sql('update contacts set deleted_at = now() where id = $1', [deleted])
  const booking = (actor: keyof typeof as, whom: string, at: string, opportunity: unknown = null) =>
    db.as<{ id: string }>(as[actor], 'select book_for_contact($1, $2, $3, 60, opportunity => $4) as id', [
      typeId,
      whom,
      [at],
      opportunity,
    ])
  for (const actor of ['content', 'client', 'stranger'] as const)
    await expect(booking(actor, contact, hour(9, 9))).rejects.toThrow('type_gone')
  await expect(booking('sales', deleted, hour(9, 9))).rejects.toThrow('contact_gone')
  await expect(booking('coach', contact, hour(9, 9))).rejects.toThrow('contact_gone')
  const [opportunity] = await db.sql<{ id: string }>(
    `insert into opportunities (name, contact_id) values ('ליווי', $1) returning id`,
    [other],
  )
  const [booked] = await booking('sales', contact, hour(9, 9), opportunity!.id)
  // The opportunity belongs to another contact, so it is not linked.
  expect(await rowOf(booked!.id)).toMatchObject({ contact_id: contact, opportunity_id: null, user_id: ids.coach })
  await expect(booking('sales', contact, hour(9, 9))).rejects.toMatchObject({ constraint: 'slot_taken' })
  await clear()
})

test('the public page of a host omits the video room URL and hidden types', async () => {
  const typesOf = async () =>
    ((await call('booking-page', { host: 'hila' })).body['types'] as { slug: string; locationValue: string }[]).map(
      ({ slug, locationValue }) => [slug, locationValue],
    )
  await change(`location_kind = 'zoom', location_value = 'https://zoom.example/j/1'`)
  expect(await typesOf()).toEqual([['hekerut', '']])
  await change(`location_kind = 'in_person', location_value = 'רחוב הרצל 1'`)
  expect(await typesOf()).toEqual([['hekerut', 'רחוב הרצל 1']])
  expect(await db.as(as.visitor, 'select type_slug from booking_addresses()')).toEqual([{ type_slug: 'hekerut' }])
})

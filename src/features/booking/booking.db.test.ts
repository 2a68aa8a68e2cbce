import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createFunctions } from '#kernel/functions/dispatch.ts'
import { type Claims, inTransaction } from '#kernel/postgres/transaction.ts'
import { testDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { makeHost } from '../../../test/booking-host.ts'
import { explainSlots } from './explain-slots.server.ts'
import { findSlots } from './host-page.server.ts'

const db = await testDatabase()
const staff = createFunctions({
  pool: db.authenticator,
  functions: [explainSlots({ readBusyTimes: async () => 'none' })],
  log: pino({ level: 'silent' }),
})
const { ids, as, typeId, call, book, visitor, hour, change, calendar } = await makeHost(db)
const appointments = (where: string) =>
  db.sql<{ id: string; status: string; starts_at: Date; contact_id: string; ical_sequence: number; version: number }>(
    `select * from appointments where ${where} order by created_at`,
  )
/** Connections that wait for a lock. */
const waiting = () =>
  db.sql(
    'select from pg_locks l join pg_stat_activity a using (pid) where a.datname = current_database() and not l.granted',
  )
const messagesOf = (id: unknown) =>
  db.sql<{ key: string; status: string; at: number }>(
    `select r.key, s.status, (extract(epoch from s.send_at) * 1000)::bigint::float8 as at
     from scheduled_messages s join message_rules r on r.id = s.rule_id where s.context_id = $1 order by r.position`,
    [id],
  )

test('a booking creates a contact, an appointment with its messages, an event and an activity', async () => {
  const { status, body } = await book(hour(9), { partnerName: 'דור', partnerEmail: 'dor@example.com' })
  expect(status).toBe(201)
  expect(body).toMatchObject({ status: 'confirmed', startsAt: hour(9), endsAt: hour(10) })
  const [row] = await appointments(`id = '${String(body['appointmentId'])}'`)
  expect(await db.sql('select full_name from contacts where id = $1', [row!.contact_id])).toEqual([
    { full_name: 'נועה לדוגמה' },
  ])
  const messages = await messagesOf(row!.id)
  expect(messages.filter(({ key }) => key === 'appointment.reminder_day')).toEqual([
    { key: 'appointment.reminder_day', status: 'scheduled', at: Date.parse(hour(9, 1)) },
    { key: 'appointment.reminder_day', status: 'scheduled', at: Date.parse(hour(9, 1)) },
  ])
  expect(messages.filter(({ key }) => key === 'appointment.confirmed')).toHaveLength(2)
  expect(await db.sql('select type from domain_events where entity_id = $1', [row!.id])).toEqual([
    { type: 'appointment.confirmed' },
  ])
  expect(await db.sql('select type, actor_kind from activities where related_id = $1', [row!.id])).toEqual([
    { type: 'appointment.confirmed', actor_kind: 'contact' },
  ])
})

test('a second booking of a taken slot is refused with the three nearest slots', async () => {
  await book(hour(3, 5))
  const { status, body } = await book(hour(3, 5), { email: 'other@example.com', phone: '050-0000012' })
  expect(status).toBe(409)
  expect(body).toMatchObject({
    code: 'slot_taken',
    nearest: [hour(1, 5), hour(2, 5), hour(4, 5)].toSorted(byDistance(hour(3, 5))),
  })
})

const byDistance = (to: string) => (a: string, b: string) =>
  Math.abs(Date.parse(a) - Date.parse(to)) - Math.abs(Date.parse(b) - Date.parse(to)) || Date.parse(a) - Date.parse(b)

test('of 50 concurrent bookings of one slot one succeeds, and 49 get alternatives', async () => {
  for (const round of [0, 1, 2]) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        book(hour(round, 7), { email: `p${i}@example.com`, phone: `05000001${10 + i}` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ body }) => body['code'] === 'slot_taken')).toHaveLength(49)
    expect(answers.filter(({ body }) => body.nearest?.length === 3)).toHaveLength(49)
    expect(await appointments(`starts_at = '${hour(round, 7)}'`)).toHaveLength(1)
  }
})

test('the exclusion constraint refuses an overlapping appointment that bypassed the lock', async () => {
  const insert = () =>
    db.sql(
      `insert into appointments (title, user_id, starts_at, ends_at, status, location_kind)
       values ('היכרות', $1, $2, $3, 'confirmed', 'meet')`,
      [ids.coach, hour(0, 9), hour(1, 9)],
    )
  await insert()
  await expect(insert()).rejects.toMatchObject({ constraint: 'slot_taken' })
})

test('a repeated request with the same key returns the same appointment', async () => {
  const input = visitor(hour(5, 5))
  const [first, second] = await Promise.all([call('book-appointment', input), call('book-appointment', input)])
  expect(first.body['appointmentId']).toBe(second.body['appointmentId'])
  expect(await appointments(`starts_at = '${hour(5, 5)}'`)).toHaveLength(1)
  for (const { body } of [first, second])
    expect((await call('open-appointment', { token: body['manageToken'] })).status).toBe(200)
})

test('a held slot is refused to other visitors, free to its holder, and free to all after seven minutes', async () => {
  const held = await call('hold-slot', { typeId, startsAt: hour(7, 5), duration: 60 })
  expect(held.status).toBe(201)
  const remaining = Date.parse(String(held.body['releaseAt'])) - Date.now()
  expect(remaining).toBeGreaterThan(6.5 * 60_000)
  expect(remaining).toBeLessThanOrEqual(7 * 60_000)
  expect((await book(hour(7, 5))).status).toBe(409)
  // Holding another slot replaces the hold.
  await call('hold-slot', { typeId, startsAt: hour(8, 5), duration: 60, holdToken: held.body['holdToken'] })
  expect((await book(hour(8, 5))).status).toBe(409)
  expect((await book(hour(8, 5), { holdToken: held.body['holdToken'] })).status).toBe(201)
  await call('hold-slot', { typeId, startsAt: hour(10, 5), duration: 60 })
  await db.sql(`update slot_holds set release_at = now() - interval '1 second'`)
  expect((await book(hour(10, 5))).status).toBe(201)
})

test('slots that are busy in Google are refused, and an unreadable calendar closes the booking', async () => {
  calendar.busy = async () => [{ from: Date.parse(hour(12, 5)), to: Date.parse(hour(13, 5)) }]
  expect((await book(hour(12, 5))).status).toBe(409)
  calendar.busy = async () => 'closed'
  expect(await book(hour(13, 5))).toMatchObject({ status: 503, body: { code: 'calendar_unavailable' } })
  calendar.busy = async () => 'none'
  expect((await book(hour(13, 5))).status).toBe(201)
})

test('of two overlapping requests only one can be accepted', async () => {
  await change('requires_confirmation = true, pending_blocks = false')
  const both = [await book(hour(15, 5)), await book(hour(15, 5), { email: 'b@example.com', phone: '050-0000013' })]
  expect(both.map(({ body }) => body['status'])).toEqual(['pending', 'pending'])
  const outcomes = await Promise.allSettled(
    both.map(({ body }) => db.as(as.coach, 'select decide_appointment($1, 1, true)', [body['appointmentId']])),
  )
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { constraint: 'slot_taken' } })
  await change('requires_confirmation = false, pending_blocks = true')
})

test('a pending request blocks its slot, and expires when it is not decided in time', async () => {
  await change('requires_confirmation = true')
  const { body } = await book(hour(17, 5))
  expect((await book(hour(17, 5))).status).toBe(409)
  const [appointment] = await db.sql<{ days: number }>(
    'select round(extract(epoch from decide_by - created_at) / 86400)::int as days from appointments where id = $1',
    [body['appointmentId']],
  )
  expect(appointment!.days).toBe(3)
  await db.sql('update appointments set decide_by = now() where id = $1', [body['appointmentId']])
  await db.sql('select settle_appointments()')
  expect(await appointments(`id = '${String(body['appointmentId'])}'`)).toMatchObject([{ status: 'expired' }])
  expect((await messagesOf(body['appointmentId'])).map(({ key, status }) => [key, status])).toContainEqual([
    'appointment.expired',
    'scheduled',
  ])
  await change('requires_confirmation = false')
})

test('minimum notice, daily cap and limit per contact are enforced', async () => {
  await change('max_per_day = 1')
  expect((await book(hour(1, 20))).status).toBe(201)
  expect((await book(hour(20, 20))).status).toBe(409)
  await change('max_per_day = null, min_notice_min = 43200')
  expect((await book(hour(2, 20))).status).toBe(409)
  await change('min_notice_min = 240, max_active_per_contact = 1')
  expect(await book(hour(4, 20))).toMatchObject({ status: 409, body: { code: 'too_many_active' } })
  await change('max_active_per_contact = null')
})

test('a rescheduled appointment keeps its manage link and calendar entry, and has only one set of reminders', async () => {
  const { body } = await book(hour(1, 25))
  const moved = await call('move-appointment', { token: body['manageToken'], startsAt: hour(6, 25) })
  expect(moved).toMatchObject({ status: 201, body: { status: 'confirmed', sequence: 1 } })
  expect(Date.parse(String(moved.body['startsAt']))).toBe(Date.parse(hour(6, 25)))
  expect(await call('open-appointment', { token: body['manageToken'] })).toMatchObject({
    body: { appointmentId: moved.body['appointmentId'], rootId: body['appointmentId'] },
  })
  const before = await messagesOf(body['appointmentId'])
  expect(before.filter(({ status }) => status !== 'canceled')).toEqual([])
  const after = await messagesOf(moved.body['appointmentId'])
  expect(after.map(({ key }) => key)).toEqual([
    'appointment.moved',
    'appointment.reminder_day',
    'appointment.reminder_hour',
  ])
  expect(after[2]!.at).toBe(Date.parse(hour(5, 25)))
  // The previous slot is free again.
  expect((await book(hour(1, 25), { email: 'c@example.com', phone: '050-0000014' })).status).toBe(201)
})

test('repeated reschedule and cancellation requests change nothing and get the same response', async () => {
  const { body } = await book(hour(1, 52), { email: 'again@example.com', phone: '050-0000041' })
  const token = body['manageToken']
  const twice = (name: string, input: object) => Promise.all([call(name, input), call(name, input)])
  const move = { token, startsAt: hour(6, 52) }
  const moves = [...(await twice('move-appointment', move)), await call('move-appointment', move)]
  expect(moves.map(({ status }) => status < 300)).toEqual([true, true, true])
  for (const moved of moves) expect(moved.body).toMatchObject({ status: 'confirmed', sequence: 1 })
  const cancel = { token, reason: 'המועד כבר לא מתאים' }
  const ends = [...(await twice('cancel-appointment', cancel)), await call('cancel-appointment', cancel)]
  expect(ends.map(({ status }) => status)).toEqual([200, 200, 200])
  for (const ended of ends) expect(ended.body).toMatchObject({ status: 'cancelled', cancelReason: cancel.reason })
  expect(await appointments(`root_id = '${String(body['appointmentId'])}'`)).toHaveLength(2)
})

test('changes by staff and Google lock rows in the same order as a client, which prevents deadlocks', async () => {
  const changes = [
    (id: unknown) => db.as(as.coach, 'select move_appointment($1, 1, $2, $3)', [id, hour(9, 54), hour(10, 54)]),
    (id: unknown) => db.as(as.owner, 'select reassign_appointment($1, 1, $2)', [id, ids.sales]),
    (id: unknown) =>
      db.as({ role: 'service_role' }, 'select apply_calendar_change($1, $2, false, $3, $4)', [
        ids.coach,
        id,
        hour(9, 56),
        hour(10, 56),
      ]),
  ]
  for (const [n, act] of changes.entries()) {
    const { body } = await book(hour(1, 54 + n), { email: `lock${n}@example.com`, phone: `050-000006${n}` })
    const client = await db.owner.connect()
    await client.query('begin')
    await client.query('select private.lock_host($1)', [ids.coach])
    const acted = act(body['appointmentId']).then(() => 'done', String)
    await eventually(async () => expect(await waiting()).toHaveLength(1))
    await client.query('select from appointments where id = $1 for update', [body['appointmentId']])
    await client.query('commit')
    client.release()
    expect(await acted).toBe('done')
  }
})

test('an uncommitted change of an appointment does not block the sender of its mails', async () => {
  const { body } = await book(hour(1, 58), { email: 'mails@example.com', phone: '050-0000071' })
  const id = body['appointmentId']
  const token = body['manageToken']
  await db.sql(`update appointments set status = 'pending', decide_by = starts_at where id = $1`, [id])
  const changes: [Claims, string, unknown[]][] = [
    [as.coach, 'select decide_appointment($1, 2, true)', [id]],
    [as.coach, `select cancel_appointment($1, 2, 'כך')`, [id]],
    [as.owner, 'select reassign_appointment($1, 2, $2)', [id, ids.sales]],
    [{ role: 'service_role' }, `select cancel_linked_appointment(id, 'כך') from linked_appointment($1)`, [token]],
    [
      { role: 'service_role' },
      'select move_linked_appointment(id, $2) from linked_appointment($1)',
      [token, hour(6, 58)],
    ],
  ]
  for (const [claims, text, values] of changes) {
    const undone = inTransaction(db.authenticator, claims, async (caller) => {
      await caller.query(text, values)
      // Takes the lock of a foreign key check. Composing a mail inserts a link to the appointment, while the change
      // waits for messages that the sender has locked.
      await db.sql('select from appointments where id = $1 for key share nowait', [id])
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
  }
})

test('a cancelled appointment records who cancelled and why, has no reminders, and cannot be reopened by its link', async () => {
  const { body } = await book(hour(1, 30))
  const token = body['manageToken']
  expect(await call('cancel-appointment', { token, reason: 'המועד כבר לא מתאים' })).toMatchObject({
    status: 200,
    body: { status: 'cancelled', cancelledBy: 'client', cancelReason: 'המועד כבר לא מתאים' },
  })
  const remaining = (await messagesOf(body['appointmentId'])).filter(({ status }) => status === 'scheduled')
  expect(remaining.map(({ key }) => key)).toEqual(['appointment.cancelled'])
  for (const [name, input] of [
    ['cancel-appointment', { token, reason: 'שוב' }],
    ['move-appointment', { token, startsAt: hour(3, 30) }],
  ] as const)
    expect(await call(name, input)).toMatchObject({ status: 409, body: { code: 'appointment_ended' } })
  await expect(
    db.sql(`update appointments set status = 'confirmed' where id = $1`, [body['appointmentId']]),
  ).rejects.toThrow('appointment_ended')
})

test("within the type's notice a client can neither cancel nor reschedule", async () => {
  await change('cancel_notice_min = 2880, reschedule_notice_min = 2880, min_notice_min = 0')
  const { body } = await book(hour(12, 1))
  const token = body['manageToken']
  expect(await call('cancel-appointment', { token, reason: 'כן' })).toMatchObject({ body: { code: 'cancel_too_late' } })
  expect(await call('move-appointment', { token, startsAt: hour(1, 33) })).toMatchObject({
    body: { code: 'reschedule_too_late' },
  })
  await change('cancel_notice_min = 0, reschedule_notice_min = 0')
  expect((await call('cancel-appointment', { token, reason: 'כן' })).status).toBe(200)
})

test('an unknown link and a closed host are refused with different codes', async () => {
  expect(await call('open-appointment', { token: 'x'.repeat(32) })).toMatchObject({
    status: 404,
    body: { code: 'link_unknown' },
  })
  await db.sql('update booking_hosts set is_open = false')
  expect(await book(hour(1, 35))).toMatchObject({ status: 409, body: { code: 'booking_closed' } })
  await db.sql('update booking_hosts set is_open = true')
  await db.sql('update user_roles set is_active = false where user_id = $1', [ids.coach])
  expect(await book(hour(1, 35))).toMatchObject({ body: { code: 'booking_closed' } })
  await db.sql('update user_roles set is_active = true where user_id = $1', [ids.coach])
})

test('staff can reschedule, mark and reassign only their own appointments', async () => {
  const { body } = await book(hour(5, 38))
  const id = body['appointmentId']
  const act = (actor: keyof typeof as, text: string, values: unknown[] = []) =>
    db.as<{ id: string }>(as[actor], text, [id, ...values])
  for (const actor of ['sales', 'content', 'client', 'stranger'] as const)
    await expect(act(actor, `select cancel_appointment($1, 1, 'כך')`)).rejects.toThrow('appointment_gone')
  await expect(act('coach', `select cancel_appointment($1, 9, 'כך')`)).rejects.toThrow('stale_version')
  await expect(act('coach', `select set_no_show($1, 1, 'client')`)).rejects.toThrow('appointment_ahead')
  await act('owner', 'select reassign_appointment($1, 1, $2)', [ids.sales])
  expect(await db.sql('select user_id from appointments where id = $1', [id])).toEqual([{ user_id: ids.sales }])
  const [moved] = await act('sales', 'select move_appointment($1, 2, $2, $3, true) as id', [hour(8, 38), hour(9, 38)])
  expect((await messagesOf(moved!.id)).map(({ key }) => key)).toEqual([
    'appointment.reminder_day',
    'appointment.reminder_hour',
  ])
  await db.sql(
    `update appointments set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = $1`,
    [moved!.id],
  )
  await db.sql('select settle_appointments()')
  expect(await appointments(`id = '${moved!.id}'`)).toMatchObject([{ status: 'completed' }])
})

test("free slots are grouped by day in the visitor's zone", async () => {
  await change(`window_kind = 'unlimited'`)
  await book(hour(12, 40))
  const onDay = hour(12, 40).slice(0, 10)
  const { days } = await findSlots(
    (work) => inTransaction(db.authenticator, { role: 'service_role' }, work),
    async () => 'none',
    { type: typeId, duration: 60, from: onDay, to: onDay, zone: 'UTC' },
  )
  expect(days.map(({ day }) => day)).toEqual([onDay])
  expect(Math.abs(days[0]!.starts.length - 23)).toBeLessThanOrEqual(1)
  expect(days[0]!.starts).not.toContain(hour(12, 40))
})

test('explain-slots lists the slots excluded by each rule, for the host and managers only', async () => {
  await change(`window_kind = 'rolling', window_days = 60, min_notice_min = 0, max_per_day = null`)
  const day = hour(0, 45).slice(0, 10)
  await book(`${day}T12:00:00.000Z`, { email: 'why@example.com', phone: '050-0000021' })
  const ask = async (actor: keyof typeof as) => {
    const answer = await staff.invoke(
      'explain-slots',
      { typeId, day },
      { caller: { claims: as[actor], userId: ids[actor as keyof typeof ids] } },
    )
    return (await (answer as Response).json()) as { free: number; taken: { reason: { code: string }; taken: number }[] }
  }
  const explained = await ask('coach')
  expect(explained.taken).toEqual([{ reason: { code: 'appointment' }, taken: 1 }])
  // A day with a clock change has one hour more or less.
  expect(Math.abs(explained.free - 23)).toBeLessThanOrEqual(1)
  expect(await ask('owner')).toEqual(explained)
  await expect(ask('sales')).rejects.toMatchObject({ code: 'type_gone' })
  await expect(ask('client')).rejects.toMatchObject({ code: 'not_allowed' })
})

test('messages are sent to the entered address, even if another one is primary for the contact', async () => {
  const [existing] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('ידועה') returning id`)
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values
     ($1, 'email', 'typed@example.com', 'typed@example.com', false), ($1, 'email', 'old@example.com', 'old@example.com', true)`,
    [existing!.id],
  )
  const { body } = await book(hour(3, 46), { email: 'Typed@example.com', phone: '050-0000031' })
  expect(await appointments(`id = '${String(body['appointmentId'])}'`)).toMatchObject([{ contact_id: existing!.id }])
  expect(
    await db.sql('select distinct contact_id, to_value from scheduled_messages where context_id = $1', [
      body['appointmentId'],
    ]),
  ).toEqual([{ contact_id: existing!.id, to_value: 'typed@example.com' }])
})

test('a booking with the phone number of a known contact creates a new contact, shown to staff as a possible duplicate', async () => {
  const [existing] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('מוכרת') returning id`)
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary)
     values ($1, 'phone', '050-0000034', '+972500000034', true)`,
    [existing!.id],
  )
  const { status, body } = await book(hour(7, 46), { email: 'stranger@example.com', phone: '050-0000034' })
  expect(status).toBe(201)
  const [row] = await appointments(`id = '${String(body['appointmentId'])}'`)
  const contact = row!.contact_id
  expect(await db.as(as.coach, 'select id from contacts where id = any ($1)', [[existing!.id, contact]])).toEqual([
    { id: contact },
  ])
  expect(
    await db.as(as.owner, 'select reasons from duplicate_pairs where $1 in (first_id, second_id)', [existing!.id]),
  ).toEqual([{ reasons: ['phone'] }])
})

test('of two contacts who share an address, the contact with the phone number is matched, regardless of the name', async () => {
  const [older, newer] = await db.sql<{ id: string }>(
    `insert into contacts (first_name, created_at) values ('מאיה', now() - interval '1 day'), ('אורי', now()) returning id`,
  )
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm) values
     ($1, 'email', 'home@example.com', 'home@example.com'), ($1, 'phone', '050-0000036', '+972500000036'),
     ($2, 'email', 'home@example.com', 'home@example.com'), ($2, 'phone', '050-0000037', '+972500000037')`,
    [older!.id, newer!.id],
  )
  const { body } = await book(hour(9, 46), { email: 'home@example.com', phone: '050-0000037' })
  expect(await appointments(`id = '${String(body['appointmentId'])}'`)).toMatchObject([{ contact_id: newer!.id }])
})

test('a coach sees a contact who booked with them, and other coaches do not', async () => {
  const { body } = await book(hour(5, 46), { email: 'mine@example.com', phone: '050-0000032' })
  const [row] = await appointments(`id = '${String(body['appointmentId'])}'`)
  const contact = row!.contact_id
  expect(await db.as(as.coach, 'select id from contacts where id = $1', [contact])).toEqual([{ id: contact }])
  await db.as(as.owner, 'select reassign_appointment($1, 1, $2)', [body['appointmentId'], ids.sales])
  expect(await db.as(as.coach, 'select id from contacts where id = $1', [contact])).toEqual([])
})

test('a slot refused only by the exclusion constraint also returns alternatives', async () => {
  const other = await db.owner.connect()
  await other.query('begin')
  // Inserted uncommitted and without the host's lock, so the slot computation does not see it.
  await other.query(
    `insert into appointments (title, user_id, starts_at, ends_at, status, location_kind)
     values ('היכרות', $1, $2, $3, 'confirmed', 'meet')`,
    [ids.coach, hour(9, 47), hour(10, 47)],
  )
  const answer = book(hour(9, 47), { email: 'late@example.com', phone: '050-0000033' })
  await eventually(async () => expect(await waiting()).toHaveLength(1))
  await other.query('commit')
  other.release()
  const { status, body } = await answer
  expect(status).toBe(409)
  expect(body).toMatchObject({ code: 'slot_taken' })
  expect(body.nearest).toHaveLength(3)
  expect(body.nearest).not.toContain(hour(9, 47))
})

import { expect, test } from 'vitest'
import { composeMessage } from '#features/messages/sender/compose-message.server.ts'
import { sendBatch } from '#features/messages/sender/send-batch.server.ts'
import { sendMessages } from '#features/messages/sender/send-messages.server.ts'
import type { RenderMail } from '#features/email-templates/email-templates.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { preparation } from '#platform/pages/landing-content/preparation.ts'
import { makeHost } from '../../../test/booking-host.ts'
import { testDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { publishPage, withdrawPage } from '../../../test/published-page.ts'
import { composeAppointmentMails } from './booking-messages.server.ts'

const db = await testDatabase()
const { book, call, change, hour, ids, as, typeId } = await makeHost(db)

const renderMail: RenderMail = async ({ kind, values, link, note }) => ({
  subject: kind,
  html: link ?? '',
  text: JSON.stringify({ ...values, note }),
})
const compose = composeMessage({
  compose: composeAppointmentMails({
    renderMail,
    siteUrl: 'http://site.test',
    icalUidOf: (root) => `${root}@uid.test`,
  }),
  composeTemplate: () => Promise.reject(new Error('No template is expected here.')),
})
type Sent = {
  to_address: string
  subject: string
  html: string
  text: string
  payload: { attachments: { content: string; contentType: string }[] } | null
}

async function send() {
  await db.sql('delete from mail.outbox')
  await inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
    sendBatch(tx, { most: 50, now: new Date(), compose }),
  )
  return db.sql<Sent>('select to_address, subject, html, text, payload from mail.outbox order by to_address')
}
const linesOf = ({ payload }: Sent) => payload!.attachments[0]!.content.replaceAll('\r\n ', '').split('\r\n')

test('the confirmation, reschedule and cancellation mails update one calendar entry', async () => {
  const { body } = await book(hour(9), { partnerName: 'דור', partnerEmail: 'dor@example.com' })
  const root = String(body['appointmentId'])
  const confirmed = await send()
  expect(confirmed.map(({ to_address: to, subject }) => [to, subject])).toEqual([
    ['dor@example.com', 'appointment_confirmed'],
    ['noa@example.com', 'appointment_confirmed'],
  ])
  for (const mail of confirmed) {
    const lines = linesOf(mail)
    expect(lines).toContain(`UID:${root}@uid.test`)
    expect(lines).toContain('SEQUENCE:0')
    expect(lines).toContain('METHOD:PUBLISH')
    expect(lines).toContain(`DESCRIPTION:לשינוי או לביטול: ${mail.html}`)
  }
  const links = confirmed.map(({ html }) => html)
  expect(new Set(links).size).toBe(2)
  expect(
    await db.sql(
      'select proves_attendee from appointment_links where token_hash in (select link_hash(t) from unnest($1::text[]) t)',
      [links.map((link) => link.split('/').at(-1)!)],
    ),
  ).toEqual([{ proves_attendee: true }, { proves_attendee: true }])

  await call('move-appointment', { token: body['manageToken'], startsAt: hour(11) })
  const [moved] = await send()
  expect(moved!.subject).toBe('appointment_moved')
  expect(linesOf(moved!)).toContain('SEQUENCE:1')

  await call('cancel-appointment', { token: body['manageToken'], reason: 'כך' })
  const [cancelled] = await send()
  expect(cancelled!.payload!.attachments[0]!.contentType).toContain('method=CANCEL')
  expect(linesOf(cancelled!)).toEqual(
    expect.arrayContaining(['METHOD:CANCEL', 'SEQUENCE:2', `UID:${root}@uid.test`, 'STATUS:CANCELLED']),
  )
})

test('the mail about a rejected reschedule removes the calendar entry of the previous time', async () => {
  const { body } = await book(hour(9, 7), { email: 'approved@example.com', phone: '050-0000039' })
  const root = String(body['appointmentId'])
  await send()
  await change('requires_confirmation = true')
  const moved = await call('move-appointment', { token: body['manageToken'], startsAt: hour(11, 7) })
  expect(moved.body).toMatchObject({ status: 'pending' })
  const other = await book(hour(14, 7), { email: 'asked@example.com', phone: '050-0000040' })
  await send()
  for (const id of [moved.body['appointmentId'], other.body['appointmentId']])
    await db.as(as.coach, `select decide_appointment($1, 1, false, 'לא מתאים')`, [id])
  const [ofMoved, ofAsked] = await send()
  expect(linesOf(ofMoved!)).toEqual(
    expect.arrayContaining(['METHOD:CANCEL', 'SEQUENCE:2', `UID:${root}@uid.test`, 'STATUS:CANCELLED']),
  )
  // A first request has no calendar entry.
  expect(ofAsked).toMatchObject({ to_address: 'asked@example.com', subject: 'appointment_rejected', payload: null })
  await change('requires_confirmation = false')
})

test("a guest's mail names the inviter and explains how to leave, and offers no reschedule or cancellation", async () => {
  await change('max_guests = 1')
  const { body } = await book(hour(12, 6), {
    name: 'נועה [כאן](http://evil.example)',
    email: 'inviter@example.com',
    phone: '050-0000029',
  })
  const guest = { kind: 'guest', name: 'יועץ לדוגמה', email: 'advisor@example.com' }
  await call('add-appointment-attendee', { token: body['manageToken'], ...guest })
  const mails = await send()
  const [toGuest, toMain] = ['advisor@example.com', 'inviter@example.com'].map((to) =>
    mails.find(({ to_address: address }) => address === to)!,
  ) as [Sent, Sent]
  const { note } = JSON.parse(toGuest.text) as { note: string }
  // Names are escaped as text.
  expect(note).toContain(String.raw`לפגישה הזו צירפו אתכם: נועה \[כאן\](http://evil.example).`)
  expect(note).toContain('אפשר לצאת ממנה בעמוד הפגישה')
  expect(linesOf(toGuest)).toContain(`DESCRIPTION:לפרטי הפגישה: ${toGuest.html}`)
  expect(toMain.text).not.toContain('צירפו אתכם')
  expect(linesOf(toMain)).toContain(`DESCRIPTION:לשינוי או לביטול: ${toMain.html}`)
})

test("mails show the time in the visitor's zone, New York, and reminders have no attachment", async () => {
  const { body } = await book(hour(15, 4), { zone: 'America/New_York', email: 'ny@example.com', phone: '050-0000019' })
  const [mail] = await send()
  const values = JSON.parse(mail!.text) as { meetingTime: string; timeZone: string }
  const local = new Intl.DateTimeFormat('he-IL', { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' })
  expect(values.meetingTime).toBe(local.format(new Date(hour(15, 4))))
  expect(values.timeZone).toMatch(/^שעון New York; בישראל \d\d:\d\d$/)
  await db.sql(
    `update scheduled_messages s set send_at = now() - interval '1 second'
     from message_rules r where r.id = s.rule_id and r.key = 'appointment.reminder_day' and s.context_id = $1`,
    [body['appointmentId']],
  )
  const reminders = await send()
  expect(reminders.map(({ subject, payload }) => [subject, payload])).toEqual([['appointment_reminder_day', null]])
})

test('mails of a type with a locked zone use that zone, also after a reschedule', async () => {
  await change(`locked_zone = 'Europe/London'`)
  const startsAt = hour(15, 5)
  const { body } = await book(startsAt, { zone: 'America/New_York', email: 'ldn@example.com', phone: '050-0000020' })
  const inLondon = (at: string) =>
    new Intl.DateTimeFormat('he-IL', { timeZone: 'Europe/London', hour: '2-digit', minute: '2-digit' }).format(
      new Date(at),
    )
  const read = async () => {
    const mail = (await send()).find(({ to_address: to }) => to === 'ldn@example.com')
    return JSON.parse(mail!.text) as { meetingTime: string; timeZone: string }
  }
  expect(await read()).toMatchObject({
    meetingTime: inLondon(startsAt),
    timeZone: expect.stringMatching(/^שעון London; בישראל \d\d:\d\d$/),
  })
  await call('move-appointment', { token: body['manageToken'], startsAt: hour(18, 5) })
  expect(await read()).toMatchObject({ meetingTime: inLondon(hour(18, 5)) })
  await change('locked_zone = null')
})

test('the host is notified once when an appointment starts within 15 minutes', async () => {
  const { body } = await book(hour(20, 4), { email: 'soon@example.com', phone: '050-0000018' })
  await db.sql(
    `update appointments set starts_at = now() + interval '14 minutes', ends_at = now() + interval '74 minutes' where id = $1`,
    [body['appointmentId']],
  )
  await db.sql('select settle_appointments()')
  await db.sql('select settle_appointments()')
  expect(await db.sql(`select user_id, title from notifications where type = 'appointment.soon'`)).toEqual([
    { user_id: ids.coach, title: 'פגישה מתחילה בקרוב: שיחת היכרות' },
  ])
  // The version is unchanged, so a colleague's open dialog stays valid.
  expect(await db.sql('select version from appointments where id = $1', [body['appointmentId']])).toEqual([
    { version: 2 },
  ])
})

test('the host is notified once of a request undecided for a day, and not of decided ones', async () => {
  const ask = async (startsAt: string, email: string, phone: string) => {
    const { body } = await book(startsAt, { email, phone })
    await db.sql(
      `update appointments set status = 'pending', decide_by = now() + interval '2 days', created_at = now() - interval '1439 minutes' where id = $1`,
      [body['appointmentId']],
    )
    return body['appointmentId']
  }
  const [waiting, decided] = [
    await ask(hour(9, 5), 'waits@example.com', '050-0000016'),
    await ask(hour(11, 5), 'decided@example.com', '050-0000015'),
  ]
  const noticed = async () => {
    await db.sql('select write_due_notices()')
    return db.sql(`select user_id, severity from notifications where type = 'appointment.undecided'`)
  }
  expect(await noticed()).toEqual([])
  await db.sql(`update appointments set status = 'confirmed' where id = $1`, [decided])
  await db.sql(`update appointments set created_at = now() - interval '1441 minutes' where id = any ($1)`, [
    [waiting, decided],
  ])
  await noticed()
  expect(await noticed()).toEqual([{ user_id: ids.coach, severity: 'high' }])
})

test('a series has one confirmation mail with all dates and one file, and reminders for each appointment', async () => {
  const [contact] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('סדרה') returning id`)
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'email', 's', 'series@example.com', true)`,
    [contact!.id],
  )
  // Sends the messages of earlier tests.
  await send()
  const starts = [hour(3, 30), hour(3, 16), hour(3, 44)]
  const booked = await db.as<{ id: string }>(as.owner, 'select book_for_contact($1, $2, $3, 60) as id', [
    typeId,
    contact!.id,
    starts,
  ])
  const mails = await send()
  expect(mails.map(({ to_address: to, subject }) => [to, subject])).toEqual([
    ['series@example.com', 'appointment_series'],
  ])
  const lines = linesOf(mails[0]!)
  expect(lines.filter((line) => line.startsWith('UID:'))).toEqual(booked.map(({ id }) => `UID:${id}@uid.test`))
  expect(lines.filter((line) => line === 'BEGIN:VCALENDAR')).toHaveLength(1)
  const { meetingDates } = JSON.parse(mails[0]!.text) as { meetingDates: string }
  expect(meetingDates.split('\n')).toHaveLength(3)
  expect(
    await db.sql(
      `select count(*)::int as n from scheduled_messages s join message_rules r on r.id = s.rule_id
       where r.key = 'appointment.reminder_day' and s.to_value = 'series@example.com'`,
    ),
  ).toEqual([{ n: 3 }])
})

test('cancelling a series sends each attendee one mail with their dates and a CANCEL file per appointment', async () => {
  const [contact] = await db.sql<{ id: string }>(
    `select contact_id as id from contact_points where value_norm = 'series@example.com'`,
  )
  const booked = await db.sql<{ id: string }>('select id from appointments where contact_id = $1 order by starts_at', [
    contact!.id,
  ])
  // The partner attends the last two appointments only.
  await db.sql(
    `insert into appointment_attendees (appointment_id, role, name, email) select id, 'partner', 'דור', 'joins@example.com' from unnest($1::uuid[]) id`,
    [booked.slice(1).map(({ id }) => id)],
  )
  // An attendee added later gets a confirmation of each meeting, even if it is not the first of its series.
  const invited = await send()
  expect(invited.map(({ to_address: to, subject }) => [to, subject])).toEqual([
    ['joins@example.com', 'appointment_confirmed'],
    ['joins@example.com', 'appointment_confirmed'],
  ])
  await db.as(as.owner, `select cancel_series($1, 1, 'כך')`, [booked[0]!.id])
  const mails = await send()
  expect(mails.map(({ to_address: to, subject }) => [to, subject])).toEqual([
    ['joins@example.com', 'appointment_series_cancelled'],
    ['series@example.com', 'appointment_series_cancelled'],
  ])
  for (const [n, met] of [booked.slice(1), booked].entries()) {
    const files = mails[n]!.payload!.attachments
    expect(files.map(({ contentType }) => contentType.includes('method=CANCEL'))).toEqual(met.map(() => true))
    expect(files.flatMap(({ content }) => content.match(/^(UID|SEQUENCE):.*$/gm))).toEqual(
      met.flatMap(({ id }) => [`UID:${id}@uid.test`, 'SEQUENCE:1']),
    )
    const { meetingDates } = JSON.parse(mails[n]!.text) as { meetingDates: string }
    expect(meetingDates.split('\n')).toHaveLength(met.length)
  }
  expect(await send()).toEqual([])
})

test("mails of an upcoming meeting link to the recipient's preparation list once its page is published", async () => {
  const remind = (appointment: unknown) =>
    db.sql(
      `update scheduled_messages s set send_at = now() - interval '1 second'
       from message_rules r where r.id = s.rule_id and r.key in ('appointment.reminder_day', 'appointment.reminder_hour') and s.context_id = $1`,
      [appointment],
    )
  const noteOf = ({ text }: Sent) => (JSON.parse(text) as { note?: string }).note
  const listOf = (mail: Sent) => noteOf(mail)?.match(/\]\((http:\/\/site\.test\/preparation\?ref=[\w-]+)\)/)?.[1]
  const sentTo = async (email: string, phone: string, at: number) => {
    const { body } = await book(hour(at, 6), { email, phone, partnerName: 'דור', partnerEmail: `partner-${email}` })
    const confirmed = await send()
    await remind(body['appointmentId'])
    return { body, mails: [...confirmed, ...(await send())] }
  }
  await send()
  const before = await sentTo('no-page@example.com', '050-0000031', 1)
  expect(before.mails).toHaveLength(6)
  expect(before.mails.map(noteOf)).toEqual(before.mails.map(() => undefined))

  await publishPage(db, preparation)
  const { body, mails } = await sentTo('page@example.com', '050-0000032', 3)
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual(
    ['appointment_confirmed', 'appointment_reminder_day', 'appointment_reminder_hour'].flatMap((kind) => [kind, kind]),
  )
  for (const mail of mails) {
    // The manage token that opens the page of the appointment.
    expect(listOf(mail)).toBe(mail.html.replace('/appointment/manage/', '/preparation?ref='))
    const token = mail.html.split('/').at(-1)
    const { body: opened } = await call('open-appointment', { token })
    expect(opened['role']).toBe(mail.to_address.startsWith('partner-') ? 'partner' : 'main')
  }
  await call('cancel-appointment', { token: body['manageToken'], reason: 'כך' })
  const cancelled = await send()
  expect(cancelled.map((mail) => [mail.subject, noteOf(mail)])).toEqual([
    ['appointment_cancelled', undefined],
    ['appointment_cancelled', undefined],
  ])

  await db.sql('update appointment_types set uses_preparation = false where id = $1', [typeId])
  const unused = await sentTo('unused@example.com', '050-0000033', 5)
  expect(unused.mails.map(noteOf)).toEqual(unused.mails.map(() => undefined))
  await db.sql('update appointment_types set uses_preparation = true where id = $1', [typeId])
  await withdrawPage(db, '/preparation')
})

test('a request can be decided while the mail about it is being composed', async () => {
  await db.sql(`update appointment_types set requires_confirmation = true where id = $1`, [typeId])
  const { body } = await book(hour(11), { partnerName: 'דור', partnerEmail: 'dor@example.com' })
  const appointment = String(body['appointmentId'])
  let decided: Promise<unknown> | undefined
  const task = sendMessages({
    pool: db.authenticator,
    // The second mail remains pending, so that the sender runs again.
    batch: 1,
    async compose(work, message) {
      decided ??= db.as(as.coach, 'select decide_appointment($1, 1, true)', [appointment])
      await eventually(async () =>
        expect(
          await db.sql(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%decide_appointment%'`,
          ),
        ).toHaveLength(1),
      )
      return compose(work, message)
    },
  })
  await task({}, { id: '1', attempt: 1, pool: db.owner })
  await decided
  expect(await db.sql(`select status from appointments where id = $1`, [appointment])).toEqual([
    { status: 'confirmed' },
  ])
  await db.sql(`update appointment_types set requires_confirmation = false where id = $1`, [typeId])
})

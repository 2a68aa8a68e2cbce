import { expect, test } from 'vitest'
import { composeMessage } from '#features/messages/sender/compose-message.server.ts'
import { sendBatch } from '#features/messages/sender/send-batch.server.ts'
import type { RenderMail } from '#features/email-templates/email-templates.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { makeHost } from '../../../test/booking-host.ts'
import { testDatabase } from '../../../test/database.ts'
import { composeAppointmentMails } from './booking-messages.server.ts'

const db = await testDatabase()
const { book, call, hour, ids, as, typeId } = await makeHost(db)

const renderMail: RenderMail = async ({ kind, values, link }) => ({
  subject: kind,
  html: link ?? '',
  text: JSON.stringify(values),
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

test('the mails of a booking, its move and its end carry one calendar entry that changes', async () => {
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

test('a visitor in New York reads the hour of New York, and a reminder has no file', async () => {
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

test('the host is notified once that an appointment begins within a quarter of an hour', async () => {
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
  // The open dialog of a colleague stays valid.
  expect(await db.sql('select version from appointments where id = $1', [body['appointmentId']])).toEqual([
    { version: 2 },
  ])
})

test('a series is confirmed by one mail with all its dates and one file, and each appointment is reminded of', async () => {
  const [contact] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('סדרה') returning id`)
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'email', 's', 'series@example.com', true)`,
    [contact!.id],
  )
  // What earlier tests left.
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

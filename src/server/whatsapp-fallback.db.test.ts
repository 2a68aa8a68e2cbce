// A reminder that WhatsApp does not deliver: the mail is sent instead, once, and the log shows the reason.
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { matchContact } from '#features/leads/match-contact.server.ts'
import { checkMessageDelivery } from '#features/messages/sender/delivery-check.server.ts'
import { whatsAppWebhook } from '#features/messages/whatsapp-webhook.server.ts'
import { startWhatsApp } from '#integrations/whatsapp.fake.ts'
import type { Deliver } from '#kernel/mail/delivery.ts'
import { sendMail } from '#kernel/mail/send-mail.ts'
import { openPool } from '#kernel/postgres/connection.ts'
import { testKernel } from '../../test/kernel-app.ts'
import { testSite } from '../../test/site-app.ts'
import { openChannels } from './channels.ts'
import { webinarReminders } from './webinar-reminders.fixture.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { as, session, send, template, use, register, withdraw, outbox, nextPhone } = await webinarReminders(siteApp)
const worker = openPool(db.connect('worker'), 2)
afterAll(() => worker.end())

const settings = { phoneNumberId: '', appSecret: '', verifyToken: '' }
const { app } = await testKernel(db, { functions: [whatsAppWebhook({ settings, matchContact })] })
const meta = await startWhatsApp({
  webhookUrl: `${await app.listen({ port: 0, host: '127.0.0.1' })}/functions/v1/whatsapp-webhook`,
})
Object.assign(settings, meta.settings)
afterAll(() => meta.stop())
const { adapters } = openChannels({
  auth: { phone: {} },
  whatsApp: meta.settings,
} as Parameters<typeof openChannels>[0])

await use(await template('{{שם_פרטי}}, עוד שעה מתחילים: {{קישור.הדרכה}}'))

const mailed: string[] = []
beforeEach(() => {
  mailed.length = 0
  meta.accepted.length = 0
  meta.answers.length = 0
})
afterEach(() => db.sql('delete from suppressions'))

/** Runs the jobs of all outbox rows, as a worker does. Returns their errors. */
async function deliverAll(channels: Record<string, Deliver> = adapters as Record<string, Deliver>) {
  const task = sendMail({
    deliver: async ({ to }) => void mailed.push(to),
    channels,
    checkDelivery: (tx, mails) =>
      checkMessageDelivery(
        tx,
        mails.map(({ id }) => id),
        new Date('2027-11-24T12:00:00+02:00'),
      ),
    async onDelivered(tx, delivered) {
      const outcomes = delivered.map(({ mail, delivery }) => ({ mail: mail.id, ...delivery }))
      await tx.query('select public.record_mail_outcomes($1)', [JSON.stringify(outcomes)])
    },
  })
  const results = await Promise.allSettled(
    (await outbox()).map(({ id }) => task({ mail: id }, { id: `job of ${id}`, attempt: 1, pool: worker })),
  )
  return results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
}
/** Sends all due messages twice, to check that the second run does nothing. */
async function sendEverything(...channels: Parameters<typeof send>) {
  for (let i = 0; i < 2; i++) {
    await send(...channels)
    await deliverAll()
  }
}
async function writtenForWhatsApp() {
  const phone = nextPhone()
  const email = await register(phone)
  await send()
  const [waiting] = await outbox()
  expect(waiting).toMatchObject({ channel: 'whatsapp', to: phone })
  return { phone, email, outboxId: waiting!.id }
}
const log = () =>
  db.as<{ channel: string; outcome: string; skip_reason: string | null; mailed: string | null; is_replaced: boolean }>(
    as.owner,
    `select channel, outcome, skip_reason, mailed_because as mailed, is_replaced from message_log order by created_at, channel desc`,
  )
const whatsApp = (outcome: string, skip_reason: string | null = null) => ({
  channel: 'whatsapp',
  outcome,
  skip_reason,
  mailed: null,
  is_replaced: true,
})
const mail = (reason: string) => ({
  channel: 'email',
  outcome: 'sent',
  skip_reason: null,
  mailed: reason,
  is_replaced: false,
})
/** Simulates that this much time has passed since the messages were created. */
const age = (minutes: number) =>
  db.sql('update messages set created_at = created_at - make_interval(mins => $1)', [minutes])

test.each([
  ['the template is unknown', { status: 404, error: { code: 132_001, message: 'Template name does not exist' } }],
  ['the number is not on WhatsApp', { status: 400, error: { code: 131_026, message: 'Message undeliverable' } }],
  ['the recipient has opted out', { status: 400, error: { code: 131_050, message: 'User has stopped' } }],
  ['the reply window has closed', { status: 400, error: { code: 131_047, message: 'Re-engagement message' } }],
  ['a parameter is invalid', { status: 400, error: { code: 100, message: 'Invalid parameter' } }],
])('when the provider refuses immediately because %s, the mail is sent once', async (_, answer) => {
  const { email } = await writtenForWhatsApp()
  meta.answers.push(answer)
  await deliverAll()
  expect(mailed).toEqual([])
  await sendEverything()
  expect(mailed).toEqual([email])
  const rows = await log()
  expect(rows).toMatchObject([
    { channel: 'whatsapp', is_replaced: true, skip_reason: null },
    { channel: 'email', outcome: 'sent', mailed: expect.stringContaining(String(answer.error.code)) },
  ])
  expect(['failed', 'bounced']).toContain(rows[0]!.outcome)
})

test('a message that fails after it was accepted is mailed once, even if the failure is reported twice concurrently', async () => {
  const { email } = await writtenForWhatsApp()
  await deliverAll()
  const { id } = meta.accepted[0]!
  await meta.report(id, 'sent')
  const failure = { code: 131_026, message: 'Message undeliverable', details: 'not on WhatsApp' }
  const answers = await Promise.all([meta.report(id, 'failed', failure), meta.report(id, 'failed', failure)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  await sendEverything()
  await meta.report(id, 'failed', failure)
  await sendEverything()
  expect(mailed).toEqual([email])
  expect(await log()).toEqual([whatsApp('bounced'), mail('131026: Message undeliverable · not on WhatsApp')])
})

test('a failure that is reported before the response of the provider is stored, and mailed once', async () => {
  const { email } = await writtenForWhatsApp()
  const late: Deliver = async (queued) => {
    const response = await adapters.whatsapp!(queued)
    await meta.report(meta.accepted[0]!.id, 'failed', { code: 131_000, message: 'Something went wrong' })
    return response
  }
  expect(await deliverAll({ whatsapp: late })).toEqual([])
  await sendEverything()
  expect(mailed).toEqual([email])
  expect(await log()).toMatchObject([
    { channel: 'whatsapp', outcome: 'failed', is_replaced: true },
    { channel: 'email', outcome: 'sent', mailed: expect.stringContaining('131000: ') },
  ])
})

test('a delivered message is not mailed, whatever is reported later', async () => {
  await writtenForWhatsApp()
  await deliverAll()
  await meta.report(meta.accepted[0]!.id, 'delivered')
  await meta.report(meta.accepted[0]!.id, 'failed', { code: 131_000, message: 'Something went wrong' })
  await sendEverything()
  expect(mailed).toEqual([])
  expect(await log()).toMatchObject([{ channel: 'whatsapp', outcome: 'delivered', is_replaced: false }])
})

test.each<[string, string, (phone: string) => Promise<unknown>]>([
  ['the consent is withdrawn', 'no_consent', withdraw],
  [
    'the number is removed from the contact',
    'no_number',
    (phone) => db.sql('delete from contact_points where value_norm = $1', [phone]),
  ],
  [
    'another message to the number bounced',
    'bounce',
    (phone) =>
      db.sql(`insert into suppressions (value_norm, channel, reason) values ($1, 'whatsapp', 'bounce')`, [phone]),
  ],
  [
    'the number is blocked for legal reasons',
    'legal',
    (phone) =>
      db.sql(`insert into suppressions (value_norm, channel, reason) values ($1, 'whatsapp', 'legal')`, [phone]),
  ],
  [
    'the reply window closes',
    'window_closed',
    // Created as free text within the reply window.
    () => db.sql('update messages set needs_window = true'),
  ],
])('when %s while the message is queued, the mail is sent once', async (_, reason, change) => {
  const { phone, email } = await writtenForWhatsApp()
  await change(phone)
  await deliverAll()
  await sendEverything()
  expect(meta.accepted).toEqual([])
  expect(mailed).toEqual([email])
  expect(await log()).toEqual([whatsApp('skipped', reason), mail(reason)])
})

test('withdrawing consent while the channel is chosen sends the mail', async () => {
  await db.sql(`create function withdraw_now() returns trigger language plpgsql security definer set search_path = public as
    $$ begin insert into suppressions (value_norm, channel, reason) values (new.phone, 'whatsapp', 'unsubscribe'); return null; end $$`)
  await db.sql(`create trigger withdraw_now after update on scheduled_messages
    for each row when (old.phone is null and new.phone is not null) execute function withdraw_now()`)
  const email = await register(nextPhone())
  try {
    await sendEverything()
    expect(mailed).toEqual([email])
    expect(await log()).toEqual([mail('unsubscribe')])
  } finally {
    await db.sql('drop trigger withdraw_now on scheduled_messages')
    await db.sql('drop function withdraw_now')
  }
})

test('a reminder of a cancelled registration is sent neither by WhatsApp nor by mail', async () => {
  const { email } = await writtenForWhatsApp()
  await db.sql(`update webinar_registrations set state = 'cancelled', cancelled_at = now() where email = $1`, [email])
  await db.sql(
    `delete from scheduled_messages s using message_rules r where r.id = s.rule_id and r.key <> 'webinar.reminder_hour'`,
  )
  await sendEverything()
  expect([meta.accepted, mailed]).toEqual([[], []])
  expect(await log()).toMatchObject([{ channel: 'whatsapp', outcome: 'canceled', skip_reason: 'entity_changed' }])
})

test('a suppressed address gets no mail, and the log shows both reasons', async () => {
  const { email, phone } = await writtenForWhatsApp()
  await withdraw(phone)
  await db.sql(`update message_rules set purpose = 'service' where key = 'webinar.reminder_hour'`)
  await db.sql(`update scheduled_messages set purpose = 'service'`)
  await db.sql(`insert into suppressions (value_norm, channel, reason) values ($1, 'email', 'legal')`, [email])
  await deliverAll()
  await sendEverything()
  await db.sql(`update message_rules set purpose = 'transactional' where key = 'webinar.reminder_hour'`)
  expect([meta.accepted, mailed]).toEqual([[], []])
  expect(await log()).toMatchObject([
    { channel: 'whatsapp', skip_reason: 'no_consent' },
    { channel: 'email', outcome: 'skipped', skip_reason: 'legal', mailed: 'no_consent' },
  ])
})

test('if the provider is disabled after the message was created, the mail is sent once, even if it is enabled again', async () => {
  const { email } = await writtenForWhatsApp()
  await deliverAll({})
  await send(new Set())
  await deliverAll({})
  expect(mailed).toEqual([email])
  await sendEverything()
  expect(mailed).toEqual([email])
  expect(meta.accepted).toEqual([])
  expect(await log()).toEqual([whatsApp('skipped', 'channel_off'), mail('channel_off')])
  expect(await db.sql(`select channel from mail.waiting_mails() where channel = 'whatsapp'`)).toEqual([])
})

test('a message in delivery is not marked as failed, even if another process has no provider', async () => {
  const { outboxId } = await writtenForWhatsApp()
  await db.sql(
    `update mail.outbox set leased_until = now() + interval '1 minute', leased_to_job = 'another' where id = $1`,
    [outboxId],
  )
  await send(new Set())
  expect(await log()).toMatchObject([{ channel: 'whatsapp', outcome: 'sending', is_replaced: false }])
})

const expired = { status: 401, error: { code: 190, message: 'Error validating access token' } }
const busy = { status: 429, error: { code: 131_056, message: 'Too many messages' } }

test.each([
  ['its access token has expired', expired, 1],
  ['it is rate limited', busy, 0],
])('if the provider accepts nothing for five minutes because %s, the mail is sent', async (_, answer, errors) => {
  const { email } = await writtenForWhatsApp()
  meta.answers.push(answer)
  expect(await deliverAll()).toHaveLength(errors)
  await age(4)
  await send()
  expect(await log()).toMatchObject([{ channel: 'whatsapp', outcome: 'sending' }])
  await age(2)
  await sendEverything()
  expect(mailed).toEqual([email])
  expect(meta.accepted).toEqual([])
  expect(await log()).toMatchObject([
    { channel: 'whatsapp', outcome: 'failed', is_replaced: true },
    { channel: 'email', outcome: 'sent', mailed: expect.stringContaining(`${answer.error.code}: `) },
  ])
})

test('a message postponed by quiet hours is not marked as failed', async () => {
  await writtenForWhatsApp()
  await age(600)
  await send()
  expect(await log()).toMatchObject([{ channel: 'whatsapp', outcome: 'sending' }])
})

test('a delivery report that arrives after the fallback was scheduled cancels the queued mail', async () => {
  const { phone, email } = await writtenForWhatsApp()
  // Accepted, but the response was lost.
  const lost: Deliver = async (queued) => {
    await adapters.whatsapp!(queued)
    throw new Error('the connection was reset')
  }
  expect(await deliverAll({ whatsapp: lost })).toHaveLength(1)
  await age(6)
  await db.sql('select end_stalled_messages(true)')
  expect(await log()).toMatchObject([{ channel: 'whatsapp', outcome: 'failed' }, { outcome: 'scheduled' }])
  await meta.report(meta.accepted[0]!.id, 'delivered')
  await sendEverything()
  expect(mailed).toEqual([])
  expect(meta.accepted.map(({ to }) => to)).toEqual([phone])
  expect(await log()).toMatchObject([
    { channel: 'whatsapp', outcome: 'delivered' },
    { channel: 'email', outcome: 'canceled', skip_reason: 'delivered_late' },
  ])
  // For a later session the reminder is sent again, as after any sent message.
  const reminders = () =>
    db.sql(
      `select s.status, s.planned_at > now() as "isAhead" from scheduled_messages s join message_rules r on r.id = s.rule_id
       join webinar_registrations w on w.id = s.context_id
       where r.key = 'webinar.reminder_hour' and w.email = $1 order by s.planned_at, s.created_at`,
      [email],
    )
  await db.sql(`update webinar_sessions set starts_at = starts_at + interval '2 days' where id = $1`, [session])
  const moved = await reminders()
  await db.sql(`update webinar_sessions set starts_at = starts_at - interval '2 days' where id = $1`, [session])
  expect(moved).toEqual([
    { status: 'sent', isAhead: false },
    { status: 'canceled', isAhead: false },
    { status: 'scheduled', isAhead: true },
  ])
})

test('the sender job is enqueued for messages that their provider has not accepted', async () => {
  await writtenForWhatsApp()
  await db.sql(`update scheduled_messages set send_at = now() - interval '3 minutes'`)
  await db.sql(`delete from graphile_worker._private_jobs`)
  await db.sql('select wake_overdue_messages()')
  expect(await db.sql(`select task_identifier from graphile_worker.jobs`)).toEqual([
    { task_identifier: 'send_messages' },
  ])
})

test('rescheduling the session after the failure moves the mail, without adding a second one', async () => {
  const { email } = await writtenForWhatsApp()
  meta.answers.push({ status: 400, error: { code: 131_026, message: 'Message undeliverable' } })
  await deliverAll()
  await db.sql(`update webinar_sessions set starts_at = starts_at + interval '2 days' where id = $1`, [session])
  await db.sql(
    `delete from scheduled_messages s using message_rules r where r.id = s.rule_id and r.key <> 'webinar.reminder_hour'`,
  )
  const rows = await db.sql<{ channel: string; status: string; isAhead: boolean }>(
    `select s.channel, s.status, s.send_at > now() as "isAhead" from scheduled_messages s
     join webinar_registrations r on r.id = s.context_id where r.email = $1 order by s.created_at`,
    [email],
  )
  await db.sql(`update webinar_sessions set starts_at = starts_at - interval '2 days' where id = $1`, [session])
  expect(rows).toEqual([
    { channel: 'whatsapp', status: 'failed', isAhead: false },
    { channel: 'email', status: 'scheduled', isAhead: true },
  ])
})

// Webinar reminders by WhatsApp instead of mail: who gets which, and never both.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { composeMessage } from '#features/messages/sender/compose-message.server.ts'
import { checkMessageDelivery } from '#features/messages/sender/delivery-check.server.ts'
import { sendBatch } from '#features/messages/sender/send-batch.server.ts'
import type { ChannelName } from '#features/messages/due-message.ts'
import { composeWebinarMails } from '#features/webinars/webinar-mails.server.ts'
import { openPool } from '#kernel/postgres/connection.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { makeActors } from '../../test/actors.ts'
import { testSite } from '../../test/site-app.ts'
import { webinarVisitors } from '../../test/webinars.ts'
import { composeTemplateMessage } from './template-messages.ts'

const tested = await testSite({ demo: false })
const { db, site } = tested
const { as } = await makeActors(db)
const worker = openPool(db.connect('worker'), 1)
afterAll(() => worker.end())
const { addWebinar, addSession, post } = webinarVisitors(tested)
const siteUrl = 'http://site.test'
const unexpected = () => Promise.reject(new Error('No advertisement is expected here.'))
const withWhatsApp: ReadonlySet<ChannelName> = new Set(['whatsapp'])

async function send(channels: ReadonlySet<ChannelName> = withWhatsApp, now = new Date('2027-11-24T12:00:00+02:00')) {
  const compose = composeMessage({
    compose: composeWebinarMails({ renderMail: site.renderMail, siteUrl }),
    composeTemplate: composeTemplateMessage({
      composeService: unexpected,
      composeCampaign: unexpected,
      makeLink: unexpected,
      siteUrl,
    }),
    channels,
  })
  await inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
    sendBatch(tx, { most: 100, now, compose, channels }),
  )
}

let made = 0
async function template(text: string, { approved = true, type = 'webinar_registration' as string | null } = {}) {
  const content = {
    text,
    ...(approved && {
      approved: {
        name: 'webinar_hour',
        language: 'he',
        parameters: ['{{שם_פרטי}}', ...(type ? ['{{קישור.הדרכה}}'] : [])],
      },
    }),
  }
  const [row] = await db.as<{ id: string; version: number }>(
    as.owner,
    `insert into message_templates (name, channel, context_type, draft) values ($1, 'whatsapp', $2, $3) returning id, version`,
    [`תבנית ${made++}`, type, JSON.stringify(content)],
  )
  await db.as(as.owner, 'select from publish_message_template($1, $2)', [row!.id, row!.version])
  return row!.id
}
const use = (id: string | null, key = 'webinar.reminder_hour') =>
  db.as(as.owner, 'update message_rules set whatsapp_template_id = $1 where key = $2', [id, key])

const webinar = await addWebinar('by-whatsapp')
// The one-hour reminder is due; the ten-minute one is not.
await addSession(webinar, '59 minutes')
const [text] = await db.sql<{ id: string }>(`select id from current_consent_texts where kind = 'marketing'`)

/** Registers, with consent to WhatsApp if a number is given. The confirmation is already sent. */
async function register(phone?: string) {
  const email = `guest${made++}@example.com`
  const answer = await post('/webinar/by-whatsapp', { name: 'נועה לוי', email })
  const token = new URL(answer.headers.location!, siteUrl).searchParams.get('r')!
  if (phone)
    await post('/webinar/by-whatsapp/thank-you/whatsapp', {
      token,
      phone,
      marketingConsent: 'on',
      consentTextId: text!.id,
    })
  await db.sql(
    `delete from scheduled_messages s using message_rules r where r.id = s.rule_id and r.key <> 'webinar.reminder_hour'`,
  )
  return email
}
const withdraw = (phone: string) =>
  db.sql(
    `insert into consents (contact_id, value_norm, channel, purpose, action, text_version_id, text_snapshot_hash, source_type, at)
     select contact_id, value_norm, channel, purpose, 'withdraw', text_version_id, text_snapshot_hash, 'preferences', now() + interval '1 second'
     from consents where value_norm = $1 and channel = 'whatsapp'`,
    [phone],
  )
const remindersOf = (email: string) =>
  db.sql<{ channel: string; status: string }>(
    `select s.channel, s.status from scheduled_messages s join webinar_registrations r on r.id = s.context_id where r.email = $1`,
    [email],
  )
type Outgoing = { id: string; to: string; channel: string; payload: { approved?: { parameters: string[] } } | null }
const outbox = () =>
  db.sql<Outgoing>(`select to_address as "to", channel, payload, id from mail.outbox order by created_at, id`)
let number = 0
const nextPhone = () => `+97250${String(3_000_000 + number++)}`

beforeEach(async () => {
  await db.sql('delete from mail.outbox')
  await db.sql('delete from scheduled_messages')
})
const reminder = await template('{{שם_פרטי}}, עוד שעה מתחילים: {{קישור.הדרכה}}')

test('a registrant with consent is reminded by WhatsApp with a personal link, another one by mail, and none by both', async () => {
  await use(reminder)
  const phone = nextPhone()
  const [agreed, mailed] = [await register(phone), await register()]
  await send()
  await send()
  const sent = await outbox()
  expect(sent.map(({ to, channel }) => `${channel} ${to}`).toSorted()).toEqual([`email ${mailed}`, `whatsapp ${phone}`])
  const [name, link] = sent.find(({ channel }) => channel === 'whatsapp')!.payload!.approved!.parameters
  expect(name).toBe('נועה')
  expect(link).toMatch(/^http:\/\/site\.test\/webinar\/by-whatsapp\/live\?r=[\w-]{24}$/)
  expect(await remindersOf(agreed)).toEqual([{ channel: 'whatsapp', status: 'sending' }])
  const [written] = await db.sql(`select to_value, channel, purpose from messages where channel = 'whatsapp'`)
  expect(written).toEqual({ to_value: phone, channel: 'whatsapp', purpose: 'transactional' })
})

test('without a provider, without a template in the plan, or with an archived template the reminder is a mail', async () => {
  await use(reminder)
  await register(nextPhone())
  await send(new Set())
  await use(null)
  await register(nextPhone())
  await send()
  const other = await template('עוד שעה')
  await use(other)
  await db.sql('update message_templates set archived_at = now() where id = $1', [other])
  await register(nextPhone())
  await send()
  expect((await outbox()).map(({ channel }) => channel)).toEqual(['email', 'email', 'email'])
})

test('a registrant who withdrew consent, or whose number was rejected, is reminded by mail', async () => {
  await use(reminder)
  const [withdrew, refused] = [nextPhone(), nextPhone()]
  const emails = [await register(withdrew), await register(refused)]
  await withdraw(withdrew)
  await db.sql(`insert into suppressions (value_norm, channel, reason) values ($1, 'whatsapp', 'bounce')`, [refused])
  await send()
  expect((await outbox()).map(({ to, channel }) => `${channel} ${to}`).toSorted()).toEqual(
    emails.map((email) => `email ${email}`).toSorted(),
  )
})

test("a number that does not belong to the contact is not used: it may be another person's", async () => {
  await use(reminder)
  const phone = nextPhone()
  const email = await register(phone)
  await db.sql('delete from contact_points where value_norm = $1', [phone])
  await send()
  expect((await outbox()).map(({ to, channel }) => [to, channel])).toEqual([[email, 'email']])
})

test('a template with a missing value is not sent: the mail is sent with the next batch, once', async () => {
  // The recording of this session has no end time yet.
  await use(await template('ההקלטה עד {{סוף_הקלטה:יום}}'))
  const email = await register(nextPhone())
  await send()
  expect(await outbox()).toEqual([])
  await send()
  await send()
  expect((await outbox()).map(({ to, channel }) => [to, channel])).toEqual([[email, 'email']])
  expect(await db.sql(`select mailed_because from scheduled_messages`)).toEqual([{ mailed_because: 'value_missing' }])
})

test('withdrawing consent while the message is queued cancels it', async () => {
  await use(reminder)
  const phone = nextPhone()
  const email = await register(phone)
  await send()
  const [waiting] = await outbox()
  await withdraw(phone)
  const blocks = await inTransaction(worker, undefined, (tx) => checkMessageDelivery(tx, [waiting!.id]))
  expect(blocks.get(waiting!.id)).toEqual({ refused: 'no_consent' })
  expect(await remindersOf(email)).toEqual([{ channel: 'whatsapp', status: 'skipped' }])
})

test('the plan refuses a template that cannot be sent, or one with another context', async () => {
  const unfit = [await template('שלום', { approved: false }), await template('שלום', { type: null })]
  for (const id of unfit) await expect(use(id)).rejects.toMatchObject({ message: 'whatsapp_template_unfit' })
  await expect(use(reminder, 'appointment.requested')).rejects.toMatchObject({ message: 'whatsapp_template_unfit' })
})

// Webinar reminders by WhatsApp instead of mail: the channel of each registrant, and never both.
import { expect, test } from 'vitest'
import { testSite } from '../../test/site-app.ts'
import { webinarReminders } from './webinar-reminders.fixture.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { send, template, use, register, withdraw, outbox, nextPhone } = await webinarReminders(siteApp)
const remindersOf = (email: string) =>
  db.sql<{ channel: string; status: string }>(
    `select s.channel, s.status from scheduled_messages s join webinar_registrations r on r.id = s.context_id where r.email = $1`,
    [email],
  )
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
  const [stored] = await db.sql(`select to_value, channel, purpose from messages where channel = 'whatsapp'`)
  expect(stored).toEqual({ to_value: phone, channel: 'whatsapp', purpose: 'transactional' })
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

test('the plan refuses a template that cannot be sent, or one with another context', async () => {
  const unfit = [await template('שלום', { approved: false }), await template('שלום', { type: null })]
  for (const id of unfit) await expect(use(id)).rejects.toMatchObject({ message: 'whatsapp_template_unfit' })
  await expect(use(reminder, 'appointment.requested')).rejects.toMatchObject({ message: 'whatsapp_template_unfit' })
})

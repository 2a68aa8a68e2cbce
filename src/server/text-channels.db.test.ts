// Messages of text channels, from schedule to provider: the runner, the outbox and a real HTTP receiver.
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startWhatsApp } from '#integrations/whatsapp.fake.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { makeActors } from '../../test/actors.ts'
import { testDatabase } from '../../test/database.ts'
import { smsHook } from '../../test/sms-hook.ts'
import { openChannels } from './channels.ts'
import { readConfig } from './config.ts'
import { openJobs } from './jobs.ts'
import { startWorker } from './worker.ts'
import { createSealing, makeSealingKey } from '#platform/sealing/sealing.server.ts'

const db = await testDatabase()
const { as } = await makeActors(db)
await db.sql(
  `update message_settings set quiet_nights = false, quiet_shabbat = false, quiet_holidays = false, quiet_memorial = false,
     daily_cap = 10, weekly_cap = 30`,
)
const hook = await smsHook()
const { auth } = readConfig({})
const whatsApp = await startWhatsApp({ templates: { next_meeting: 1 } })
afterAll(() => whatsApp.stop())
const channels = openChannels({
  auth: { ...auth, phone: { ...auth.phone, ...hook.settings } },
  whatsApp: whatsApp.settings,
})
const unexpected = () => Promise.reject(new Error('No mail is expected here.'))
const jobs = openJobs({
  connect: db.connect,
  sealFor: createSealing([makeSealingKey()]),
  siteUrl: 'http://site.test',
  mails: { send: unexpected },
  renderMail: unexpected,
  composeService: unexpected,
  composeCampaign: unexpected,
  channels: channels.names,
})
const worker = await startWorker({
  connect: db.connect,
  smtp: undefined,
  channels: channels.adapters,
  jobs,
  log: pino({ level: 'silent' }),
})
afterAll(async () => {
  await worker.stop()
  await jobs.stop()
})

let serial = 0
beforeEach(() => void hook.forget())

async function contact() {
  const phone = `+97250${String(2_000_000 + serial++)}`
  const [row] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('נועה') returning id`)
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'phone', $2, $2, true)`,
    [row!.id, phone],
  )
  return { id: row!.id, phone }
}

async function template(channel: string, purpose: string, text = 'שלום {{שם_פרטי}}, המפגש מחר', approved?: object) {
  const [row] = await db.sql<{ id: string }>(
    `with made as (
       insert into message_templates (name, channel, purpose, draft, published_number) values ($1, $2, $3, $4, 1) returning id),
     version as (insert into message_template_versions (template_id, number, content) select id, 1, $4 from made)
     select id from made`,
    [`תבנית ${serial++}`, channel, purpose, JSON.stringify({ text, approved })],
  )
  return row!.id
}

async function schedule(to: string, templateId: string) {
  const [row] = await inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
    tx.query<{ id: string }>(
      `select private.schedule_message($1, $2, t.channel, t.purpose, t.id, 'automation_run', gen_random_uuid()) as id
       from message_templates t where t.id = $3`,
      [`key ${serial++}`, to, templateId],
    ),
  )
  return row!.id
}
const outcomeOf = async (id: string) =>
  (
    await db.sql<{ status: string; why: string | null; error: string | null }>(
      `select s.status, s.skip_reason as why, m.error from scheduled_messages s left join messages m on m.scheduled_id = s.id
       where s.id = $1`,
      [id],
    )
  )[0]

test('a service text is rendered for its recipient and sent once', async () => {
  const { id, phone } = await contact()
  const message = await schedule(id, await template('sms', 'service'))
  await expect.poll(() => outcomeOf(message)).toEqual({ status: 'sent', why: null, error: null })
  expect(hook.messages.map(({ sms }) => sms)).toEqual([{ phone, text: 'שלום נועה, המפגש מחר' }])
})

test('a text advertisement requires the business details in the settings, and contains them and the opt-out', async () => {
  const { id, phone } = await contact()
  await db.as(as.owner, `select record_consent($1, 'sms', $2, 'grant', 'ביקשו בטלפון')`, [id, phone])
  const templateId = await template('sms', 'marketing', 'מפגש פתוח ביום ג׳')
  const nameless = await schedule(id, templateId)
  await expect
    .poll(() => db.sql('select status, waits_because from scheduled_messages where id = $1', [nameless]))
    .toEqual([{ status: 'scheduled', waits_because: 'no_advertiser' }])
  await db.sql(
    `insert into business_profiles (user_id, business_name, phone) select private.business_owner(), 'בית מרווח', '03-0000000'`,
  )
  const message = await schedule(id, templateId)
  await expect.poll(() => outcomeOf(message)).toMatchObject({ status: 'sent' })
  expect(hook.messages.map(({ sms }) => sms.text)).toEqual([
    'פרסומת | מפגש פתוח ביום ג׳\n\nבית מרווח, 03-0000000\nלהסרה: השיבו ״הסר״ או פנו אל 03-0000000',
  ])
})

test('a rate-limited message is retried after the pause requested by the provider', async () => {
  const { id } = await contact()
  hook.answers.push({ status: 429, headers: { 'retry-after': '3600' } })
  const message = await schedule(id, await template('sms', 'transactional'))
  const job = async () =>
    (
      await db.sql<{ waits: boolean }>(
        `select j.run_at > now() + interval '50 minutes' as waits from messages m
         join graphile_worker.jobs j on j.key = 'mail:' || m.mail_id where m.scheduled_id = $1`,
        [message],
      )
    )[0]
  await expect.poll(job).toEqual({ waits: true })
  expect(hook.messages).toEqual([])
  await db.sql(
    `update graphile_worker._private_jobs set run_at = now()
     where key = (select 'mail:' || mail_id from messages where scheduled_id = $1)`,
    [message],
  )
  await expect.poll(() => outcomeOf(message)).toEqual({ status: 'sent', why: null, error: null })
  expect(hook.messages).toHaveLength(1)
})

test("a message that the provider refuses is marked as failed, with the provider's error", async () => {
  const { id } = await contact()
  hook.answers.push({ status: 400, body: 'not a mobile number' })
  const message = await schedule(id, await template('sms', 'service'))
  await expect
    .poll(() => outcomeOf(message))
    .toEqual({ status: 'failed', why: null, error: expect.stringContaining('not a mobile number') })
})

const approved = { name: 'next_meeting', language: 'he', parameters: ['{{שם_פרטי}}'] }
const written = (phone: string) =>
  db.sql(
    `insert into received_messages (channel, provider_id, from_value, received_at) values ('whatsapp', $1, $2, now())`,
    [`wamid.${serial++}`, phone],
  )
const sentTo = (phone: string) => whatsApp.accepted.filter(({ to }) => to === phone)

test("WhatsApp sends the approved template with its values, and the log stores the provider's message id", async () => {
  const { id, phone } = await contact()
  const message = await schedule(id, await template('whatsapp', 'service', undefined, approved))
  await expect.poll(() => outcomeOf(message)).toEqual({ status: 'sent', why: null, error: null })
  expect(sentTo(phone)).toEqual([
    expect.objectContaining({
      type: 'template',
      template: expect.objectContaining({
        name: 'next_meeting',
        components: [{ type: 'body', parameters: [{ type: 'text', text: 'נועה' }] }],
      }),
    }),
  ])
  expect(await db.sql('select provider_id from messages where scheduled_id = $1', [message])).toEqual([
    { provider_id: sentTo(phone)[0]!.id },
  ])
})

test('within the reply window WhatsApp sends free text, with the legally required parts of an advertisement', async () => {
  const { id, phone } = await contact()
  await db.as(as.owner, `select record_consent($1, 'whatsapp', $2, 'grant', 'ביקשו בטלפון')`, [id, phone])
  await written(phone)
  const message = await schedule(id, await template('whatsapp', 'marketing', 'מפגש פתוח'))
  await expect.poll(() => outcomeOf(message)).toMatchObject({ status: 'sent' })
  expect(sentTo(phone).map(({ text }) => text!.body)).toEqual([
    'פרסומת | מפגש פתוח\n\nבית מרווח, 03-0000000\nלהסרה: השיבו ״הסר״',
  ])
})

test('an approved template without the legally required parts of an advertisement is skipped', async () => {
  const { id, phone } = await contact()
  await db.as(as.owner, `select record_consent($1, 'whatsapp', $2, 'grant', 'ביקשו בטלפון')`, [id, phone])
  const bare = await schedule(id, await template('whatsapp', 'marketing', 'מפגש פתוח', approved))
  const complete = await schedule(id, await template('whatsapp', 'marketing', 'פרסומת: מפגש. להסרה: הסר', approved))
  await expect.poll(() => outcomeOf(bare)).toMatchObject({ status: 'skipped', why: 'not_labelled' })
  await expect.poll(() => outcomeOf(complete)).toMatchObject({ status: 'sent' })
  expect(sentTo(phone)).toHaveLength(1)
})

test('a number that is not on WhatsApp gets no further advertising by WhatsApp', async () => {
  const { id, phone } = await contact()
  whatsApp.answers.push({ status: 400, error: { code: 131_026, message: 'Message undeliverable' } })
  const message = await schedule(id, await template('whatsapp', 'service', undefined, approved))
  await expect
    .poll(() => outcomeOf(message))
    .toEqual({ status: 'failed', why: null, error: expect.stringContaining('131026') })
  expect(await db.sql('select channel, reason from suppressions where value_norm = $1', [phone])).toEqual([
    { channel: 'whatsapp', reason: 'bounce' },
  ])
})

test('messages of a channel without a provider are skipped', async () => {
  const { id } = await contact()
  const message = await schedule(id, await template('push', 'service'))
  await expect.poll(() => outcomeOf(message)).toMatchObject({ status: 'skipped', why: 'channel_off' })
})

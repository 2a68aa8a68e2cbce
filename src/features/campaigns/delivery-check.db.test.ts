import { readRecipient } from '#features/message-templates/message-templates.server.ts'
// Messages between the outbox and SMTP delivery: unsubscribes, cancellation and quiet hours in that window.
import { openPool } from '#kernel/postgres/connection.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import type { Deliver } from '#kernel/mail/delivery.ts'
import { sendMail } from '#kernel/mail/send-mail.ts'
import { wakeMail } from '#kernel/mail/wake-mail.ts'
import { makeActors } from '../../../test/actors.ts'
import { addSubscribers, allowSending } from '../../../test/campaign-recipients.ts'
import { testDatabase } from '../../../test/database.ts'
import { checkMessageDelivery } from '../messages/sender/delivery-check.server.ts'
import { sendBatch as sendDue } from '../messages/sender/send-batch.server.ts'
import { createPreferencesLink } from '../newsletter/subscribers.server.ts'
import type { ComposeCampaign } from './render-campaign.server.ts'
import { sendCampaign, type SendCampaignOptions } from './send-campaign.server.ts'
import { createSealing, makeSealingKey } from '#platform/sealing/sealing.server.ts'

const db = await testDatabase()
const worker = openPool(db.connect('worker'), 2)
afterAll(() => worker.end())
const { ids, as } = await makeActors(db)
await allowSending(db, ids.owner)
const list = await addSubscribers(db, 3)
const compose: ComposeCampaign = async ({ subject }) => ({
  subject: `פרסומת | ${subject}`,
  html: '<p>שלום</p>',
  text: 'שלום',
  replyTo: null,
})
const job = { id: '1', attempt: 1, pool: worker }

beforeEach(async () => {
  await db.sql('delete from mail.outbox')
  await db.sql('delete from campaigns')
  await db.sql('delete from scheduled_messages')
  await db.sql('delete from suppressions')
  await db.sql('update message_settings set quiet_nights = false, daily_cap = 10, weekly_cap = 30')
})

async function timed() {
  const [{ id }] = (await db.as<{ id: string }>(
    as.owner,
    `insert into campaigns (name, subject, blocks, list_ids) values ('דיוור', 'שלום', '[{"kind": "text", "text": "שלום"}]', $1) returning id`,
    [[list]],
  )) as [{ id: string }]
  await db.as(as.owner, 'select schedule_campaign($1, now(), 1)', [id])
  return id
}
const sendBatch = (campaign: string, more: Partial<SendCampaignOptions> = {}) =>
  sendCampaign({
    pool: db.authenticator,
    sendBatch: sendDue,
    compose,
    readRecipient,
    makeLink: createPreferencesLink,
    siteUrl: 'http://site.test',
    ...more,
  })({ campaign }, job)

async function written(more?: Partial<SendCampaignOptions>) {
  const campaign = await timed()
  await sendBatch(campaign, more)
  return campaign
}

/** Attempts the delivery of every queued mail once, and returns the addresses that got a mail. */
async function post(now = new Date(), deliver: Deliver = async () => {}) {
  const reached: string[] = []
  const task = sendMail({
    deliver: async (mail) => (await deliver(mail)) ?? void reached.push(mail.to),
    checkDelivery: (tx, mails) =>
      checkMessageDelivery(
        tx,
        mails.map(({ id }) => id),
        now,
      ),
    onDelivered: async (tx, delivered) => {
      const outcomes = delivered.map(({ mail, delivery }) => ({ mail: mail.id, ...delivery }))
      await tx.query('select public.record_mail_outcomes($1)', [JSON.stringify(outcomes)])
    },
  })
  for (const { id } of await db.sql<{ id: string }>('select id from mail.outbox order by to_address'))
    await task({ mail: id }, job)
  return reached
}
const everyone = ['reader0@example.com', 'reader1@example.com', 'reader2@example.com']
const outcomes = async (campaign: string) =>
  Object.fromEntries(
    (
      await db.as<{ email: string; outcome: string; reason: string | null }>(
        as.owner,
        'select email, outcome, reason from campaign_people where campaign_id = $1',
        [campaign],
      )
    ).map(({ email, outcome, reason }) => [email, reason ?? outcome]),
  )
const contactOf = async (email: string) =>
  (await db.sql<{ id: string }>('select contact_id as id from contact_points where value_norm = $1', [email]))[0]!.id
const waiting = () =>
  db.sql<{ run_at: Date }>(
    `select run_at from graphile_worker.jobs where key like 'mail:%' and run_at > now() + interval '1 hour'`,
  )

test.each<[what: string, why: string, act: (contact: string) => Promise<unknown>, undo: string]>([
  [
    'unsubscribed',
    'unsubscribe',
    () => db.sql(`insert into suppressions (value_norm, reason) values ('reader1@example.com', 'unsubscribe')`),
    'select',
  ],
  [
    'refused to a staff member',
    'no_consent',
    (id) =>
      db.as(as.owner, `select record_consent($1, 'email', 'reader1@example.com', 'withdraw', 'ביקשו בטלפון')`, [id]),
    `select record_consent($1, 'email', 'reader1@example.com', 'grant', 'חזרו בהם בטלפון')`,
  ],
  [
    'was marked do-not-contact',
    'do_not_contact',
    (id) => db.sql('update contacts set do_not_contact = true where id = $1', [id]),
    'update contacts set do_not_contact = false where id = $1',
  ],
  [
    'was moved to the bin',
    'gone',
    (id) => db.sql('update contacts set deleted_at = now() where id = $1', [id]),
    'update contacts set deleted_at = null where id = $1',
  ],
])('a message rendered before its recipient %s is never delivered', async (_, reason, act, undo) => {
  const campaign = await written()
  const contact = await contactOf('reader1@example.com')
  await act(contact)
  expect(await post()).toEqual(['reader0@example.com', 'reader2@example.com'])
  expect(await outcomes(campaign)).toEqual({
    'reader0@example.com': 'sent',
    'reader1@example.com': reason,
    'reader2@example.com': 'sent',
  })
  expect(await db.sql('select attempts, last_error from mail.outbox where sent_at is null')).toEqual([
    { attempts: 1, last_error: reason },
  ])
  await db.sql('delete from suppressions')
  if (undo !== 'select') await db.as(as.owner, undo, [contact])
  await wakeMail(worker)
  expect(await post()).toEqual([])
  // No message is pending, so the campaign completes.
  await sendBatch(campaign)
  expect(await db.sql('select status from campaigns where id = $1', [campaign])).toEqual([{ status: 'sent' }])
})

test('a message with failed deliveries is checked again before each retry', async () => {
  await written()
  expect(await post(undefined, () => Promise.reject(new Error('452 come back later'))).catch(() => 'away')).toBe('away')
  await db.sql(
    `insert into suppressions (value_norm, reason) select value_norm, 'unsubscribe' from contact_points where value_norm like 'reader%'`,
  )
  expect(await post()).toEqual([])
})

test('cancelling a campaign also withholds its messages that are already in the outbox', async () => {
  const campaign = await written()
  await db.as(as.owner, `select steer_campaign($1, 'cancel')`, [campaign])
  expect(await post()).toEqual([])
  expect(new Set(Object.values(await outcomes(campaign)))).toEqual(new Set(['canceled']))
  const had = await db.sql(`select count(*)::int as letters from messages where error is null or sent_at is not null`)
  expect(had, 'a cancelled message does not count towards the daily cap').toEqual([{ letters: 0 }])
})

test('erasing a contact deletes their queued messages', async () => {
  await written()
  await db.sql(`delete from messages where to_value = 'reader2@example.com'`)
  expect(await post()).toEqual(['reader0@example.com', 'reader1@example.com'])
})

test('a message due during quiet hours is delivered in the morning', async () => {
  await written()
  await db.sql(`update message_settings set quiet_nights = true, night_from = '21:00', night_until = '08:00'`)
  expect(await post(new Date('2126-11-26T23:30:00+02:00'))).toEqual([])
  expect(await waiting()).toEqual(everyone.map(() => ({ run_at: new Date('2126-11-27T08:00:00+02:00') })))
  expect(await db.sql('select distinct attempts, last_error from mail.outbox')).toEqual([
    { attempts: 0, last_error: null },
  ])
  expect(await post(new Date('2126-11-27T08:00:00+02:00'))).toEqual(everyone)
})

test('the delivery check runs for campaign messages only, not for transactional mail', async () => {
  const { openJobs } = await import('#server/jobs.ts')
  const jobs = openJobs({
    connect: db.connect,
    sealFor: createSealing([makeSealingKey()]),
    siteUrl: 'http://site.test',
    mails: { send: () => Promise.reject(new Error('unexpected mail')) },
    renderMail: () => Promise.reject(new Error('unexpected mail')),
    composeService: () => Promise.reject(new Error('unexpected mail')),
    composeCampaign: compose,
  })
  const mail = {
    id: crypto.randomUUID(),
    to: 'a@example.com',
    subject: '',
    html: '',
    text: '',
    channel: 'email',
    payload: null,
    createdAt: new Date(),
  }
  const ask = (purpose: string) =>
    inTransaction(worker, undefined, async (tx) => (await jobs.checkDelivery(tx, [{ ...mail, purpose }])).get(mail.id))
  expect(await ask('message')).toEqual({ refused: 'gone' })
  expect(await ask('recovery')).toBeUndefined()
  await jobs.stop()
})

test("the mail worker's login has no access to product tables", async () => {
  for (const table of ['messages', 'scheduled_messages', 'message_settings', 'contacts'])
    await expect(worker.query(`select from public.${table}`)).rejects.toMatchObject({ code: '42501' })
  for (const role of ['anon', 'authenticated'])
    await expect(db.as({ role }, 'select withhold_messages(array[gen_random_uuid()])')).rejects.toMatchObject({
      code: '42501',
    })
})

async function merge(winner: string, loser: string) {
  const versions = await db.sql<{ id: string; version: number }>(
    'select id, version from contacts where id = any ($1)',
    [[winner, loser]],
  )
  const of = (id: string) => versions.find((row) => row.id === id)!.version
  const [done] = await db.as<{ id: string }>(as.owner, 'select merge_contacts($1, $2, $3, $4) as id', [
    winner,
    loser,
    of(winner),
    of(loser),
  ])
  return () => db.as(as.owner, 'select unmerge_contacts($1)', [done!.id])
}

test.each<[when: string, batch: number, stays: 'written to' | 'not yet']>([
  ['before the first message', 0, 'not yet'],
  ['after the message to the surviving contact', 1, 'written to'],
  ['after the message to the merged contact', 1, 'not yet'],
  ['after both messages', 3, 'written to'],
])('two recipients merged %s get one message', async (_, batch, stays) => {
  // The merged pair is first in the sending order. The first contact of the pair may already have a message.
  const campaign = await written({ batch: 0 })
  const order = await db.sql<{ id: string; email: string }>(
    `select s.contact_id as id, r.email from scheduled_messages s
     join campaign_recipients r on r.campaign_id = s.context_id and r.contact_id = s.contact_id order by s.id`,
  )
  const [first, second, third] = order as [(typeof order)[0], (typeof order)[0], (typeof order)[0]]
  await sendBatch(campaign, { batch })
  const part = await (stays === 'written to' ? merge(first.id, second.id) : merge(second.id, first.id))
  await sendBatch(campaign)
  const reached = await post()
  expect(reached).toHaveLength(2)
  expect(reached).toContain(third.email)
  expect(Object.values(await outcomes(campaign)).toSorted()).toEqual([
    expect.stringMatching(/gone|same_address/),
    'sent',
    'sent',
  ])
  await part()
})

test('two campaigns in the same hour share the daily cap of a recipient', async () => {
  await db.sql('update message_settings set daily_cap = 1, weekly_cap = 4')
  const [first, second] = [await timed(), await timed()]
  const others: Promise<unknown>[] = []
  const isStuck = async () =>
    (await db.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
      .length > 0
  await sendBatch(first, {
    async compose(message, recipient) {
      // The second campaign starts while the first is sending. It has then either finished or waits for a lock.
      if (others.length === 0) {
        let isOver = false
        others.push(sendBatch(second).then(() => (isOver = true)))
        while (!isOver && !(await isStuck()));
      }
      return compose(message, recipient)
    },
  })
  await Promise.all(others)
  expect(await db.sql('select to_address from mail.outbox order by 1')).toEqual(
    everyone.map((to_address) => ({ to_address })),
  )
})

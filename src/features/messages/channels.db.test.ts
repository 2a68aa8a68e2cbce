// Rules that apply equally to every channel: consent, suppressions, expiry, quiet hours and caps by address and
// channel.
import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import type { ApprovedTemplate, ChannelName } from './due-message.ts'
import { sendBatch } from './sender/send-batch.server.ts'

const db = await testDatabase()
const { as } = await makeActors(db)
const noon = new Date('2026-11-24T12:00:00+02:00')
const fridayAfternoon = new Date('2026-11-27T16:00:00+02:00')
const approved: ApprovedTemplate = { name: 'next_meeting', language: 'he', parameters: [] }

beforeEach(async () => {
  await db.sql('delete from mail.outbox')
  await db.sql('delete from scheduled_messages')
  await db.sql('delete from received_messages')
  await db.sql('delete from suppressions')
})

let serial = 0
async function contact() {
  const n = serial++
  const points = { email: `person${n}@example.com`, phone: `+97250${String(1_000_000 + n)}` }
  const [row] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('נועה') returning id`)
  for (const [kind, value] of Object.entries(points))
    await db.sql(
      `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, $2, $3, $3, true)`,
      [row!.id, kind, value],
    )
  return { id: row!.id, ...points }
}
type Person = Awaited<ReturnType<typeof contact>>

const addressOf = ({ email, phone }: Person, channel: ChannelName) => (channel === 'email' ? email : phone)
const agree = (person: Person, channel: ChannelName, action = 'grant') =>
  db.as(as.owner, `select record_consent($1, $2, $3, $4, 'ביקשו בטלפון')`, [
    person.id,
    channel,
    addressOf(person, channel),
    action,
  ])

async function schedule({ id }: Person, channel: ChannelName, purpose = 'marketing', expiresAt: Date | null = null) {
  const key = `${purpose}:process:${serial++}`
  const [row] = await inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
    tx.query<{ id: string }>(
      `select private.schedule_message($1, $2, $3, $4, null, 'process', gen_random_uuid(), now() - interval '1 second', $5) as id`,
      [key, id, channel, purpose, expiresAt],
    ),
  )
  return row!.id
}

const send = (now = noon, template?: ApprovedTemplate) =>
  inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
    sendBatch(tx, {
      most: 50,
      now,
      compose: async (_, { channel }) =>
        channel === 'email'
          ? { subject: 'פרסומת | שלום', html: '<p>שלום</p>', text: 'שלום' }
          : { text: 'פרסומת | שלום', ...(template && { approved: template }) },
    }),
  )

const outcomeOf = async (id: string) =>
  (
    await db.sql<{ status: string; why: string | null }>(
      'select status, coalesce(skip_reason, waits_because) as why from scheduled_messages where id = $1',
      [id],
    )
  )[0]
const outbox = () =>
  db.sql<{ to: string; channel: string; payload: object | null }>(
    `select to_address as "to", channel, payload from mail.outbox order by to_address, channel`,
  )
const received = (from: string, hoursAgo: number) =>
  db.sql(
    `insert into received_messages (channel, provider_id, from_value, received_at)
     values ('whatsapp', $1, $2, now() - make_interval(mins => $3))`,
    [`wamid.${serial++}`, from, hoursAgo * 60],
  )

const channels: ChannelName[] = ['email', 'whatsapp', 'sms']

test.each(channels)('%s: an advertisement is sent to the address with consent on this channel', async (channel) => {
  const person = await contact()
  await agree(person, channel)
  const message = await schedule(person, channel)
  await send(noon, approved)
  expect(await outcomeOf(message)).toEqual({ status: 'sending', why: null })
  expect(await outbox()).toEqual([
    { to: addressOf(person, channel), channel, payload: channel === 'whatsapp' ? { approved } : null },
  ])
})

test.each(channels)('%s: consent on the other channels is not consent on this one', async (channel) => {
  const person = await contact()
  for (const other of channels) if (other !== channel) await agree(person, other)
  const message = await schedule(person, channel)
  await send(noon, approved)
  expect(await outcomeOf(message)).toEqual({ status: 'skipped', why: 'no_consent' })
})

test.each(channels)('%s: an opt-out applies to this channel only', async (channel) => {
  const person = await contact()
  for (const each of channels) await agree(person, each)
  await db.sql(`insert into suppressions (value_norm, channel, reason) values ($1, $2, 'unsubscribe')`, [
    addressOf(person, channel),
    channel,
  ])
  const refused = await schedule(person, channel)
  const other = await schedule(person, channel === 'email' ? 'sms' : 'email')
  await send(noon, approved)
  await send(noon, approved)
  expect(await outcomeOf(refused)).toEqual({ status: 'skipped', why: 'unsubscribe' })
  expect(await outcomeOf(other)).toEqual({ status: 'sending', why: null })
})

test.each(channels)(
  '%s: an expired message is skipped, and a message without an address is skipped with the missing address as reason',
  async (channel) => {
    const person = await contact()
    const late = await schedule(person, channel, 'transactional', new Date(Date.now() - 1))
    await send(noon, approved)
    expect(await outcomeOf(late)).toEqual({ status: 'skipped', why: 'expired' })
    await db.sql('delete from contact_points where contact_id = $1', [person.id])
    const lost = await schedule(person, channel, 'service')
    await send(noon, approved)
    expect(await outcomeOf(lost)).toEqual({ status: 'skipped', why: channel === 'email' ? 'no_email' : 'no_phone' })
  },
)

test.each(channels)('%s: an advertisement due on Friday afternoon waits until Sunday', async (channel) => {
  const person = await contact()
  await agree(person, channel)
  const message = await schedule(person, channel)
  await send(fridayAfternoon, approved)
  expect(await outcomeOf(message)).toEqual({ status: 'held_quiet', why: 'quiet_hours' })
})

test('frequency caps count the advertisements of all channels together', async () => {
  const person = await contact()
  for (const each of channels) await agree(person, each)
  const first = await schedule(person, 'sms')
  await send(noon)
  const second = await schedule(person, 'email')
  await send(noon)
  expect(await outcomeOf(first)).toEqual({ status: 'sending', why: null })
  expect(await outcomeOf(second)).toEqual({ status: 'scheduled', why: 'daily_cap' })
})

test('WhatsApp sends free text within 24 hours of the last received message, even if a template is approved', async () => {
  const person = await contact()
  await received(person.phone, 23)
  const message = await schedule(person, 'whatsapp', 'service')
  await send(noon, approved)
  expect(await outcomeOf(message)).toEqual({ status: 'sending', why: null })
  expect(await outbox()).toEqual([{ to: person.phone, channel: 'whatsapp', payload: null }])
})

test('after 24 hours WhatsApp sends an approved template, and a text without a template is skipped with a reason', async () => {
  const [person, stranger] = [await contact(), await contact()]
  await received(person.phone, 25)
  const withTemplate = await schedule(person, 'whatsapp', 'service')
  await send(noon, approved)
  const without = [await schedule(person, 'whatsapp', 'service'), await schedule(stranger, 'whatsapp', 'service')]
  await send(noon)
  expect(await outcomeOf(withTemplate)).toEqual({ status: 'sending', why: null })
  for (const message of without) expect(await outcomeOf(message)).toEqual({ status: 'skipped', why: 'window_closed' })
})

test('a text whose reply window closed while it was queued in the outbox is withheld', async () => {
  const person = await contact()
  await received(person.phone, 1)
  const message = await schedule(person, 'whatsapp', 'service')
  await send(noon)
  const [row] = await db.sql<{ mail_id: string }>('select mail_id from messages where scheduled_id = $1', [message])
  const reason = async () =>
    (await db.sql<{ why: string | null }>('select why from withhold_messages(array[$1::uuid])', [row!.mail_id]))[0]!.why
  expect(await reason()).toBeNull()
  await db.sql(`update received_messages set received_at = now() - interval '25 hours'`)
  expect(await reason()).toBe('window_closed')
  expect(await outcomeOf(message)).toEqual({ status: 'skipped', why: 'window_closed' })
})

import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const [campaign] = await db.sql<{ id: string }>(`insert into campaigns (name) values ('דיוור') returning id`)

async function addRecipient(excluded: string | null = null) {
  const [contact] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('אדם') returning id`)
  await db.sql(
    `insert into campaign_recipients (campaign_id, contact_id, email, excluded) values ($1, $2, 'one@example.com', $3)`,
    [campaign!.id, contact!.id, excluded],
  )
  return contact!.id
}
const addMessage = async (contact: string, status = 'scheduled') => {
  const [message] = await db.sql<{ id: string }>(
    `insert into scheduled_messages (idempotency_key, contact_id, purpose, context_type, context_id, status)
     values (gen_random_uuid(), $1, 'marketing', 'campaign', $2, $3) returning id`,
    [contact, campaign!.id, status],
  )
  return message!.id
}
const write = (message: string) =>
  db.sql(
    `insert into messages (scheduled_id, contact_id, purpose, to_value, subject, body_hash, sent_at)
     select id, contact_id, 'marketing', 'one@example.com', 'פרסומת', '', now() from scheduled_messages where id = $1`,
    [message],
  )
const outcomeOf = async (contact: string) =>
  (
    await db.sql(
      `select full_name, outcome, reason from campaign_recipients where contact_id = $1 and campaign_id = $2`,
      [contact, campaign!.id],
    )
  )[0]

test('the outcome of a recipient follows every change of the message', async () => {
  const contact = await addRecipient()
  const message = await addMessage(contact)
  const is = async (change: string, outcome: string, reason: string | null = null) => {
    await db.sql(`update scheduled_messages set ${change} where id = $1`, [message])
    expect(await outcomeOf(contact), change).toMatchObject({ outcome, reason })
  }
  expect(await outcomeOf(contact)).toMatchObject({ outcome: 'scheduled', reason: null })
  await is(`waits_because = 'daily_cap'`, 'postponed', 'daily_cap')
  await is(`waits_because = 'weekly_cap'`, 'postponed', 'weekly_cap')
  await is(`waits_because = null, status = 'held_quiet'`, 'held_quiet')
  await is(`status = 'skipped', skip_reason = 'unsubscribe'`, 'skipped', 'unsubscribe')
  await is(`skip_reason = 'bounce'`, 'skipped', 'bounce')
  await is(`status = 'canceled', skip_reason = 'campaign_canceled'`, 'canceled')
  await is(`status = 'sending', skip_reason = null`, 'sending')
  await is(`status = 'failed'`, 'failed')
  await is(`status = 'sent'`, 'sent')
  await write(message)
  const reported = async (change: string, outcome: string) => {
    await db.sql(`update messages set ${change} where scheduled_id = $1`, [message])
    expect(await outcomeOf(contact), change).toMatchObject({ outcome, reason: null })
  }
  await reported('delivered_at = now()', 'delivered')
  await reported('bounced_at = now()', 'bounced')
  await reported('bounced_at = null', 'delivered')
})

test('a message inserted as sent or as delivered sets its outcome immediately', async () => {
  const contact = await addRecipient()
  const message = await addMessage(contact, 'sent')
  expect(await outcomeOf(contact)).toMatchObject({ outcome: 'sent' })
  await db.sql(
    `insert into messages (scheduled_id, contact_id, purpose, to_value, subject, body_hash, sent_at, delivered_at)
     values ($1, $2, 'marketing', 'one@example.com', 'פרסומת', '', now(), now())`,
    [message, contact],
  )
  expect(await outcomeOf(contact)).toMatchObject({ outcome: 'delivered' })
})

test('an excluded recipient has the reason as outcome, and a recipient whose message moved to another contact has no outcome', async () => {
  expect(await outcomeOf(await addRecipient('unsubscribe'))).toMatchObject({
    outcome: 'excluded',
    reason: 'unsubscribe',
  })
  const [merged, target] = [await addRecipient(), await addRecipient('same_address')]
  const message = await addMessage(merged, 'sent')
  await db.sql('update scheduled_messages set contact_id = $2 where id = $1', [message, target])
  expect(await outcomeOf(merged)).toMatchObject({ outcome: 'skipped', reason: 'gone' })
  expect(await outcomeOf(target)).toMatchObject({ outcome: 'sent', reason: null })
})

test('the list is sorted by the current names', async () => {
  const contact = await addRecipient()
  expect(await outcomeOf(contact)).toMatchObject({ full_name: 'אדם' })
  await db.sql(`update contacts set first_name = 'חדש' where id = $1`, [contact])
  expect(await outcomeOf(contact)).toMatchObject({ full_name: 'חדש' })
})

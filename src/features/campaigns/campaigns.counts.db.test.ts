import type pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()

/** Creates a campaign with recipients, and a message for each. */
async function addCampaign(recipients: number) {
  const [campaign] = await db.sql<{ id: string }>(`insert into campaigns (name) values ('דיוור') returning id`)
  const messages = await db.sql<{ id: string; contact_id: string }>(
    `with people as (insert into contacts (first_name) select 'אדם' || n from generate_series(1, $2::int) n returning id),
       entered as (insert into campaign_recipients (campaign_id, contact_id, email) select $1, id, 'one@example.com' from people)
     insert into scheduled_messages (idempotency_key, contact_id, purpose, context_type, context_id)
     select gen_random_uuid(), id, 'marketing', 'campaign', $1 from people returning id, contact_id`,
    [campaign!.id, recipients],
  )
  return { id: campaign!.id, messages: messages.map(({ id }) => id), contacts: messages.map((row) => row.contact_id) }
}

type Count = { outcome: string; reason: string | null; people: number }
const stored = (campaign: string) =>
  db.sql<Count>(
    `select outcome, reason, people from private.campaign_outcome_counts
     where campaign_id = $1 and people > 0 order by outcome, reason`,
    [campaign],
  )
const recounted = (campaign: string) =>
  db.sql<Count>(
    `select outcome, reason, count(*)::int as people from campaign_recipients
     where campaign_id = $1 group by 1, 2 order by outcome, reason`,
    [campaign],
  )
const waiting = () => db.sql('select from private.campaign_outcome_changes')

const sendTo = (client: pg.Pool | pg.PoolClient, message: string) =>
  client.query(`update scheduled_messages set status = 'sent' where id = $1`, [message])

test('the counts of a campaign follow added, sent, cancelled, renamed and removed recipients', async () => {
  const { id, messages, contacts } = await addCampaign(5)
  const are = async (...counts: [string, string | null, number][]) => {
    const expected = counts.map(([outcome, reason, people]) => ({ outcome, reason, people }))
    expect(await stored(id)).toEqual(expected)
    expect(await recounted(id)).toEqual(expected)
  }
  await are(['scheduled', null, 5])
  await sendTo(db.owner, messages[0]!)
  await db.sql(`update scheduled_messages set status = 'skipped', skip_reason = 'bounce' where id = $1`, [messages[1]])
  await are(['scheduled', null, 3], ['sent', null, 1], ['skipped', 'bounce', 1])
  await db.sql(`select private.cancel_messages('campaign', $1, 'campaign_canceled')`, [id])
  await are(['canceled', null, 3], ['sent', null, 1], ['skipped', 'bounce', 1])
  await db.sql(`update contacts set first_name = 'חדש' where id = $1`, [contacts[0]])
  await db.sql('delete from campaign_recipients where campaign_id = $1 and contact_id = $2', [id, contacts[1]])
  await are(['canceled', null, 3], ['sent', null, 1])
  await db.sql('delete from campaigns where id = $1', [id])
  await are()
  expect(await waiting()).toEqual([])
})

test('a transaction that is rolled back changes no count', async () => {
  const { id, messages } = await addCampaign(2)
  const client = await db.owner.connect()
  await client.query('begin')
  await sendTo(client, messages[0]!)
  await client.query('rollback')
  client.release()
  expect(await stored(id)).toEqual([{ outcome: 'scheduled', reason: null, people: 2 }])
  expect(await waiting()).toEqual([])
})

test('two transactions that change the same outcomes in opposite orders do not block each other', async () => {
  const { id, messages } = await addCampaign(4)
  const [first, second] = [await db.owner.connect(), await db.owner.connect()]
  const fail = (client: pg.PoolClient, message: string) =>
    client.query(`update scheduled_messages set status = 'failed' where id = $1`, [message])
  for (const client of [first, second]) await client.query(`begin; set local lock_timeout = '5s'`)
  await sendTo(first, messages[0]!)
  await fail(second, messages[1]!)
  await fail(first, messages[2]!)
  await sendTo(second, messages[3]!)
  await Promise.all([first.query('commit'), second.query('commit')])
  for (const client of [first, second]) client.release()
  expect(await stored(id)).toEqual([
    { outcome: 'failed', reason: null, people: 2 },
    { outcome: 'sent', reason: null, people: 2 },
  ])
})

test('after many concurrent transactions over two campaigns, the counts equal a recount', async () => {
  const campaigns = [await addCampaign(60), await addCampaign(60)]
  const messages = campaigns.flatMap((campaign) => campaign.messages)
  const changes: [status: string, reason: string | null, wait: string | null][] = [
    ['sending', null, null],
    ['sent', null, null],
    ['failed', null, null],
    ['skipped', 'bounce', null],
    ['scheduled', null, 'daily_cap'],
  ]
  // Each worker has separate messages of both campaigns, so only the counts are shared.
  const workers = 4
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      const client = await db.authenticator.connect()
      await client.query('set role service_role')
      const own = messages.filter((_, i) => i % workers === worker)
      for (let turn = 0; turn < 25; turn++) {
        await client.query('begin')
        for (let step = 0; step < 4; step++) {
          const at = (turn * 7 + step * 11 + worker * 5) % own.length
          const change = changes[(turn + step * 3 + worker) % changes.length]!
          await client.query(
            'update scheduled_messages set status = $2, skip_reason = $3, waits_because = $4 where id = $1',
            [own[at], ...change],
          )
        }
        await client.query(turn % 6 === 5 ? 'rollback' : 'commit')
      }
      await client.query('reset role')
      client.release()
    }),
  )
  for (const { id } of campaigns) {
    const counts = await stored(id)
    expect(counts).toEqual(await recounted(id))
    expect(counts.length).toBeGreaterThan(3)
    expect(counts.reduce((sum, { people }) => sum + people, 0)).toBe(60)
  }
  expect(await waiting()).toEqual([])
})

test('wrong counts are corrected by a recount, and sending continues from them', async () => {
  const { id, messages } = await addCampaign(3)
  await db.sql('delete from private.campaign_outcome_counts where campaign_id = $1', [id])
  await expect(sendTo(db.owner, messages[0]!)).rejects.toThrow('was never counted')
  await db.sql('select private.recount_campaign_outcomes()')
  await sendTo(db.owner, messages[0]!)
  expect(await stored(id)).toEqual(await recounted(id))
  expect(await stored(id)).toEqual([
    { outcome: 'scheduled', reason: null, people: 2 },
    { outcome: 'sent', reason: null, people: 1 },
  ])
})

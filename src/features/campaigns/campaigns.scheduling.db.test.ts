// Scheduling of campaigns: preconditions, edits, constraints and permitted roles.
import { expect, test } from 'vitest'
import { whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { campaignSending } from '../../../test/campaign-sending.ts'

const db = await testDatabase()
const { as, list, draft, schedule, steer, runUntil, statusOf, isSent } = await campaignSending(db)

test.each([
  ['without a subject', { subject: ' ' }, 'campaign_without_subject'],
  ['without a body', { blocks: '[]' }, 'campaign_without_body'],
  ['with an empty block', { blocks: '[{"kind":"text","text":" "}]' }, 'campaign_part_unfinished'],
  ['with text of a wrong type', { blocks: '[{"kind":"text","text":["א"]}]' }, 'campaign_part_unfinished'],
  ['with an unknown block kind', { blocks: '[{"kind":"script"}]' }, 'campaign_part_unfinished'],
  [
    'with a script URL on a button',
    { blocks: '[{"kind":"button","words":"א","to":"javascript:alert(1)"}]' },
    'campaign_part_unfinished',
  ],
  ['with an unknown field in the subject', { subject: '{{password}}' }, 'unknown_campaign_token'],
  ['with an unclosed field in a block', { blocks: '[{"kind":"text","text":"{{firstName"}]' }, 'unknown_campaign_token'],
  ['with an empty audience', { lists: [] as string[] }, 'campaign_reaches_nobody'],
])('a campaign %s cannot be scheduled', async (_, more, message) => {
  await expect(schedule(await draft(more))).rejects.toMatchObject({ message })
})

test('an archived list, which the composer does not show, has no recipients', async () => {
  const campaign = await draft()
  const archive = (at: string) => db.sql(`update mailing_lists set archived_at = ${at} where id = $1`, [list])
  await archive('now()')
  await expect(schedule(campaign)).rejects.toMatchObject({ message: 'campaign_reaches_nobody' })
  await archive('null')
  await schedule(campaign)
  expect(await statusOf(campaign.id)).toBe('scheduled')
  await steer(campaign.id, 'cancel')
})

test('scheduling in the past, over a stale version or without a sender identity is refused', async () => {
  const campaign = await draft()
  await expect(schedule(campaign, new Date(Date.now() - 3_600_000))).rejects.toMatchObject({
    message: 'campaign_time_passed',
  })
  await expect(schedule({ ...campaign, version: 0 })).rejects.toMatchObject({ message: 'campaign_changed' })
  await db.sql('update business_profiles set address = null')
  // A profile does not count as the sender identity, because every account may save one.
  await db.sql(
    `with stranger as (insert into auth.users (email) values ('a.stranger@example.com') returning id)
     insert into business_profiles (user_id, legal_name, address, phone) select id, 'אחר', 'במקום אחר', '0500000001' from stranger`,
  )
  await expect(schedule(campaign)).rejects.toMatchObject({ message: 'advertiser_not_named' })
  await db.sql(`delete from auth.users where email = 'a.stranger@example.com'`)
  await db.sql(`update business_profiles set address = 'רחוב הדוגמה 1, תל אביב-יפו'`)
})

test('a scheduled campaign waits for its time, an edit returns it to draft, and a started campaign cannot be edited', async () => {
  const campaign = await draft()
  await schedule(campaign, new Date(Date.now() + 3_600_000))
  expect(await statusOf(campaign.id)).toBe('scheduled')
  await db.as(as.owner, `update campaigns set subject = 'אחר' where id = $1`, [campaign.id])
  expect(await statusOf(campaign.id)).toBe('draft')
  const [{ version }] = (await db.sql<{ version: number }>('select version from campaigns where id = $1', [
    campaign.id,
  ])) as [{ version: number }]
  await schedule({ id: campaign.id, version })
  await runUntil(isSent(campaign.id))
  await expect(
    db.as(as.owner, `update campaigns set subject = 'מאוחר מדי' where id = $1`, [campaign.id]),
  ).rejects.toMatchObject({
    message: 'campaign_already_begun',
  })
})

test.each([
  ['a subject of two lines', `subject = E'a\\nb'`, 'campaign_subject_length'],
  [
    'a text above the length limit',
    `blocks = jsonb_build_array(jsonb_build_object('kind', 'text', 'text', repeat('א', 40000)))`,
    'campaign_too_long',
  ],
  ['blocks that are no array', `blocks = '{}'`, 'campaign_blocks_shape'],
  ['an unknown lifecycle', `lifecycles = '{king}'`, 'unknown_lifecycle'],
])('%s is refused with the constraint name', async (_, change, constraint) => {
  const { id } = await draft()
  await expect(db.as(as.owner, `update campaigns set ${change} where id = $1`, [id])).rejects.toMatchObject({
    constraint,
  })
})

const cases: [action: string, sql: string, actors: string][] = [
  ['see campaigns', 'select from campaigns', 'owner admin content'],
  ['write campaigns', `insert into campaigns (name) values ('א') returning 1`, 'owner admin content'],
  ['mark a campaign as sent', `update campaigns set status = 'sent' returning 1`, 'no role'],
  ['change drafts', `update campaigns set name = 'ב' where status = 'draft' returning 1`, 'owner admin content'],
  ['delete drafts', `delete from campaigns where status = 'draft' returning 1`, 'owner admin'],
  ['delete sent campaigns', `delete from campaigns where status = 'sent' returning 1`, 'no role'],
  ['see the recipients', 'select from campaign_people', 'owner admin'],
]
for (const [action, sql, actors] of cases)
  test(`roles that may ${action}: ${actors}`, async () => {
    expect(await whoMay(db, as, sql)).toBe(actors)
  })

test('owners and admins schedule and pause campaigns, and the content role may only count the audience', async () => {
  const { id, version } = await draft()
  for (const actor of ['coach', 'sales', 'content', 'client', 'stranger'] as const) {
    await expect(db.as(as[actor], 'select schedule_campaign($1, now(), $2)', [id, version])).rejects.toMatchObject({
      message: 'not_allowed',
    })
    await expect(db.as(as[actor], `select steer_campaign($1, 'cancel')`, [id])).rejects.toMatchObject({
      message: 'not_allowed',
    })
    await expect(db.as(as[actor], `select * from list_excluded_recipients('{}', '{client}')`)).rejects.toMatchObject({
      message: 'not_allowed',
    })
  }
  await expect(db.as(as.visitor, 'select schedule_campaign($1, now(), $2)', [id, version])).rejects.toMatchObject({
    code: '42501',
  })
})

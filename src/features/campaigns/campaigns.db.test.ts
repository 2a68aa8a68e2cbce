import { readRecipient } from '#features/message-templates/message-templates.server.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createFunctions } from '#kernel/functions/dispatch.ts'
import { runJobs } from '#kernel/jobs/runner.ts'
import type { Deliver, SendMailOptions } from '#kernel/mail/delivery.ts'
import { sendMail } from '#kernel/mail/send-mail.ts'
import { sendMails } from '#kernel/mail/send-mails.ts'
import { renderCampaign } from '#web/mail.tsx'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { addSubscribers, addExcludedContacts, allowSending } from '../../../test/campaign-recipients.ts'
import { testDatabase } from '../../../test/database.ts'
import { sendBatch } from '../messages/sender/send-batch.server.ts'
import { createPreferencesLink } from '../newsletter/subscribers.server.ts'
import { previewCampaign, sendCampaignTest } from './campaigns.server.ts'
import type { ComposeCampaign } from './render-campaign.server.ts'
import { sendCampaign, type SendCampaignOptions } from './send-campaign.server.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
await allowSending(db, ids.owner)
const recipientCount = 60
const list = await addSubscribers(db, recipientCount)
await addExcludedContacts(db)
// These tests exceed the weekly frequency cap of a recipient.
const uncapped = 'update message_settings set daily_cap = 10, weekly_cap = 30'
await db.sql(uncapped)

const business = {
  ...(await db.sql(`select * from business_profiles`))[0],
  is_published: true,
} as unknown as Parameters<typeof renderCampaign>[2]['business']
const siteUrl = 'http://site.test'
const compose: ComposeCampaign = async (message, recipient) => ({
  ...renderCampaign(message, recipient, { business, siteUrl }),
  replyTo: business.email,
})

const template = {
  subject: 'שלום {{firstName|חברים}}',
  blocks: JSON.stringify([{ kind: 'text', text: 'שלום {{firstName}},\n\n[להמשך](/blog)' }]),
}

let serial = 0
type Draft = { lists?: string[]; lifecycles?: string[]; subject?: string; blocks?: string }

async function draft({ lists = [list], lifecycles = [], ...more }: Draft = {}) {
  const mailContent = { ...template, ...more }
  const [row] = await db.as<{ id: string; version: number }>(
    as.owner,
    `insert into campaigns (name, subject, blocks, list_ids, lifecycles) values ($1, $2, $3, $4, $5) returning id, version`,
    [`דיוור ${serial++}`, mailContent.subject, mailContent.blocks, lists, lifecycles],
  )
  return row!
}
const schedule = ({ id, version }: { id: string; version: number }, at = new Date()) =>
  db.as(as.owner, 'select * from schedule_campaign($1, $2, $3)', [id, at, version])
const steer = (id: string, step: string) =>
  db.as<{ status: string }>(as.owner, 'select * from steer_campaign($1, $2)', [id, step])

type Sent = { to: string; subject: string; text: string; headers: Record<string, string> }

/** Runs the queue until `until` holds, and returns the delivered mail. */
async function working(
  until: (sent: Sent[]) => Promise<boolean> | boolean,
  parts: Partial<SendCampaignOptions> & { deliver?: Deliver } = {},
) {
  const sent: Sent[] = []
  const { deliver = async (mail) => void sent.push(mail as unknown as Sent), ...sending } = parts
  const delivery: SendMailOptions = {
    deliver,
    onDelivered: async (tx, delivered) => {
      const outcomes = delivered.map(({ mail, delivery }) => ({ mail: mail.id, ...delivery }))
      await tx.query('select public.record_mail_outcomes($1)', [JSON.stringify(outcomes)])
    },
  }
  const runner = await runJobs({
    config: db.connect('worker'),
    tasks: {
      send_campaign: sendCampaign({
        pool: db.authenticator,
        sendBatch,
        compose,
        readRecipient,
        makeLink: createPreferencesLink,
        siteUrl,
        pauseMs: 50,
        ...sending,
      }),
      send_mail: sendMail(delivery),
      send_mails: sendMails(delivery),
    },
    pollMs: 50,
  })
  try {
    for (let i = 0; i < 1200; i++) {
      if (await until(sent)) return sent
      await sleep(25)
    }
    throw new Error('condition not met within thirty seconds')
  } finally {
    await runner.stop()
  }
}
const tables = ['campaign_recipients', 'scheduled_messages']
const statusOf = async (id: string) =>
  (await db.sql<{ status: string }>('select status from campaigns where id = $1', [id]))[0]!.status
const isSent = (id: string) => async () => (await statusOf(id)) === 'sent'
const outcomes = (id: string) => db.as(as.content, 'select * from campaign_outcomes($1)', [id])

test('every subscriber gets one message, marked as advertising, with the sender and unsubscribe links', async () => {
  const campaign = await draft()
  await schedule(campaign)
  const sent = await working(isSent(campaign.id))
  expect(sent).toHaveLength(recipientCount)
  expect(new Set(sent.map((mail) => mail.to)).size).toBe(recipientCount)
  const { subject, text, headers } = sent.find((mail) => mail.to === 'reader7@example.com')!
  expect(subject).toBe('פרסומת | שלום קורא7')
  expect(text).toContain('שלום קורא7,')
  expect(text).toContain('להמשך (http://site.test/blog)')
  for (const fact of ['חברה לדוגמה בע״מ', 'רחוב הדוגמה 1', '03-0000000', 'info@example.com', 'נתתם הסכמה'])
    expect(text).toContain(fact)
  const token = /preferences\/([\w-]+)/.exec(text)![1]!
  expect(headers).toMatchObject({
    'List-Unsubscribe': `<http://site.test/newsletter/one-click/${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'Reply-To': 'info@example.com',
  })
  expect(new Set(sent.map((mail) => mail.headers['List-Unsubscribe'])).size).toBe(recipientCount)
  expect(await outcomes(campaign.id)).toEqual([
    { outcome: 'sent', reason: null, people: recipientCount, waits_until: null },
  ])
})

test('clicks are counted only if the campaign enables it, by UTM labels of its links into the site', async () => {
  const plain = await draft()
  const counting = await draft()
  const [switched] = await db.as<{ id: string; version: number }>(
    as.owner,
    'update campaigns set counts_clicks = true where id = $1 returning id, version',
    [counting.id],
  )
  await db.sql('update message_settings set daily_cap = 10, weekly_cap = 30')
  const label = `utm_campaign=${counting.id}`
  for (const [campaign, isCounted] of [
    [plain, false],
    [switched!, true],
  ] as const) {
    await schedule(campaign)
    const [{ text }] = (await working(isSent(campaign.id))) as [Sent]
    expect([text.includes('utm_'), text.includes('נספרות')]).toEqual([isCounted, isCounted])
    if (isCounted) expect(text).toContain(`http://site.test/blog?utm_source=newsletter&utm_medium=email&${label})`)
    expect(text).not.toMatch(/preferences[^\n]*utm_/)
  }
  const view = (campaign: string) =>
    db.sql(`insert into page_views (at, path, device, utm_campaign) values (now(), '/blog', 'phone', $1)`, [campaign])
  for (const id of [counting.id, counting.id, plain.id]) await view(id)
  const clicks = (id: string) => db.as(as.owner, 'select clicks from campaign_results($1)', [id])
  expect([await clicks(plain.id), await clicks(counting.id)]).toEqual([[{ clicks: null }], [{ clicks: 2 }]])
})

test('the planner statistics include a frozen audience at once', async () => {
  await db.sql('delete from pg_statistic where starelid in ($1::regclass, $2::regclass)', tables)
  const campaign = await draft()
  await schedule(campaign)
  await working(isSent(campaign.id))
  expect(
    await db.sql('select distinct tablename from pg_stats where tablename = any ($1) order by 1', [tables]),
  ).toEqual(tables.map((tablename) => ({ tablename })))
})

test('excluded contacts are listed by reason, before and after sending', async () => {
  const campaign = await draft({ lists: [], lifecycles: ['client'] })
  const reasons = [
    'bounce',
    'complaint',
    'do_not_contact',
    'legal',
    'manual',
    'no_consent',
    'no_email',
    'paused',
    'same_address',
    'unsubscribe',
  ]
  const counted = await db.as<{ excluded: string | null; people: number }>(
    as.content,
    `select * from count_audience('{}', '{client}')`,
  )
  expect(Object.fromEntries(counted.map((row) => [row.excluded ?? '', row.people]))).toEqual({
    '': 1,
    ...Object.fromEntries(reasons.map((reason) => [reason, 1])),
  })
  const named = await db.as<{ full_name: string; excluded: string }>(
    as.owner,
    `select * from list_excluded_recipients('{}', '{client}')`,
  )
  expect(named.map((row) => row.excluded).sort()).toEqual(reasons)
  await schedule(campaign)
  expect((await working(isSent(campaign.id))).map((mail) => mail.to)).toEqual(['shared@example.com'])
  const after = await db.as<{ outcome: string; reason: string | null }>(
    as.owner,
    'select * from campaign_outcomes($1)',
    [campaign.id],
  )
  expect(after.map((row) => row.reason ?? row.outcome).sort()).toEqual([...reasons, 'sent'].sort())
})

test('the audience is evaluated like each recipient before delivery, whether by list or by lifecycle', async () => {
  await db.sql(
    `insert into subscriptions (list_id, contact_id, email)
     select $1, p.contact_id, p.value_norm from contact_points p join contacts c on c.id = p.contact_id
     where c.lifecycle = 'client' and p.kind = 'email' on conflict do nothing`,
    [list],
  )
  for (const [lists, stages] of [
    [[list], []],
    [[], ['client']],
    [[list], ['client']],
  ]) {
    const judged = await db.sql<{ excluded: string | null; alone: string | null }>(
      `select nullif(a.excluded, 'same_address') as excluded, advertising_block_reason(a.contact_id, a.email) as alone
       from audience_of($1, $2) a`,
      [lists, stages],
    )
    expect(judged.length).toBeGreaterThan(10)
    expect(judged.filter(({ excluded, alone }) => excluded !== alone)).toEqual([])
    expect(new Set(judged.map(({ alone }) => alone))).toContain('complaint')
  }
  await db.sql(`delete from subscriptions s using contacts c where c.id = s.contact_id and c.lifecycle = 'client'`)
})

test('unsubscribing after the audience was frozen excludes the recipient, and later subscribers are not added', async () => {
  const campaign = await draft()
  await schedule(campaign)
  let composed = 0
  const sent = await working(isSent(campaign.id), {
    batch: 5,
    ahead: 5,
    // The last recipient of the list unsubscribes while the campaign is sending.
    compose: async (message, recipient) => {
      // The sixth recipient is in the second batch: the first batch and the frozen audience are committed by then.
      if (++composed === 6) {
        await db.sql(
          `insert into suppressions (value_norm, reason) select r.email, 'unsubscribe' from scheduled_messages s
           join campaign_recipients r on r.campaign_id = s.context_id and r.contact_id = s.contact_id
           where s.context_id = $1 and s.status = 'scheduled' order by s.id desc limit 1`,
          [campaign.id],
        )
        await db.sql(`insert into contacts (first_name, lifecycle) values ('מאוחר', 'client')`)
      }
      return compose(message, recipient)
    },
  })
  expect(sent).toHaveLength(recipientCount - 1)
  expect(await outcomes(campaign.id)).toEqual([
    { outcome: 'sent', reason: null, people: recipientCount - 1, waits_until: null },
    { outcome: 'skipped', reason: 'unsubscribe', people: 1, waits_until: null },
  ])
  await db.sql(`delete from suppressions where value_norm like 'reader%'`)
})

test('pausing stops a campaign, resuming finishes it, and each recipient gets it once', async () => {
  const campaign = await draft()
  await schedule(campaign)
  const first = await working(
    async (sent) => {
      if (sent.length < 10) return false
      await steer(campaign.id, 'pause')
      return true
    },
    { batch: 10, ahead: 20 },
  )
  const rest = await working(async () => (await db.sql(`select from mail.outbox where sent_at is null`)).length === 0)
  const before = first.length + rest.length
  expect(before).toBeLessThan(recipientCount)
  expect(await statusOf(campaign.id)).toBe('paused')
  await steer(campaign.id, 'resume')
  const after = await working(isSent(campaign.id))
  const all = [...first, ...rest, ...after].map((mail) => mail.to)
  expect(all).toHaveLength(recipientCount)
  expect(new Set(all).size).toBe(recipientCount)
})

test('a cancelled campaign preserves its delivered messages', async () => {
  const campaign = await draft()
  await schedule(campaign)
  const sent = await working(
    async (mails) => {
      if (mails.length < 5) return false
      await steer(campaign.id, 'cancel')
      return true
    },
    { batch: 5, ahead: 5 },
  )
  const more = await working(async () => (await db.sql(`select from mail.outbox where sent_at is null`)).length === 0)
  expect(sent.length + more.length).toBeLessThan(recipientCount)
  const after = await outcomes(campaign.id)
  expect(after.map((row) => (row as { outcome: string }).outcome).sort()).toEqual(['canceled', 'sent'])
  await expect(steer(campaign.id, 'resume')).rejects.toMatchObject({ message: 'campaign_step_not_possible' })
})

test('a bounced message is recorded, and its address is suppressed', async () => {
  const campaign = await draft()
  await schedule(campaign)
  await working(isSent(campaign.id), {
    deliver: async (mail) =>
      mail.to === 'reader3@example.com' ? { refused: '550 5.1.1 no such user', isAddress: true } : {},
  })
  expect(await outcomes(campaign.id)).toEqual([
    { outcome: 'sent', reason: null, people: recipientCount - 1, waits_until: null },
    { outcome: 'bounced', reason: null, people: 1, waits_until: null },
  ])
  const next = await db.as(as.content, `select * from count_audience($1, '{}')`, [[list]])
  expect(next).toEqual([
    { excluded: null, people: recipientCount - 1 },
    { excluded: 'bounce', people: 1 },
  ])
  await db.sql(`delete from suppressions where value_norm like 'reader%'`)
})

test('quiet hours pause a campaign, and it resumes by itself afterwards', async () => {
  const campaign = await draft()
  await db.sql(`update message_settings set quiet_nights = true, night_from = '00:00', night_until = '23:59'`)
  await schedule(campaign)
  const isHeld = async () =>
    (await db.sql(`select from campaigns where id = $1 and held_until is not null`, [campaign.id])).length > 0
  // The test clock is at noon.
  const noon = () => new Date('2026-11-24T12:00:00+02:00')
  expect(await working(isHeld, { now: noon })).toEqual([])
  const held = await db.sql(`select distinct status from scheduled_messages where context_id = $1`, [campaign.id])
  expect(held).toEqual([{ status: 'held_quiet' }])
  await db.sql('update message_settings set quiet_nights = false')
  await db.sql(`select jobs.enqueue('send_campaign', json_build_object('campaign', $1::text), 'campaign:' || $1)`, [
    campaign.id,
  ])
  expect(await working(isSent(campaign.id), { now: noon })).toHaveLength(recipientCount)
  expect(await db.sql('select held_until from campaigns where id = $1', [campaign.id])).toEqual([{ held_until: null }])
})

const jobOf = (id: string) =>
  db.sql(`select jobs.enqueue('send_campaign', json_build_object('campaign', $1::text), 'campaign:' || $1)`, [id])
/** Moves sent messages back by a day and makes postponed ones due. */
async function advanceOneDay(id: string) {
  await db.sql(`update messages set created_at = created_at - interval '1 day'`)
  await db.sql(`update scheduled_messages set send_at = now() where context_id = $1 and send_at > now()`, [id])
  await jobOf(id)
}
/** Resets message history and sets the frequency caps. */
const capped = async (daily: number, weekly: number) => {
  await db.sql('delete from messages')
  await db.sql('update message_settings set daily_cap = $1, weekly_cap = $2', [daily, weekly])
}
const waiting = (id: string) => async () =>
  (await db.sql(`select from scheduled_messages where context_id = $1 and send_at > now()`, [id])).length > 0

test('a daily cap postpones the second campaign to the next day, once, and the report shows it', async () => {
  await capped(1, 30)
  const [first, second] = [await draft(), await draft()]
  await schedule(first)
  await working(isSent(first.id))
  await schedule(second)
  expect(await working(waiting(second.id))).toEqual([])
  const [held, ...others] = await outcomes(second.id)
  expect(others).toEqual([])
  expect(held).toMatchObject({ outcome: 'postponed', reason: 'daily_cap', people: recipientCount })
  const [{ is_tomorrow: isTomorrow }] = (await db.sql(
    `select $1::timestamptz at time zone 'Asia/Jerusalem' = date_trunc('day', now() at time zone 'Asia/Jerusalem') + interval '1 day' as is_tomorrow`,
    [(held as { waits_until: string }).waits_until],
  )) as [{ is_tomorrow: boolean }]
  expect(isTomorrow).toBe(true)
  expect(await statusOf(second.id)).toBe('sending')
  expect(
    await db.as(as.owner, `select distinct outcome, reason from campaign_people where campaign_id = $1`, [second.id]),
  ).toEqual([{ outcome: 'postponed', reason: 'daily_cap' }])
  // A job run in between changes nothing, also after a pause.
  await steer(second.id, 'pause')
  await steer(second.id, 'resume')
  expect(await working(waiting(second.id))).toEqual([])
  await advanceOneDay(second.id)
  const late = await working(isSent(second.id))
  expect(new Set(late.map(({ to }) => to)).size).toBe(recipientCount)
  expect(late).toHaveLength(recipientCount)
  expect(await outcomes(second.id)).toEqual([
    { outcome: 'sent', reason: null, people: recipientCount, waits_until: null },
  ])
  await db.sql(uncapped)
})

test('a weekly preference postpones a recipient to the next week, by Israel time', async () => {
  await capped(2, 30)
  await db.sql(`insert into mail_preferences (email, at_most_weekly) values ('reader1@example.com', true)`)
  const [first, second] = [await draft(), await draft()]
  await schedule(first)
  await working(isSent(first.id))
  await schedule(second)
  const sent = await working(async (queued) => queued.length === recipientCount - 1 && waiting(second.id)())
  expect(sent.map(({ to }) => to)).not.toContain('reader1@example.com')
  const [, held] = await outcomes(second.id)
  expect(held).toMatchObject({ outcome: 'postponed', reason: 'weekly_cap', people: 1 })
  const [{ dow, hour, days }] = (await db.sql(
    `select extract(dow from at)::int as dow, extract(hour from at)::int as hour, ceil(extract(epoch from at - now() at time zone 'Asia/Jerusalem') / 86400)::int as days
     from (select $1::timestamptz at time zone 'Asia/Jerusalem' as at) next`,
    [(held as { waits_until: string }).waits_until],
  )) as [{ dow: number; hour: number; days: number }]
  expect([dow, hour]).toEqual([0, 0])
  expect(days).toBeLessThanOrEqual(7)
  await db.sql('delete from mail_preferences')
  await db.sql(uncapped)
})

test('a recipient still over the cap a week after the start is skipped, and listed', async () => {
  await capped(1, 30)
  const [first, second] = [await draft(), await draft()]
  await schedule(first)
  await working(isSent(first.id))
  await schedule(second)
  await working(waiting(second.id))
  await db.sql(
    `update scheduled_messages set planned_at = now() - interval '8 days', send_at = now() where context_id = $1`,
    [second.id],
  )
  await jobOf(second.id)
  expect(await working(isSent(second.id))).toEqual([])
  expect(await outcomes(second.id)).toEqual([
    { outcome: 'skipped', reason: 'daily_cap', people: recipientCount, waits_until: null },
  ])
  await db.sql(uncapped)
})

test('cancelling while recipients are postponed sends nothing more', async () => {
  await capped(1, 30)
  const [first, second] = [await draft(), await draft()]
  await schedule(first)
  await working(isSent(first.id))
  await schedule(second)
  await working(waiting(second.id))
  await steer(second.id, 'cancel')
  await advanceOneDay(second.id)
  expect(await outcomes(second.id)).toEqual([
    { outcome: 'canceled', reason: null, people: recipientCount, waits_until: null },
  ])
  await db.sql(uncapped)
})

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

test('scheduling in the past, over a stale version or without a sender identity is refused', async () => {
  const campaign = await draft()
  await expect(schedule(campaign, new Date(Date.now() - 3_600_000))).rejects.toMatchObject({
    message: 'campaign_time_passed',
  })
  await expect(schedule({ ...campaign, version: 0 })).rejects.toMatchObject({ message: 'campaign_changed' })
  await db.sql('update business_profiles set address = null')
  // Every account may save a profile: it does not count as the sender identity.
  await db.sql(
    `with stranger as (insert into auth.users (email) values ('a.stranger@example.com') returning id)
     insert into business_profiles (user_id, legal_name, address, phone) select id, 'אחר', 'במקום אחר', '0500000001' from stranger`,
  )
  await expect(schedule(campaign)).rejects.toMatchObject({ message: 'advertiser_not_named' })
  await db.sql(`delete from auth.users where email = 'a.stranger@example.com'`)
  await db.sql(`update business_profiles set address = 'רחוב הדוגמה 1, תל אביב-יפו'`)
})

test('a scheduled campaign waits for its time, an edit returns it to draft, and a started one cannot be edited', async () => {
  const campaign = await draft()
  await schedule(campaign, new Date(Date.now() + 3_600_000))
  expect(await statusOf(campaign.id)).toBe('scheduled')
  await db.as(as.owner, `update campaigns set subject = 'אחר' where id = $1`, [campaign.id])
  expect(await statusOf(campaign.id)).toBe('draft')
  const [{ version }] = (await db.sql<{ version: number }>('select version from campaigns where id = $1', [
    campaign.id,
  ])) as [{ version: number }]
  await schedule({ id: campaign.id, version })
  await working(isSent(campaign.id))
  await expect(
    db.as(as.owner, `update campaigns set subject = 'מאוחר מדי' where id = $1`, [campaign.id]),
  ).rejects.toMatchObject({
    message: 'campaign_already_begun',
  })
})

test.each([
  ['a subject of two lines', `subject = E'a\\nb'`, 'campaign_subject_length'],
  [
    'a book',
    `blocks = jsonb_build_array(jsonb_build_object('kind', 'text', 'text', repeat('א', 40000)))`,
    'campaign_too_long',
  ],
  ['blocks that are no array', `blocks = '{}'`, 'campaign_blocks_shape'],
  ['an unknown lifecycle', `lifecycles = '{king}'`, 'unknown_lifecycle'],
])('%s is refused by constraint name', async (_, change, constraint) => {
  const { id } = await draft()
  await expect(db.as(as.owner, `update campaigns set ${change} where id = $1`, [id])).rejects.toMatchObject({
    constraint,
  })
})

const cases: [action: string, sql: string, actors: string][] = [
  ['see campaigns', 'select from campaigns', 'owner admin content'],
  ['write campaigns', `insert into campaigns (name) values ('א') returning 1`, 'owner admin content'],
  ['say that a campaign was sent', `update campaigns set status = 'sent' returning 1`, 'no role'],
  ['change drafts', `update campaigns set name = 'ב' where status = 'draft' returning 1`, 'owner admin content'],
  ['throw drafts away', `delete from campaigns where status = 'draft' returning 1`, 'owner admin'],
  ['throw away what was sent', `delete from campaigns where status = 'sent' returning 1`, 'no role'],
  ['see who got it', 'select from campaign_people', 'owner admin'],
]
for (const [action, sql, actors] of cases)
  test(`roles that may ${action}: ${actors}`, async () => {
    expect(await whoMay(db, as, sql)).toBe(actors)
  })

test('owners and admins schedule and pause campaigns; the content role may only count the audience', async () => {
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

const functions = createFunctions({
  pool: db.authenticator,
  functions: [previewCampaign({ compose, siteUrl }), sendCampaignTest({ compose, siteUrl })],
  log: pino({ level: 'silent' }),
})
const call = (name: string, actor: 'owner' | 'content' | 'sales', campaignId: string) =>
  functions.invoke(name, { campaignId }, { caller: { claims: as[actor], userId: ids[actor] } })

test("a test message goes to the caller's own address only, and the preview shows its size", async () => {
  const { id } = await draft()
  const shown = (await call('preview-campaign', 'content', id)) as { subject: string; html: string; bytes: number }
  expect(shown.subject).toBe('פרסומת | שלום נועה')
  expect(shown.bytes).toBe(Buffer.byteLength(shown.html))
  expect(await call('send-campaign-test', 'content', id)).toEqual({ to: 'content@example.com' })
  const mails = await db.sql(`select to_address, subject from mail.outbox where purpose = 'campaign_test'`)
  expect(mails).toEqual([{ to_address: 'content@example.com', subject: 'ניסיון: פרסומת | שלום נועה' }])
  await expect(call('send-campaign-test', 'sales', id)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(call('preview-campaign', 'owner', crypto.randomUUID())).rejects.toMatchObject({
    code: 'campaign_not_found',
  })
})

test('results count only actions of recipients after the message', async () => {
  const campaign = await draft()
  await db.sql(`update campaigns set started_at = now() - interval '2 days' where id = $1`, [campaign.id])
  const people = await db.sql<{ contact_id: string; value_norm: string }>(
    `select contact_id, value_norm from contact_points where value_norm in ('reader0@example.com', 'reader1@example.com') order by 2`,
  )
  for (const { contact_id, value_norm } of people)
    await db.sql(
      `with planned as (
         insert into scheduled_messages (idempotency_key, contact_id, purpose, context_type, context_id, status)
         values ('results:' || $1, $1::uuid, 'marketing', 'campaign', $3, 'sent') returning id)
       insert into messages (scheduled_id, contact_id, purpose, to_value, subject, body_hash, sent_at)
       select id, $1::uuid, 'marketing', $2, 'פרסומת', '', now() - interval '2 days' from planned`,
      [contact_id, value_norm, campaign.id],
    )
  const pay = (contact: string, recordedAt: string) =>
    db.sql(
      `insert into payments (contact_id, method, amount_agorot, recorded_at) values ($1, 'bit', 5000, now() - $2::interval)`,
      [contact, recordedAt],
    )
  await pay(people[0]!.contact_id, '1 day')
  await pay(people[1]!.contact_id, '3 days')
  await db.sql(
    `insert into activities (type, contact_id, happened_at) values ('call', $1, now() - interval '1 day'), ('note', $2, now())`,
    people.map(({ contact_id }) => contact_id),
  )
  expect(
    await db.as(as.owner, 'select talked, removed, bought, paid_agorot::integer from campaign_results($1)', [
      campaign.id,
    ]),
  ).toEqual([{ talked: 1, removed: 0, bought: 1, paid_agorot: 5000 }])
})

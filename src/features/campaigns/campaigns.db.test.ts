// Sending of campaigns: recipients, exclusions, pauses, bounces, previews and results.
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createFunctions } from '#kernel/functions/dispatch.ts'
import { testDatabase } from '../../../test/database.ts'
import { campaignSending, recipientCount, type Sent, siteUrl, uncapped } from '../../../test/campaign-sending.ts'
import { previewCampaign, sendCampaignTest } from './campaigns.server.ts'

const db = await testDatabase()
const { ids, as, list, compose, draft, schedule, steer, runUntil, statusOf, isSent, outcomes } =
  await campaignSending(db)
const tables = ['campaign_recipients', 'scheduled_messages']

test('every subscriber gets one message, labelled as advertising, with the sender and unsubscribe links', async () => {
  const campaign = await draft()
  await schedule(campaign)
  const sent = await runUntil(isSent(campaign.id))
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

test('clicks are counted by the UTM labels of links into the site, and only if the campaign enables it', async () => {
  const plain = await draft()
  const counting = await draft()
  const [switched] = await db.as<{ id: string; version: number }>(
    as.owner,
    'update campaigns set counts_clicks = true where id = $1 returning id, version',
    [counting.id],
  )
  await db.sql(uncapped)
  const label = `utm_campaign=${counting.id}`
  for (const [campaign, isCounted] of [
    [plain, false],
    [switched!, true],
  ] as const) {
    await schedule(campaign)
    const [{ text }] = (await runUntil(isSent(campaign.id))) as [Sent]
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

test('the planner statistics include a frozen audience immediately', async () => {
  await db.sql('delete from pg_statistic where starelid in ($1::regclass, $2::regclass)', tables)
  const campaign = await draft()
  await schedule(campaign)
  await runUntil(isSent(campaign.id))
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
  expect((await runUntil(isSent(campaign.id))).map((mail) => mail.to)).toEqual(['shared@example.com'])
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
  const sent = await runUntil(isSent(campaign.id), {
    batch: 5,
    ahead: 5,
    // The last recipient of the list unsubscribes while the campaign is sending.
    compose: async (message, recipient) => {
      // The sixth recipient is in the second batch: the first batch and the frozen audience have been committed.
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

test('pausing stops a campaign, resuming finishes it, and each recipient gets the message once', async () => {
  const campaign = await draft()
  await schedule(campaign)
  const first = await runUntil(
    async (sent) => {
      if (sent.length < 10) return false
      await steer(campaign.id, 'pause')
      return true
    },
    { batch: 10, ahead: 20 },
  )
  const rest = await runUntil(async () => (await db.sql(`select from mail.outbox where sent_at is null`)).length === 0)
  const before = first.length + rest.length
  expect(before).toBeLessThan(recipientCount)
  expect(await statusOf(campaign.id)).toBe('paused')
  await steer(campaign.id, 'resume')
  const after = await runUntil(isSent(campaign.id))
  const all = [...first, ...rest, ...after].map((mail) => mail.to)
  expect(all).toHaveLength(recipientCount)
  expect(new Set(all).size).toBe(recipientCount)
})

test('a cancelled campaign preserves its delivered messages', async () => {
  const campaign = await draft()
  await schedule(campaign)
  const sent = await runUntil(
    async (mails) => {
      if (mails.length < 5) return false
      await steer(campaign.id, 'cancel')
      return true
    },
    { batch: 5, ahead: 5 },
  )
  const more = await runUntil(async () => (await db.sql(`select from mail.outbox where sent_at is null`)).length === 0)
  expect(sent.length + more.length).toBeLessThan(recipientCount)
  const after = await outcomes(campaign.id)
  expect(after.map((row) => (row as { outcome: string }).outcome).sort()).toEqual(['canceled', 'sent'])
  await expect(steer(campaign.id, 'resume')).rejects.toMatchObject({ message: 'campaign_step_not_possible' })
})

test('a bounced message is recorded, and its address is suppressed', async () => {
  const campaign = await draft()
  await schedule(campaign)
  await runUntil(isSent(campaign.id), {
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

test('a campaign whose messages are all sent also ends during quiet hours', async () => {
  const campaign = await draft()
  await schedule(campaign)
  // Without recipients no message is left to send.
  await db.sql(`update campaigns set status = 'sending', started_at = now() where id = $1`, [campaign.id])
  await db.sql(`update message_settings set quiet_nights = true, night_from = '21:00', night_until = '08:00'`)
  await runUntil(isSent(campaign.id), { now: () => new Date('2026-11-24T22:00:00+02:00') })
  await db.sql('update message_settings set quiet_nights = false')
})

test('quiet hours pause a campaign, and it resumes automatically afterwards', async () => {
  const campaign = await draft()
  await db.sql(`update message_settings set quiet_nights = true, night_from = '00:00', night_until = '23:59'`)
  await schedule(campaign)
  const isHeld = async () =>
    (await db.sql(`select from campaigns where id = $1 and held_until is not null`, [campaign.id])).length > 0
  // The test clock is at noon.
  const noon = () => new Date('2026-11-24T12:00:00+02:00')
  expect(await runUntil(isHeld, { now: noon })).toEqual([])
  const held = await db.sql(`select distinct status from scheduled_messages where context_id = $1`, [campaign.id])
  expect(held).toEqual([{ status: 'held_quiet' }])
  await db.sql('update message_settings set quiet_nights = false')
  await db.sql(`select jobs.enqueue('send_campaign', json_build_object('campaign', $1::text), 'campaign:' || $1)`, [
    campaign.id,
  ])
  expect(await runUntil(isSent(campaign.id), { now: noon })).toHaveLength(recipientCount)
  expect(await db.sql('select held_until from campaigns where id = $1', [campaign.id])).toEqual([{ held_until: null }])
})

const functions = createFunctions({
  pool: db.authenticator,
  functions: [previewCampaign({ compose, siteUrl }), sendCampaignTest({ compose, siteUrl })],
  log: pino({ level: 'silent' }),
})
const call = (name: string, actor: 'owner' | 'content' | 'sales', campaignId: string) =>
  functions.invoke(name, { campaignId }, { caller: { claims: as[actor], userId: ids[actor] } })

test("a test message is sent only to the caller's address, and the preview shows its size", async () => {
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

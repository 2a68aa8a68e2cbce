import { expect, test } from 'vitest'
import type { Claims } from '#kernel/postgres/transaction.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { resealAll } from '#platform/sealing/reseal.server.ts'
import { createSealing, makeSealingKey } from '#platform/sealing/sealing.server.ts'
import { makeBudgetHousehold } from '../../../test/budget-household.ts'
import { testDatabase } from '../../../test/database.ts'
import { composeMetricMail } from './metric-mail.server.ts'
import type { ShownMetric } from './metrics.ts'
import { sealedMetrics } from './metrics.server.ts'

const db = await testDatabase()
const home = await makeBudgetHousehold(db)
const { as, noa, itai, liat } = home
await db.sql(`update contacts set household_role = 'partner' where household_id is not null`)

type Answer = { code?: string; metrics: ShownMetric[]; reads: { reader: string }[]; state?: string; shown?: object }
const call = (claims: Claims, name: string, input: object) =>
  home.call(claims, name, input) as unknown as Promise<Answer>
const service = <T>(work: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(db.authenticator, { role: 'service_role' }, work)

let requestCount = 0
async function ask(claims: Claims, changes: Record<string, string> = {}) {
  const row = {
    contact_id: noa.contact,
    name: `יתרה ${requestCount++}`,
    unit: 'money',
    every: 'month',
    starts_on: '2024-10-20',
    shared_with: 'client',
    ...changes,
  }
  const columns = Object.keys(row)
  const [metric] = await db.as<{ id: string }>(
    claims,
    `insert into metrics (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')}) returning id`,
    Object.values(row),
  )
  return metric!.id
}
const periodsOf = (metric: string) =>
  db.sql<{ id: string; starts_on: string; due_on: string }>(
    'select id, starts_on::text, due_on::text from metric_periods where metric_id = $1 order by starts_on',
    [metric],
  )
const firstOf = async (metric: string) => (await periodsOf(metric))[0]!.id
const report = (reader: { claims: Claims }, periodId: string, value = 1_234_567) =>
  call(reader.claims, 'report-metric', { periodId, value })
const seen = async (reader: { claims: Claims }, metric: string) =>
  (await call(reader.claims, 'read-my-metrics', {})).metrics.find(({ id }) => id === metric)
const ofStaff = async (claims: Claims, metric: string) =>
  (await call(claims, 'read-client-metrics', { contactId: noa.contact })).metrics.find(({ id }) => id === metric)

test('a private metric is visible to its client and the coach, a shared metric also to the partner; other households see none', async () => {
  const own = await ask(as.coach!)
  const shared = await ask(as.coach!, { shared_with: 'household' })
  expect([await seen(itai, own), await seen(liat, own), await seen(liat, shared)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect((await report(itai, await firstOf(own))).code).toBe('metric_gone')
  expect((await report(liat, await firstOf(shared))).code).toBe('metric_gone')
  await report(noa, await firstOf(own), -1_234_567)
  await report(itai, await firstOf(shared), 99)
  expect((await seen(noa, own))?.periods[0]).toMatchObject({ value: -1_234_567, isReported: true })
  expect((await seen(noa, shared))?.periods[0]?.value).toBe(99)
  expect((await ofStaff(as.coach!, own))?.periods[0]?.value).toBe(-1_234_567)
})

test("only owners, admins and the contact's coach can create and read metrics; each access is shown to the client", async () => {
  const metric = await ask(as.owner!)
  for (const claims of [as.sales!, as.content!, noa.claims, liat.claims])
    await expect(ask(claims)).rejects.toMatchObject({ code: '42501' })
  const stranger = await home.newClient('זר', null)
  await db.sql('update contacts set owner_id = null where id = $1', [stranger.contact])
  expect((await call(as.coach!, 'read-client-metrics', { contactId: stranger.contact })).code).toBe('client_gone')
  await db.sql('delete from metric_reads')
  await ofStaff(as.coach!, metric)
  await ofStaff(as.coach!, metric)
  expect((await call(noa.claims, 'read-my-metrics', {})).reads).toHaveLength(1)
  for (const claims of [noa.claims, as.owner!])
    await expect(db.as(claims, 'select sealed from metric_periods')).rejects.toThrow('permission denied')
})

test('a database dump contains no values, and after a key rotation every value can be decrypted', async () => {
  const metric = await ask(as.coach!)
  await report(noa, await firstOf(metric), 98_765_432)
  const dump = await db.sql<{ row: string }>(`select p::text || encode(p.sealed, 'escape') as row from metric_periods p
    where p.sealed is not null`)
  expect(JSON.stringify(dump)).not.toContain('98765432')
  const next = makeSealingKey()
  await resealAll(db.owner, createSealing([next, home.key]), [sealedMetrics])
  const rotated = home.caller(home.dispatcherWith(createSealing([next])))
  const { metrics } = (await rotated(noa.claims, 'read-my-metrics', {})) as unknown as Answer
  expect(metrics.find(({ id }) => id === metric)?.periods[0]?.value).toBe(98_765_432)
  expect((await seen(noa, metric))?.periods[0]).toMatchObject({ value: null, isReported: true })
  await resealAll(db.owner, createSealing([home.key, next]), [sealedMetrics])
})

test('weeks start on Sunday, and the daily job adds each period once', async () => {
  const weekly = await ask(as.coach!, { every: 'week', starts_on: '2024-11-20' })
  expect((await periodsOf(weekly))[0]).toMatchObject({ starts_on: '2024-11-17', due_on: '2024-11-24' })
  const before = await periodsOf(weekly)
  await service((tx) => tx.query('select open_metric_periods()'))
  expect(await periodsOf(weekly)).toEqual(before)
})

test('a missing value triggers one reminder on its day; reporting it or ending the metric cancels the reminder', async () => {
  const reminders = (metric: string) =>
    db.sql<{ status: string; at: string }>(
      `select s.status, (s.planned_at at time zone 'Asia/Jerusalem')::text as at from scheduled_messages s
       join metric_periods p on p.id = s.context_id and s.context_type = 'metric'
       where p.metric_id = $1 and s.status = 'scheduled' and p.due_on > (now() at time zone 'Asia/Jerusalem')::date`,
      [metric],
    )
  const metric = await ask(as.coach!)
  const last = (await periodsOf(metric)).at(-1)!
  expect(await reminders(metric)).toEqual([{ status: 'scheduled', at: `${last.due_on} 09:00:00` }])
  await report(noa, last.id)
  expect(await reminders(metric)).toEqual([])
  const ended = await ask(as.coach!)
  await db.as(as.coach!, 'update metrics set ended_at = now() where id = $1', [ended])
  expect(await reminders(ended)).toEqual([])
  expect((await report(noa, await firstOf(ended))).code).toBe('metric_ended')
})

test("the reminder's link accepts one encrypted value for one period, and shows when the metric has ended", async () => {
  const metric = await ask(as.coach!)
  const period = await firstOf(metric)
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, 'email', 'noa@site.test', 'noa@site.test')
     on conflict do nothing`,
    [noa.contact],
  )
  const mail = () =>
    service((tx) =>
      composeMetricMail({
        renderMail: (asking) => Promise.resolve({ subject: '', html: '', text: String(asking.link) }),
        makeActionLink: async (inner, { kind, entityId, contactId, address }) =>
          (
            await inner.one<{ path: string }>('select make_action_link($1, $2, $3, $4, 14) as path', [
              kind,
              entityId,
              contactId,
              address,
            ])
          ).path,
      })(tx, { contextId: period, contactId: noa.contact, to: 'noa@site.test', firstName: 'נועה' } as never),
    )
  const tokenOf = async () => ((await mail()) as { text: string }).text.replace('/act/', '')
  const [token, second] = [await tokenOf(), await tokenOf()]
  const anon = { role: 'anon' }
  expect(await call(anon, 'open-action-link', { token })).toMatchObject({ state: 'open', shown: { unit: 'money' } })
  expect((await call(anon, 'act-by-link', { token, value: 'הרבה' })).code).toBe('metric_value_invalid')
  await call(anon, 'act-by-link', { token, value: '-4,120.50' })
  expect((await seen(noa, metric))?.periods[0]?.value).toBe(-412_050)
  expect((await call(anon, 'act-by-link', { token, value: '1' })).code).toBe('link_done')
  expect(await call(anon, 'open-action-link', { token: second })).toMatchObject({ state: 'done', shown: null })
  await db.as(as.coach!, 'update metrics set ended_at = now() where id = $1', [metric])
  expect(await call(anon, 'open-action-link', { token: second })).toMatchObject({ state: 'gone' })
})

import { beforeEach, expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
type Actor = keyof typeof ids
type Item = { kind: string; id: string; title: string; contact: { full_name: string; phone: string | null } | null }
type Today = { items: Item[]; counts: Record<string, number>; figures: Record<string, unknown>; meetings: unknown[] }

const today = async (actor: Actor) => (await db.as<{ today: Today }>(as[actor], 'select today()'))[0]!.today
const lines = async (actor: Actor) => (await today(actor)).items.map(({ kind, title }) => `${kind}: ${title}`)
const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id

const contact = (name: string, owner: string | null = null) =>
  id(`insert into contacts (first_name, owner_id) values ($1, $2) returning id`, [name, owner])
const request = (contactId: string, ago: string) =>
  id(
    `insert into contact_requests (contact_id, name, topic, words_hash, created_at)
     values ($1, 'x', 'family', gen_random_uuid()::text, now() - $2::interval) returning id`,
    [contactId, ago],
  )
const addOpportunity = (contactId: string, name: string, daysInStage: number, owner: string | null = null) =>
  id(
    `insert into opportunities (name, contact_id, owner_id, stage_entered_at, amount_agorot)
     values ($2, $1, $4, now() - make_interval(days => $3), 100000) returning id`,
    [contactId, name, daysInStage, owner],
  )
/** Adds a task; `due` is an SQL expression. */
const task = (name: string, due: string, more: Record<string, string | null> = {}) => {
  const extra = Object.entries(more)
  return id(
    `insert into tasks (name, user_id, due_at${extra.map(([column]) => `, ${column}`).join('')})
     values ($1, $2, ${due}${extra.map((_, i) => `, $${i + 3}`).join('')}) returning id`,
    [name, ids.owner, ...extra.map(([, value]) => value)],
  )
}

beforeEach(async () => {
  for (const table of [
    'snoozes',
    'tax_documents',
    'payments',
    'charges',
    'tasks',
    'contact_requests',
    'opportunities',
    'activities',
    'contacts',
  ])
    await db.sql(`delete from ${table}`)
})

test('items are sorted: due now, waiting contacts, promised tasks, stalled opportunities', async () => {
  const person = await contact('נועה')
  await addOpportunity(person, 'בלי צעד', 0)
  const rotting = await addOpportunity(person, 'עומדת', 9)
  await task('מחרתיים', `now() + interval '3 days'`, { opportunity_id: rotting })
  await task('באיחור', `now() - interval '1 day'`)
  await request(await contact('איתי'), '2 hours')
  await task('פגישה', `now() - interval '10 minutes'`, { type: 'meeting' })
  expect(await lines('owner')).toEqual([
    'now: פגישה',
    'lead: family',
    'overdue: באיחור',
    'aimless: בלי צעד',
    'rotting: עומדת',
  ])
})

test("meetings are the user's tasks of type meeting and appointments of today, each listed once", async () => {
  await task('שיחה', `((now() at time zone 'Asia/Jerusalem')::date + time '23:00') at time zone 'Asia/Jerusalem'`, {
    type: 'meeting',
  })
  const appointment = (host: Actor, day: string, status = 'confirmed') =>
    db.sql(
      `insert into appointments (title, user_id, starts_at, ends_at, status, location_kind, cancelled_by)
       select $2, $1, at, at + interval '30 minutes', $3, 'meet', case when $3 = 'cancelled' then 'host' end
       from (select ((now() at time zone 'Asia/Jerusalem')::date + $4::interval) at time zone 'Asia/Jerusalem' as at) t`,
      [ids[host as keyof typeof ids], `${host} ${day} ${status}`, status, day],
    )
  await appointment('owner', '0 hours')
  await appointment('owner', '10 hours', 'cancelled')
  await appointment('owner', '24 hours')
  await appointment('coach', '12 hours')
  const { meetings } = await today('owner')
  expect(meetings).toMatchObject([
    { kind: 'appointment', name: 'owner 0 hours confirmed', is_done: false },
    { kind: 'task', name: 'שיחה' },
  ])
  await db.sql('delete from appointments')
})

test('an item includes the contact’s phone number', async () => {
  const person = await contact('נועה')
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values
     ($1, 'phone', '1', '+972500000001', false), ($1, 'phone', '2', '+972500000002', true)`,
    [person],
  )
  await request(person, '5 minutes')
  expect((await today('owner')).items[0]!.contact).toMatchObject({
    full_name: 'נועה',
    phone: '+972500000002',
    email: null,
  })
})

test('a lead is listed until staff act on the contact, and only the newest one per contact', async () => {
  const person = await contact('נועה')
  await request(person, '3 hours')
  const newest = await request(person, '1 hour')
  await request(await contact('ישן'), '31 days')
  expect((await today('owner')).items.map((item) => item.id)).toEqual([newest])
  await db.as(as.owner, `insert into activities (type, contact_id) values ('whatsapp', $1)`, [person])
  expect((await today('owner')).items, 'opening WhatsApp does not count as a reply').toHaveLength(1)
  await db.as(as.owner, `insert into activities (type, contact_id) values ('call', $1)`, [person])
  expect(await lines('owner')).toEqual([])
})

test("a lead's task and a due task's opportunity are not listed twice", async () => {
  const person = await contact('נועה')
  const opportunity = await addOpportunity(person, 'ליווי', 30)
  const requestId = await request(await contact('איתי'), '1 hour')
  const answer = await task('לחזור', `now() - interval '1 minute'`)
  await db.sql('update contact_requests set task_id = $2 where id = $1', [requestId, answer])
  await task('להתקשר', `now() - interval '1 day'`, { opportunity_id: opportunity })
  expect(await lines('owner')).toEqual(['lead: family', 'overdue: להתקשר'])
})

test('tasks due tomorrow, of other users or in the bin are not listed', async () => {
  await task('מחר', `now() + interval '2 days'`)
  const binned = await task('בסל', `now() - interval '1 day'`)
  await db.sql('update tasks set deleted_at = now() where id = $1', [binned])
  await db.sql(`insert into tasks (name, user_id, due_date) values ('של מכירות', $1, current_date - 1)`, [ids.sales])
  expect(await lines('owner')).toEqual([])
  expect(await lines('sales')).toEqual(['overdue: של מכירות'])
})

test('owners see all stalled opportunities, sales their own and unassigned ones, a coach those of their contacts', async () => {
  await addOpportunity(await contact('א', ids.coach), 'של הליווי', 1, ids.coach)
  await addOpportunity(await contact('ב'), 'של המכירות', 1, ids.sales)
  await addOpportunity(await contact('ג'), 'של אף אחד', 1)
  const seen = async (actor: Actor) => (await lines(actor)).map((line) => line.slice('aimless: '.length)).toSorted()
  expect(await seen('owner')).toEqual(['של אף אחד', 'של הליווי', 'של המכירות'])
  expect(await seen('sales')).toEqual(['של אף אחד', 'של המכירות'])
  expect(await seen('coach')).toEqual(['של הליווי'])
  expect(await seen('content')).toEqual([])
  expect(await seen('client')).toEqual([])
})

test('a snoozed item returns at its time, and is hidden only for the user who snoozed it', async () => {
  const opportunity = await addOpportunity(await contact('נועה'), 'ליווי', 1)
  const snoozeItem = (until: string | null) =>
    db.as(as.owner, `select put_off('opportunity', $1, $2::timestamptz)`, [opportunity, until])
  await snoozeItem(new Date(Date.now() + 3_600_000).toISOString())
  expect(await lines('owner')).toEqual([])
  expect(await lines('admin')).toEqual(['aimless: ליווי'])
  await snoozeItem(new Date(Date.now() - 1_000).toISOString())
  expect(await lines('owner')).toEqual(['aimless: ליווי'])
  await snoozeItem(new Date(Date.now() + 3_600_000).toISOString())
  await snoozeItem(null)
  expect(await lines('owner')).toEqual(['aimless: ליווי'])
})

const hidden = `insert into snoozes (user_id, entity, entity_id, until)`
const mine: [action: string, sql: string, actors: string][] = [
  [
    'snooze an item',
    `${hidden} values (auth.uid(), 'opportunity', gen_random_uuid(), now()) returning *`,
    'owner admin coach sales content',
  ],
  [
    'snooze an item for the owner',
    `${hidden} values ('${ids.owner}', 'opportunity', gen_random_uuid(), now()) returning *`,
    'owner',
  ],
  ['see the snoozed items of the owner', `select from snoozes where user_id = '${ids.owner}'`, 'owner'],
]
for (const [action, sql, actors] of mine)
  test(`roles that may ${action}: ${actors}`, async () => {
    await db.sql(`${hidden} values ($1, 'opportunity', gen_random_uuid(), now())`, [ids.owner])
    expect(await whoMay(db, as, sql)).toBe(actors)
  })

test('of more than fifty items of a kind, the longest waiting are returned and all are counted', async () => {
  const person = await contact('נועה')
  await db.sql(
    `insert into opportunities (name, contact_id, stage_entered_at)
     select 'עסקה ' || n, $1, now() - make_interval(hours => n) from generate_series(1, 60) n`,
    [person],
  )
  const { items, counts, figures } = await today('owner')
  expect(items).toHaveLength(50)
  expect(items[0]).toMatchObject({ title: 'עסקה 60' })
  expect(counts).toEqual({ aimless: 60 })
  expect(figures).toMatchObject({ open: 60 })
})

test('an overdue client task is on the coach’s list', async () => {
  const person = await contact('נועה', ids.coach)
  const [step] = await db.sql<{ id: string; template_id: string; name: string }>(
    'select id, template_id, name from process_stages order by stage_order limit 1',
  )
  const process = await id(
    `insert into client_processes (contact_id, process_template_id, coach_id) values ($1, $2, $3) returning id`,
    [person, step!.template_id, ids.coach],
  )
  await db.sql(
    `insert into process_stage_instances (client_process_id, process_stage_id, status, due_on)
     values ($1, $2, 'waiting_client', current_date - 2)`,
    [process, step!.id],
  )
  expect(await lines('coach')).toEqual([`waiting: ${step!.name}`])
})

test('a contact with an overdue charge is listed with the outstanding amount; payments cover the oldest charge first', async () => {
  const charge = (person: string, days: number, agorot: number) =>
    id(
      `insert into charges (contact_id, title, amount_agorot, due_on) values ($1, 'ליווי', $3, current_date + $2::int) returning id`,
      [person, days, agorot],
    )
  const pay = (person: string, agorot: number, chargeId: string | null = null) =>
    db.sql(
      `insert into payments (contact_id, amount_agorot, method, paid_on, charge_id) values ($1, $2, 'bit', current_date - 1, $3)`,
      [person, agorot, chargeId],
    )
  const late = await contact('נועה')
  await charge(late, -40, 50_000)
  await charge(late, -10, 50_000)
  await pay(late, 70_000)
  const met = await contact('איתי')
  await charge(met, -10, 50_000)
  await pay(met, 50_000)
  await charge(met, 20, 50_000)
  // Paid in advance, so it does not cover the overdue charge.
  const ahead = await contact('רינת')
  await charge(ahead, -3, 20_000)
  await pay(ahead, 20_000, await charge(ahead, 20, 20_000))
  const voided = await contact('גל')
  await db.sql(`update charges set void_reason = 'טעות' where id = $1`, [await charge(voided, -3, 20_000)])

  const { items } = await today('owner')
  expect(
    items.map((item) => ({ who: item.contact!.full_name, late: (item as { late_agorot?: number }).late_agorot })),
  ).toEqual([
    { who: 'נועה', late: 30_000 },
    { who: 'רינת', late: 20_000 },
  ])
  expect(await lines('content')).toEqual([])
  await db.as(as.owner, `select put_off('contact', $1, now() + interval '1 day')`, [late])
  expect((await today('owner')).items.map((item) => item.contact!.full_name)).toEqual(['רינת'])
})

test('the stage and the charges of a contact in the bin are not listed', async () => {
  const [step] = await db.sql<{ id: string; template_id: string; name: string }>(
    'select id, template_id, name from process_stages order by stage_order limit 1',
  )
  const [here, binned] = [await contact('נועה'), await contact('בסל')]
  for (const person of [here, binned]) {
    const process = await id(
      `insert into client_processes (contact_id, process_template_id) values ($1, $2) returning id`,
      [person, step!.template_id],
    )
    await db.sql(
      `insert into process_stage_instances (client_process_id, process_stage_id, status, due_on)
       values ($1, $2, 'waiting_client', current_date - 2)`,
      [process, step!.id],
    )
    await db.sql(
      `insert into charges (contact_id, title, amount_agorot, due_on) values ($1, 'ליווי', 50000, current_date - 3)`,
      [person],
    )
  }
  await db.sql('update contacts set deleted_at = now() where id = $1', [binned])
  const { items, counts } = await today('owner')
  expect(items.map(({ kind, contact: whose }) => [kind, whose?.full_name])).toEqual([
    ['waiting', 'נועה'],
    ['payment', 'נועה'],
  ])
  expect(counts).toEqual({ waiting: 1, payment: 1 })
})

test('the charts cover twelve weeks, six months and every open stage', async () => {
  const person = await contact('נועה')
  await request(person, '1 minute')
  const opportunity = await addOpportunity(person, 'ליווי', 1)
  await addOpportunity(person, 'עוד', 1)
  await db.as(as.owner, `update opportunities set stage = 'won' where id = $1`, [opportunity])
  const [row] = await db.as<{ charts: Record<string, Record<string, unknown>[]> }>(
    as.owner,
    'select today_charts() as charts',
  )
  const { weeks, stages, months } = row!.charts
  expect(weeks).toHaveLength(12)
  expect(weeks!.at(-1)).toMatchObject({ requests: 1 })
  expect(months).toHaveLength(6)
  expect(months!.at(-1)).toMatchObject({ won: 1, sum_agorot: 100_000 })
  expect(stages!.map(({ count }) => count)).toEqual([1, 0, 0, 0, 0, 0, 0])
})

import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import type { PipelineStage } from '#platform/pipelines/pipelines.ts'
import type { Opportunity } from './opportunities.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)

const contactOfCoach = await id(`insert into contacts (first_name, owner_id) values ('נועה', $1) returning id`, [
  ids.coach,
])
const otherContact = await id(`insert into contacts (first_name, client_user_id) values ('איתי', $1) returning id`, [
  ids.client,
])
const stages = Object.fromEntries(
  (await db.sql<PipelineStage>('select * from pipeline_stages')).map((stage) => [stage.slug, stage]),
)
const [timing] = await db.sql<{ id: string }>(`select id from lost_reasons where name = 'תזמון'`)
const otherPipeline = await id(`insert into pipelines (name) values ('סדנאות') returning id`)
const otherStage = await id(
  `insert into pipeline_stages (pipeline_id, slug, name, position, probability, color) values ($1, 'new', 'פנייה', 1, 10, 'stage-1') returning id`,
  [otherPipeline],
)
const opportunity = await newOpportunity('ליווי משפחתי – נועה', contactOfCoach)
const other = await newOpportunity('בית מאוזן – איתי', otherContact)
const handedOver = await newOpportunity(
  'סדר ב־90 דקות',
  await id(`insert into contacts (first_name) values ('יואב') returning id`),
  ids.coach,
)

const cases: [action: string, sql: string, actors: string][] = [
  [
    'see an opportunity of the coach’s contact',
    `select from opportunities where id = '${opportunity.id}'`,
    'owner admin coach sales',
  ],
  [
    'see an opportunity assigned to the coach',
    `select from opportunities where id = '${handedOver.id}'`,
    'owner admin coach sales',
  ],
  ['see the opportunity of the client', `select from opportunities where id = '${other.id}'`, 'owner admin sales'],
  ['lock a stage', `select from lock_stage('${opportunity.stage_id}')`, 'owner admin coach sales content'],
  [
    'open an opportunity for the coach’s contact',
    `insert into opportunities (name, contact_id) values ('עוד', '${contactOfCoach}') returning *`,
    'owner admin coach sales',
  ],
  [
    'open an opportunity for the client',
    `insert into opportunities (name, contact_id) values ('עוד', '${otherContact}') returning *`,
    'owner admin sales',
  ],
  [
    'change an amount',
    `update opportunities set amount_agorot = 1 where id = '${opportunity.id}' returning *`,
    'owner admin coach sales',
  ],
  [
    'put an opportunity into the bin',
    `update opportunities set deleted_at = now() where id = '${opportunity.id}' returning *`,
    'owner admin',
  ],
  [
    'delete an opportunity for good',
    `delete from opportunities where id = '${opportunity.id}' returning *`,
    'owner admin',
  ],
  [
    'mark an opportunity as demo',
    `update opportunities set is_demo = true where id = '${opportunity.id}' returning *`,
    'no role',
  ],
  [
    'set a version directly',
    `update opportunities set version = 99 where id = '${opportunity.id}' returning *`,
    'no role',
  ],
  [
    'see the history of an opportunity',
    `select from opportunity_stage_history where opportunity_id = '${opportunity.id}'`,
    'owner admin coach sales',
  ],
  [
    'insert history directly',
    `insert into opportunity_stage_history (opportunity_id, to_stage) values ('${opportunity.id}', 'won') returning 1`,
    'no role',
  ],
  ['see the stages', 'select from pipeline_stages', 'owner admin coach sales content'],
  ['see the pipelines', 'select from pipelines', 'owner admin coach sales content'],
  ['see the reasons for losing', 'select from lost_reasons', 'owner admin coach sales content'],
  ['rename a stage', `update pipeline_stages set name = 'חדש' where slug = 'new' returning 1`, 'owner admin'],
  ['add a pipeline', `insert into pipelines (name) values ('עוד אחד') returning 1`, 'owner admin'],
  ['add a reason for losing', `insert into lost_reasons (name, position) values ('אחר', 8) returning 1`, 'owner admin'],
]
for (const [action, sql, actors] of cases)
  test(`roles that may ${action}: ${actors}`, async () => {
    expect(await whoMay(db, as, sql)).toBe(actors)
  })

test('a visitor, an account without a role and a client cannot move an opportunity', async () => {
  await expect(move(opportunity, 'contacted', {}, 'stranger')).rejects.toMatchObject({
    code: 'PT404',
    message: 'opportunity_not_found',
  })
  await expect(move(opportunity, 'contacted', {}, 'client')).rejects.toMatchObject({ message: 'opportunity_not_found' })
  await expect(move(opportunity, 'contacted', {}, 'visitor')).rejects.toMatchObject({ code: '42501' })
})

test('a new opportunity is first in the first stage of the default pipeline', async () => {
  const fresh = await newOpportunity('חדשה', otherContact)
  expect(fresh).toMatchObject({ stage: 'new', stage_id: stages.new!.id, status: 'open', closed_at: null, version: 1 })
  expect((await columnOf('new'))[0]).toBe('חדשה')
})

test('every installation starts with the default stages and loss reasons', async () => {
  const names = await db.sql<{ name: string }>(
    'select s.name from pipeline_stages s join pipelines p on p.id = s.pipeline_id and p.is_default order by position',
  )
  expect(names.map((row) => row.name)).toEqual([
    'פנייה חדשה',
    'נוצר קשר',
    'נקבעה שיחת היכרות',
    'התקיימה שיחה',
    'נשלחה הצעה',
    'במעקב',
    'נסגרה בהצלחה',
    'לא הבשילה',
    'לטיפוח',
  ])
  expect(await db.sql('select from lost_reasons')).toHaveLength(7)
})

test('a move is recorded with its time in the stage history and on the timeline', async () => {
  const before = await newOpportunity('מסע', contactOfCoach)
  const after = await move(before, 'contacted')
  expect(after).toMatchObject({ stage: 'contacted', status: 'open', version: 2 })
  expect(Date.parse(after.stage_entered_at)).toBeGreaterThan(Date.parse(before.stage_entered_at))
  const history = await db.sql(
    'select from_stage, to_stage, actor_id, seconds_in_from::int from opportunity_stage_history where opportunity_id = $1 order by at',
    [before.id],
  )
  expect(history).toEqual([
    { from_stage: null, to_stage: 'new', actor_id: null, seconds_in_from: null },
    { from_stage: 'new', to_stage: 'contacted', actor_id: ids.sales, seconds_in_from: 0 },
  ])
  const activities = await db.sql(
    'select type, actor_kind, actor_id, contact_id, payload from activities where opportunity_id = $1 order by happened_at desc limit 1',
    [before.id],
  )
  expect(activities).toEqual([
    {
      type: 'opportunity.stage_changed',
      actor_kind: 'user',
      actor_id: ids.sales,
      contact_id: contactOfCoach,
      payload: { from: 'new', from_name: 'פנייה חדשה', to: 'contacted', to_name: 'נוצר קשר' },
    },
  ])
})

test('won and lost close an opportunity, moving it back reopens it, and the timeline retains the loss reason', async () => {
  let one = await newOpportunity('סגירה', contactOfCoach)
  one = await move(one, 'won')
  expect(one).toMatchObject({ status: 'won', stage: 'won' })
  expect(one.closed_at).not.toBeNull()
  one = await move(one, 'lost', { reason: timing!.id, note: 'אחרי החגים' })
  expect(one).toMatchObject({ status: 'lost', lost_reason_id: timing!.id, lost_note: 'אחרי החגים' })
  one = await move(one, 'followup')
  expect(one).toMatchObject({ status: 'open', closed_at: null, lost_reason_id: null, lost_note: null })
  const activities = await db.sql<{ type: string; payload: { reason?: string } }>(
    'select type, payload from activities where opportunity_id = $1 order by happened_at',
    [one.id],
  )
  expect(activities.map((line) => line.type)).toEqual([
    'opportunity.created',
    'opportunity.won',
    'opportunity.lost',
    'opportunity.reopened',
  ])
  expect(activities[2]!.payload.reason).toBe('תזמון')
})

test('an opportunity cannot be lost without a reason', async () => {
  const one = await newOpportunity('בלי סיבה', contactOfCoach)
  await expect(move(one, 'lost')).rejects.toMatchObject({ code: 'PT422', message: 'lost_reason_required' })
  await expect(move(one, 'lost', { reason: crypto.randomUUID() })).rejects.toMatchObject({
    constraint: 'unknown_lost_reason',
  })
  await expect(
    db.as(as.sales, `update opportunities set stage = 'lost' where id = $1`, [one.id]),
  ).rejects.toMatchObject({ constraint: 'lost_reason_required' })
  expect(await db.sql('select stage, version from opportunities where id = $1', [one.id])).toEqual([
    { stage: 'new', version: 1 },
  ])
})

test('a stage of another pipeline or an unknown stage is refused, and nothing is written', async () => {
  const one = await newOpportunity('נשארת', contactOfCoach)
  await expect(moveTo(one, otherStage)).rejects.toMatchObject({
    code: '23503',
    constraint: 'stage_of_another_pipeline',
  })
  await expect(moveTo(one, crypto.randomUUID())).rejects.toMatchObject({ code: 'PT422', message: 'unknown_stage' })
  expect(await db.sql('select stage, version from opportunities where id = $1', [one.id])).toEqual([
    { stage: 'new', version: 1 },
  ])
  expect(await db.sql('select from opportunity_stage_history where opportunity_id = $1', [one.id])).toHaveLength(1)
})

test('a stage can also be set by its slug, which updates status and dates', async () => {
  const one = await newOpportunity('לפי שם', contactOfCoach)
  const [won] = await db.as<Opportunity>(as.sales, `update opportunities set stage = 'won' where id = $1 returning *`, [
    one.id,
  ])
  expect(won).toMatchObject({ stage: 'won', stage_id: stages.won!.id, status: 'won', version: 2 })
  const [none] = await db.as<Opportunity>(
    as.sales,
    `insert into opportunities (name, contact_id, stage) values ('ישר להצעה', $1, 'proposal') returning *`,
    [otherContact],
  )
  expect(none).toMatchObject({ stage: 'proposal', stage_id: stages.proposal!.id })
})

test('a move with an outdated version is refused', async () => {
  const one = await newOpportunity('ישנה', contactOfCoach)
  await move(one, 'contacted')
  await expect(move(one, 'proposal')).rejects.toMatchObject({ code: 'PT409', message: 'stale_version' })
})

test('of two concurrent moves of one opportunity, one succeeds and the other is refused', async () => {
  const one = await newOpportunity('מריבה', contactOfCoach)
  const tries = await Promise.allSettled([move(one, 'contacted', {}, 'sales'), move(one, 'proposal', {}, 'coach')])
  expect(tries.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(tries.find((result) => result.status === 'rejected')!.reason).toMatchObject({ message: 'stale_version' })
  expect(await db.sql('select from opportunity_stage_history where opportunity_id = $1', [one.id])).toHaveLength(2)
})

test('a move places an opportunity before the given one, or at the end of the column', async () => {
  const [a, b, c] = [
    await newOpportunity('א', contactOfCoach),
    await newOpportunity('ב', contactOfCoach),
    await newOpportunity('ג', contactOfCoach),
  ]
  await move(a, 'call_done')
  await move(b, 'call_done')
  expect(await columnOf('call_done')).toEqual(['א', 'ב'])
  const moved = await move(c, 'call_done', { before: b.id })
  expect(await columnOf('call_done')).toEqual(['א', 'ג', 'ב'])
  await move(moved, 'call_done', { before: a.id })
  expect(await columnOf('call_done')).toEqual(['ג', 'א', 'ב'])
})

test('reordering within a column writes no stage history and no timeline entry', async () => {
  const one = await newOpportunity('סדר', contactOfCoach)
  const noted = async () =>
    (await db.sql('select from activities where opportunity_id = $1', [one.id])).length +
    (await db.sql('select from opportunity_stage_history where opportunity_id = $1', [one.id])).length
  const before = await noted()
  expect(await move(one, 'new')).toMatchObject({ version: 2, stage_entered_at: one.stage_entered_at })
  expect(await noted()).toBe(before)
})

test('an opportunity goes to the end of the column if the one it was placed before has left it', async () => {
  const [one, lost] = [await newOpportunity('נוחתת', contactOfCoach), await newOpportunity('הלכה', contactOfCoach)]
  await move(lost, 'nurture')
  await move(one, 'call_scheduled', { before: lost.id })
  expect((await columnOf('call_scheduled')).at(-1)).toBe('נוחתת')
})

test.each(['above', 'below'])(
  'a thousand opportunities inserted at one position keep their order, each %s the last',
  async (side) => {
    const next = side === 'above' ? 'above, rank_between(above, below)' : 'rank_between(above, below), below'
    const [ranks] = await db.sql<{ ok: boolean; longest: number }>(`
    with recursive place (n, above, below) as (
      select 0, rank_between(null, null), rank_between(rank_between(null, null), null)
      union all select n + 1, ${next} from place where n < 1000
    )
    select bool_and(above < below collate "C") and count(distinct (above, below)) = 1001 as ok, max(greatest(length(above), length(below))) as longest
    from place`)
    expect(ranks!.ok).toBe(true)
    expect(ranks!.longest).toBeLessThan(250)
  },
)

test('a thousand random moves leave every opportunity where it was placed', async () => {
  const order: string[] = []
  const moves = Array.from({ length: 1000 }, (_, i) => ({ opportunity: `כרטיס ${i % 50}`, at: (i * 7919) % 50 }))
  const opportunities = new Map<string, Opportunity>()
  for (let i = 0; i < 50; i++) opportunities.set(`כרטיס ${i}`, await newOpportunity(`כרטיס ${i}`, otherContact))
  for (const { opportunity: name, at } of moves) {
    const rest = order.filter((one) => one !== name)
    const before = rest[at]
    opportunities.set(
      name,
      await move(opportunities.get(name)!, 'proposal', { ...(before && { before: opportunities.get(before)!.id }) }),
    )
    order.splice(0, order.length, ...rest.slice(0, at), name, ...rest.slice(at))
  }
  expect((await columnOf('proposal')).filter((name) => name.startsWith('כרטיס'))).toEqual(order)
})

test('concurrent moves to the same position get distinct ranks', async () => {
  const target = await newOpportunity('יעד', contactOfCoach)
  await move(target, 'followup')
  const opportunities = await Promise.all(
    Array.from({ length: 12 }, (_, i) => newOpportunity(`יחד ${i}`, contactOfCoach)),
  )
  await Promise.all(opportunities.map((one) => move(one, 'followup', { before: target.id })))
  const column = await columnOf('followup')
  expect(column.indexOf('יעד')).toBe(column.length - 1)
  expect(
    new Set(
      (await db.sql<{ rank: string }>(`select rank from opportunities where stage = 'followup'`)).map(
        (row) => row.rank,
      ),
    ).size,
  ).toBe(column.length)
})

test('a coach who sees only part of a column still gets a free rank', async () => {
  const hidden = await newOpportunity('נסתרת', otherContact)
  const seen = await newOpportunity('נראית', contactOfCoach)
  await move(seen, 'nurture')
  await move(hidden, 'nurture', { before: seen.id })
  const another = await newOpportunity('שלישית', contactOfCoach)
  await move(another, 'nurture', { before: seen.id }, 'coach')
  expect((await columnOf('nurture')).slice(-3)).toEqual(['נסתרת', 'שלישית', 'נראית'])
})

test('a rank cannot be written directly, because an invalid one would break the order of its column', async () => {
  const one = await newOpportunity('מורעלת', contactOfCoach)
  for (const actor of ['owner', 'coach'] as const)
    await expect(db.as(as[actor], `update opportunities set rank = ' ' where id = $1`, [one.id])).rejects.toMatchObject(
      { code: '42501' },
    )
  await expect(db.as(as.coach, 'select free_rank($1, $2)', [one.stage_id, one.id])).rejects.toMatchObject({
    code: '42501',
  })
})

test('an opportunity moved to the bin is logged once on the timeline, and refuses moves until it is restored', async () => {
  const one = await newOpportunity('לסל', contactOfCoach)
  await db.as(as.owner, 'update opportunities set deleted_at = now() where id = $1', [one.id])
  await expect(move({ ...one, version: 2 }, 'contacted')).rejects.toMatchObject({ message: 'opportunity_not_found' })
  await db.as(as.owner, 'update opportunities set deleted_at = null where id = $1', [one.id])
  await db.as(as.owner, 'delete from opportunities where id = $1', [one.id])
  const activities = await db.sql<{ type: string }>(
    `select type from activities where related_id = $1 order by happened_at`,
    [one.id],
  )
  expect(activities.map((line) => line.type)).toEqual([
    'opportunity.created',
    'opportunity.deleted',
    'opportunity.restored',
    'opportunity.deleted',
  ])
})

async function id(sql: string, values?: unknown[]) {
  return (await db.sql<{ id: string }>(sql, values))[0]!.id
}

/** An opportunity as PostgREST returns it: timestamps as text. */
async function newOpportunity(name: string, contactId: string, ownerId?: string): Promise<Opportunity> {
  const [row] = await db.sql<{ opportunity: Opportunity }>(
    `insert into opportunities as o (name, contact_id, owner_id) values ($1, $2, $3) returning to_jsonb(o) as opportunity`,
    [name, contactId, ownerId],
  )
  return row!.opportunity
}

type How = { before?: string; reason?: string; note?: string }
async function moveTo(
  one: Opportunity,
  stageId: string,
  { before, reason, note }: How = {},
  actor: keyof typeof as = 'sales',
): Promise<Opportunity> {
  const [row] = await db.as<{ opportunity: Opportunity }>(
    as[actor],
    'select to_jsonb(move_opportunity($1, $2, $3, $4, $5, $6)) as opportunity',
    [one.id, stageId, one.version, before, reason, note],
  )
  return row!.opportunity
}
const move = (one: Opportunity, stage: string, how: How = {}, actor: keyof typeof as = 'sales') =>
  moveTo(one, stages[stage]!.id, how, actor)

async function columnOf(stage: string) {
  const opportunities = await db.sql<{ name: string }>(
    'select name from opportunities where stage_id = $1 order by rank',
    [stages[stage]!.id],
  )
  return opportunities.map((row) => row.name)
}

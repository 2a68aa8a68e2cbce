import { expect, test } from 'vitest'
import { makeActors } from '../../../../test/actors.ts'
import { testDatabase } from '../../../../test/database.ts'
import type { OpportunityFilter } from '../list/opportunity-filter.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const [{ id: pipeline }] = (await db.sql<{ id: string }>('select id from pipelines where is_default')) as [
  { id: string },
]
const stages = new Map(
  (await db.sql<{ slug: string; id: string }>('select slug, id from pipeline_stages')).map(({ slug, id }) => [
    slug,
    id,
  ]),
)
const person = async (first: string, last: string, owner?: string) =>
  (
    await db.sql<{ id: string }>(
      'insert into contacts (first_name, last_name, owner_id) values ($1, $2, $3) returning id',
      [first, last, owner],
    )
  )[0]!.id
const noa = await person('נועה', 'גלבוע', ids.coach)
const avi = await person('אבי', "צ'רניחובסקי")
await db.sql(
  `insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, 'phone', '050', '+972501234567')`,
  [avi],
)
const add = (name: string, contact: string, stage: string, more: Record<string, unknown> = {}) =>
  db.sql(
    `insert into opportunities (name, contact_id, stage, amount_agorot, owner_id, source, expected_close_on, probability_override, stage_entered_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, coalesce($9, now()))`,
    [
      name,
      contact,
      stage,
      more['agorot'] ?? 0,
      more['owner'] ?? null,
      more['source'] ?? null,
      more['closes'] ?? null,
      more['probability'] ?? null,
      more['since'] ?? null,
    ],
  )
await add('ליווי – נועה', noa, 'new', { agorot: 100_000, owner: ids.coach, source: 'אתר', closes: '2026-12-10' })
await add('סדנה – אבי', avi, 'new', { agorot: 50_000, source: 'המלצה', closes: '2026-12-20', probability: 50 })
await add('בית מאוזן – אבי', avi, 'proposal', { agorot: 200_000, since: '2026-01-01T00:00:00Z' })
await db.sql(
  `insert into tasks (name, due_date, opportunity_id) select 'לחזור', '2020-01-01', id from opportunities where name = 'סדנה – אבי'`,
)
await db.sql(`insert into opportunities (name, contact_id, deleted_at) values ('בסל', $1, now())`, [noa])

const shown = async (filter: OpportunityFilter, actor: keyof typeof as = 'owner') =>
  (
    await db.as<{ name: string }>(
      as[actor],
      `select name from board_cards($1, jsonb_populate_record(null::opportunity_filter, $2)) order by name`,
      [pipeline, JSON.stringify(filter)],
    )
  ).map(({ name }) => name)

test.each<[string, OpportunityFilter, string[]]>([
  ['nothing', {}, ['בית מאוזן – אבי', 'ליווי – נועה', 'סדנה – אבי']],
  ['a word of the name', { query: 'מאוזן' }, ['בית מאוזן – אבי']],
  ['the contact’s name without punctuation', { query: 'צרניחובסקי' }, ['בית מאוזן – אבי', 'סדנה – אבי']],
  ['the contact’s phone in local format', { query: '050-123-4567' }, ['בית מאוזן – אבי', 'סדנה – אבי']],
  ['a LIKE wildcard', { query: '%' }, []],
  ['owner', { owners: [ids.coach] }, ['ליווי – נועה']],
  ['no owner', { owners: ['00000000-0000-0000-0000-000000000000'] }, ['בית מאוזן – אבי', 'סדנה – אבי']],
  ['source', { sources: ['אתר', ''] }, ['בית מאוזן – אבי', 'ליווי – נועה']],
  ['no next step', { steps: ['none'] }, ['בית מאוזן – אבי', 'ליווי – נועה']],
  ['an overdue next step', { steps: ['overdue'] }, ['סדנה – אבי']],
  ['closing month', { closes_from: '2026-12-01', closes_until: '2026-12-15' }, ['ליווי – נועה']],
  ['no closing date', { without_close: true }, ['בית מאוזן – אבי']],
  ['stalled', { rotting: true }, ['בית מאוזן – אבי']],
  ['status', { statuses: ['won'] }, []],
])('the board filtered by %s shows only the matching cards', async (_what, filter, names) => {
  expect(await shown(filter)).toEqual(names)
})

test('a coach finds and counts only their own opportunities, and cannot request other people’s ids', async () => {
  expect(await shown({}, 'coach')).toEqual(['ליווי – נועה'])
  expect(await shown({ query: 'אבי' }, 'coach')).toEqual([])
  expect(await db.as(as.coach, `select matching_opportunity_ids('אבי')`)).toEqual([])
  expect(await db.as(as.coach, 'select cards::int from board_totals($1)', [pipeline])).toEqual([{ cards: 1 }])
})

test.each(['content', 'client', 'stranger'] as const)('%s gets no opportunities and totals of zero', async (actor) => {
  expect(await shown({}, actor)).toEqual([])
  expect(await db.as(as[actor], 'select from board_totals($1)', [pipeline])).toEqual([])
})

test('column totals contain count, sum and weighted sum', async () => {
  const totals = await db.as(
    as.owner,
    'select cards::int, sum_agorot::int, weighted_agorot::int from board_totals($1) where stage_id = $2',
    [pipeline, stages.get('new')],
  )
  // 5 % of 1,000 from the stage, and 50 % of 500 from the opportunity
  expect(totals).toEqual([{ cards: 2, sum_agorot: 150_000, weighted_agorot: 30_000 }])
})

test('the forecast groups open opportunities by month, and those without a date separately', async () => {
  const months = await db.as(
    as.owner,
    `select month::text, cards::int, sum_agorot::int from opportunity_forecast($1) order by month nulls last`,
    [pipeline],
  )
  expect(months).toEqual([
    { month: '2026-12-01', cards: 2, sum_agorot: 150_000 },
    { month: null, cards: 1, sum_agorot: 200_000 },
  ])
})

test('a column is paged by rank without gaps or duplicates', async () => {
  for (let i = 0; i < 25; i++) await add(`רבות ${i}`, avi, 'nurture')
  const seen: string[] = []
  for (let after: string | null = null; ;) {
    const page: { name: string; rank: string }[] = await db.as(
      as.owner,
      `select name, rank from board_cards($1, null, $2, $3, 10) order by rank`,
      [pipeline, stages.get('nurture'), after],
    )
    if (page.length === 0) break
    seen.push(...page.map(({ name }) => name))
    after = page.at(-1)!.rank
  }
  expect(seen).toHaveLength(25)
  expect(new Set(seen).size).toBe(25)
})

test.each([
  ['expected_close_on', false],
  ['expected_close_on', true],
  ['amount_agorot', true],
  ['name', false],
  ['next_step_at', false],
])(
  'the table sorted by %s (descending: %s) lists every opportunity once, with empty values last',
  async (sort, descending) => {
    const seen: { id: string; value: string | null }[] = []
    for (;;) {
      const last = seen.at(-1)
      const page: typeof seen = await db.as(
        as.owner,
        `select id, ${sort}::text as value from listed_opportunities($1, null, $2, $3, $4, $5, 7)`,
        [pipeline, sort, descending, last?.value ?? null, last?.id ?? null],
      )
      if (page.length === 0) break
      seen.push(...page)
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(28)
    expect(seen).toHaveLength(28)
    const firstEmpty = seen.findIndex(({ value }) => value === null)
    expect(firstEmpty < 0 || seen.slice(firstEmpty).every(({ value }) => value === null)).toBe(true)
  },
)

test('an unknown sort order is refused by name', async () => {
  await expect(
    db.as(as.owner, `select from listed_opportunities($1, null, 'rank; drop table tasks')`, [pipeline]),
  ).rejects.toMatchObject({ code: 'PT422', message: 'unknown_order' })
})

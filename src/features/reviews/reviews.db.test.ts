import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { as } = await makeActors(db)

const defaults = {
  shown_name: 'נועה',
  body: 'סוף סוף יודעים כמה עולה חודש.',
  permission: 'אישרו בוואטסאפ',
  permitted_on: '2026-11-01',
}
type Given = Partial<Record<keyof typeof defaults, string | null>> & Record<string, unknown>
async function add(more: Given = {}): Promise<string> {
  const row = { ...defaults, ...more }
  const columns = Object.keys(row).join(', ')
  const [added] = await db.sql<{ id: string }>(
    `insert into reviews (${columns}) select ${columns} from jsonb_populate_record(null::reviews, $1) returning id`,
    [JSON.stringify({ status: 'pending', source: 'manual', tags: [], consent_scope: 'first_name_only', ...row })],
  )
  return added!.id
}
const approve = (id: string) => db.sql(`update reviews set status = 'approved' where id = $1`, [id])
const shown = async () =>
  (await db.as<{ shown_name: string }>({ role: 'anon' }, 'select * from approved_reviews()')).map(
    (row) => row.shown_name,
  )

const waiting = await add()
const existing = await add({ shown_name: 'מאיה', rating: 4 })
await approve(existing)
await db.sql(`insert into review_authors (review_id, name, words_hash) values ($1, 'מאיה לוי', 'x')`, [existing])

const cases: [action: string, sql: string, actors: string][] = [
  ['see a review that waits', `select from reviews where id = '${waiting}'`, 'owner admin content'],
  ['see a whole row of an approved one', `select from reviews where id = '${existing}'`, 'owner admin content'],
  ['see who wrote it', `select from review_authors where review_id = '${existing}'`, 'owner admin'],
  [
    'add one received elsewhere',
    `insert into reviews (shown_name, body) values ('x', 'עשר מילים לפחות') returning *`,
    'owner admin content',
  ],
  [
    'add one with the form as its source',
    `insert into reviews (shown_name, body, source) values ('x', 'עשר מילים לפחות', 'form') returning *`,
    'no role',
  ],
  ['approve one', `update reviews set status = 'approved' where id = '${waiting}' returning *`, 'owner admin content'],
  ['change the original text', `update reviews set original_body = 'x' where id = '${waiting}' returning *`, 'no role'],
  [
    'widen the author’s consent',
    `update reviews set consent_scope = 'ads' where id = '${waiting}' returning *`,
    'no role',
  ],
  ['delete one', `delete from reviews where id = '${waiting}' returning *`, 'owner admin'],
  [
    'read approved reviews',
    'select * from approved_reviews()',
    'visitor stranger owner admin coach sales content client',
  ],
]
for (const [action, sql, actors] of cases)
  test(`roles that may ${action}: ${actors}`, async () => {
    expect(await whoMay(db, as, sql)).toBe(actors)
  })

test('pending and rejected reviews are not public, and a withdrawn one disappears from the site at once', async () => {
  expect(await shown()).toEqual(['מאיה'])
  await db.sql(`update reviews set status = 'rejected', rejected_because = 'withdrawn' where id = $1`, [existing])
  expect(await shown()).toEqual([])
  await db.sql(`update reviews set status = 'approved', rejected_because = null where id = $1`, [existing])
  expect(await shown()).toEqual(['מאיה'])
})

const refused: [what: string, more: Given, constraint: string][] = [
  ['without a record of its permission', { permission: null }, 'review_without_permission'],
  ['without the date of its permission', { permitted_on: null }, 'review_without_permission'],
  [
    'from the form, before its author is verified',
    { source: 'form', status: 'pending_verification' },
    'review_not_verified',
  ],
]
for (const [what, more, constraint] of refused)
  test(`a review ${what} is not approved`, async () => {
    const id = await add(more)
    await expect(approve(id)).rejects.toMatchObject({ constraint })
  })

test('a review from the form can be approved once its author is verified', async () => {
  const id = await add({ source: 'form', status: 'pending_verification' })
  await db.sql(`update reviews set status = 'pending' where id = $1`, [id])
  await approve(id)
  const [row] = await db.sql(
    'select verified_at is not null as verified, approved_at is not null as approved from reviews where id = $1',
    [id],
  )
  expect(row).toEqual({ verified: true, approved: true })
  await db.sql('delete from reviews where id = $1', [id])
})

test('another wording is shown only with its author’s consent, and the original wording is retained', async () => {
  const id = await add()
  await db.sql(`update reviews set body = 'נוסח קצר יותר ממה שנכתב' where id = $1`, [id])
  await expect(approve(id)).rejects.toMatchObject({ constraint: 'review_changed_without_consent' })
  await db.sql(`update reviews set edit_agreed_on = '2026-11-02' where id = $1`, [id])
  await approve(id)
  const [row] = await db.sql('select body, original_body from reviews where id = $1', [id])
  expect(row).toEqual({ body: 'נוסח קצר יותר ממה שנכתב', original_body: defaults.body })
  await db.sql('delete from reviews where id = $1', [id])
})

test('the average counts every client rating except spam, including ratings of unpublished reviews', async () => {
  const unhappy = await add({ rating: 1 })
  await db.sql(`update reviews set status = 'rejected', rejected_because = 'other' where id = $1`, [unhappy])
  const spam = await add({ rating: 1 })
  await db.sql(`update reviews set status = 'rejected', rejected_because = 'spam' where id = $1`, [spam])
  expect(await db.as({ role: 'anon' }, 'select average::float, rated::int from review_average()')).toEqual([
    { average: 2.5, rated: 2 },
  ])
})

test('a review from the form counts towards the average once its author is verified, regardless of moderation', async () => {
  const averageNow = async () =>
    (await db.as<{ rated: number }>({ role: 'anon' }, 'select rated::int from review_average()'))[0]!.rated
  const before = await averageNow()
  const unread = await add({ rating: 1, source: 'form', status: 'pending_verification' })
  expect(await averageNow()).toBe(before)
  for (const read of [`status = 'pending'`, `status = 'approved'`, `status = 'rejected', rejected_because = 'other'`]) {
    await db.sql(`update reviews set ${read} where id = $1`, [unread])
    expect(await averageNow(), read).toBe(before + 1)
  }
  await db.sql('delete from reviews where id = $1', [unread])
})

test('demo reviews are shown only on the demo’s own site', async () => {
  await db.sql(`insert into reviews (shown_name, body, original_body, status, permission, permitted_on, is_demo)
    values ('דוגמה', 'מילים לדוגמה', '', 'approved', 'דוגמה', '2026-01-01', true)`)
  expect(await shown()).not.toContain('דוגמה')
  const [owner] = await db.sql<{ id: string }>(`select user_id as id from user_roles where role = 'owner'`)
  await db.sql(`insert into business_profiles (user_id, is_demo) values ($1, true)`, [owner!.id])
  expect(await shown()).toContain('דוגמה')
})

import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const text = await db.sql<{ id: string }>('select id from consent_texts limit 1')

const one = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id
let number = 0

/** A contact with a number, a mail address, an opportunity, tasks, notes, a consent and an enrolment. */
async function person(first: string, facts: Record<string, unknown> = {}) {
  const id = await one(`insert into contacts (first_name, last_name, owner_id) values ($1, 'לוי', $2) returning id`, [
    first,
    ids.coach,
  ])
  for (const [column, value] of Object.entries(facts))
    await db.sql(`update contacts set ${column} = $2 where id = $1`, [id, value])
  const phone = `+97252${String(1_000_000 + number++)}`
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary)
     values ($1, 'phone', $2, $2, true), ($1, 'email', $3, $3, true), ($1, 'phone', '+972520000001', '+972520000001', false)`,
    [id, phone, `p${number}@example.com`],
  )
  const opportunity = await one(`insert into opportunities (name, contact_id) values ('ליווי', $1) returning id`, [id])
  await db.sql(`insert into tasks (name, opportunity_id, due_date) values ('להתקשר', $1, current_date + $2::int)`, [
    opportunity,
    number,
  ])
  await db.sql(`insert into activities (type, contact_id, payload) values ('note', $1, '{"text": "שיחה טובה"}')`, [id])
  await db.sql(
    `insert into consents (contact_id, value_norm, channel, purpose, action, text_version_id, source_type)
     values ($1, 'shared@example.com', 'email', 'marketing', 'grant', $2, 'test')`,
    [id, text[0]!.id],
  )
  return id
}

const product = await one(`insert into products (slug, name) values ('livui', 'ליווי') returning id`)
async function merge(winner: string, loser: string, choices: object = {}) {
  const [versions] = await db.sql<{ w: number; l: number }>(
    'select (select version from contacts where id = $1) as w, (select version from contacts where id = $2) as l',
    [winner, loser],
  )
  const [done] = await db.as<{ id: string }>(as.admin, 'select merge_contacts($1, $2, $3, $4, $5) as id', [
    winner,
    loser,
    versions!.w,
    versions!.l,
    JSON.stringify(choices),
  ])
  return done!.id
}
const unmerge = async (id: string) =>
  (await db.as<{ result: object }>(as.admin, 'select unmerge_contacts($1) as result', [id]))[0]!.result

/** All rows of these contacts, from every table that references a contact. */
async function everything(...people: string[]) {
  const tables = await db.sql<{ rel: string; col: string }>('select rel::text, col::text from contact_references()')
  const rows = await db.sql<{ row: string }>(
    [
      `select 'contacts ' || c::text as row from contacts c where c.id = any ($1)`,
      `select 'contact_staff_details ' || d::text as row from contact_staff_details d where d.contact_id = any ($1)`,
      ...tables.map(({ rel, col }) => `select '${rel} ' || t::text as row from ${rel} t where t.${col} = any ($1)`),
    ].join(' union all ') + ' order by 1',
    [people],
  )
  return rows.map(({ row }) => row)
}
/** Removes the activities and events of the merge and its undo. */
const withoutMergeActivities = (rows: string[]) =>
  rows.filter((row) => !/contact\.(un)?merged|^domain_events \(\d+,contact\.updated/.test(row))

test('every table that references a contact is covered, except pairs of contacts and details, which are merged by column', async () => {
  const pointing = await db.sql<{ name: string }>(`
    select tc.table_name || '.' || kcu.column_name as name
    from information_schema.table_constraints tc
    join information_schema.key_column_usage kcu using (constraint_schema, constraint_name)
    join information_schema.constraint_column_usage ccu using (constraint_schema, constraint_name)
    where tc.constraint_type = 'FOREIGN KEY' and tc.table_schema = 'public' and ccu.table_name = 'contacts' order by 1`)
  const followed = await db.sql<{ name: string; has_key: boolean }>(
    `select rel::text || '.' || col as name, key is not null as has_key from contact_references() order by 1`,
  )
  const handledApart = /^(contacts|contact_staff_details|merges|duplicate_pairs)\./
  expect(followed.map(({ name }) => name)).toEqual(
    pointing.map(({ name }) => name).filter((name) => !handledApart.test(name)),
  )
  expect(followed.filter(({ has_key }) => !has_key)).toEqual([])
  expect(followed.length).toBeGreaterThan(14)
})

test('after merge and undo every row is identical to the original', async () => {
  const household = await one(`insert into households (name) values ('לוי') returning id`)
  const winner = await person('נועה', { household_id: household, household_role: 'partner' })
  const loser = await person('נועה', { source: 'המלצה', lifecycle: 'client', client_user_id: ids.client })
  await writeDetails(loser, { score: 7 })
  for (const id of [winner, loser]) {
    await db.sql('insert into enrolments (product_id, contact_id) values ($1, $2)', [product, id])
    await db.sql('insert into product_waitlist (product_id, contact_id) values ($1, $2)', [product, id])
  }
  await db.sql(
    `insert into lead_magnet_requests (magnet_id, contact_id, name, email)
     select id, $1, 'נועה', 'noa@example.com' from lead_magnets where slug = 'lesson'`,
    [loser],
  )
  const before = withoutMergeActivities(await everything(winner, loser))

  const id = await merge(winner, loser, { first_name: 'loser', lifecycle: 'loser' })
  const [merged] = await db.sql(
    `select lifecycle, source, client_user_id, household_role, (select score from contact_staff_details where contact_id = $1),
       (select count(*)::int from contact_points where contact_id = $1) as points,
       (select count(*)::int from contact_points where contact_id = $1 and is_primary) as primary_points,
       (select count(*)::int from opportunities where contact_id = $1 and deleted_at is null) as opportunities,
       (select count(*)::int from tasks where contact_id = $1 and deleted_at is null) as tasks,
       (select count(*)::int from consents where contact_id = $1) as consents,
       (select count(*)::int from enrolments where contact_id = $1) as places
     from contacts where id = $1`,
    [winner],
  )
  expect(merged).toEqual({
    lifecycle: 'client',
    source: 'המלצה',
    score: 7,
    client_user_id: ids.client,
    household_role: 'partner',
    points: 5,
    primary_points: 2,
    opportunities: 2,
    tasks: 2,
    consents: 2,
    places: 1,
  })
  expect(
    await db.sql('select merged_into_id, deleted_at is not null as is_gone from contacts where id = $1', [loser]),
  ).toEqual([{ merged_into_id: winner, is_gone: true }])

  expect(await unmerge(id)).toEqual({ changed: 0, gone: 0, kept: [] })
  expect(withoutMergeActivities(await everything(winner, loser))).toEqual(before)
  expect(await db.sql(`select type from activities where related_id = $1 order by happened_at`, [id])).toEqual([
    { type: 'contact.merged' },
    { type: 'contact.unmerged' },
  ])
})

const detailsOf = async (...people: string[]) =>
  db.sql('select d.* from contact_staff_details d where d.contact_id = any ($1) order by d.contact_id', [people])
async function writeDetails(contact: string, facts: Record<string, unknown>) {
  for (const [column, value] of Object.entries(facts))
    await db.sql(`update contact_staff_details set ${column} = $2 where contact_id = $1`, [contact, value])
}

test('staff details are merged by column, the call basis as a whole, and are restored by undo', async () => {
  const loser = await person('גילה')
  const winner = await person('גילה')
  const basis = (call_basis: string, at: string) =>
    `call_basis = '${call_basis}', call_basis_at = '${at}', call_basis_note = 'הוכחה של ${call_basis}'`
  await db.sql(`update contact_staff_details set ${basis('consent', '2026-01-01')} where contact_id = $1`, [loser])
  await db.sql(`update contact_staff_details set ${basis('customer', '2026-02-02')} where contact_id = $1`, [winner])
  await db.sql(
    `insert into custom_field_defs (entity, key, label, type) select 'contact', key, key, 'text' from unnest('{city,job,hobby}'::text[]) key`,
  )
  await writeDetails(loser, {
    dnc_checked_at: '2026-03-03T00:00:00Z',
    first_touch: { url: '/first' },
    custom: { city: 'עכו', job: 'מורה', hobby: 'ציור' },
  })
  await writeDetails(winner, { first_touch: { url: '/later' }, custom: { city: 'צפת', job: 'נגרית' } })
  const before = await detailsOf(winner, loser)

  const id = await merge(winner, loser, { call_basis: 'loser', 'custom.job': 'loser' })
  expect(await detailsOf(winner)).toMatchObject([
    {
      call_basis: 'consent',
      call_basis_at: new Date('2026-01-01T00:00:00Z'),
      call_basis_note: 'הוכחה של consent',
      dnc_checked_at: new Date('2026-03-03T00:00:00Z'),
      first_touch: { url: '/first' },
      custom: { city: 'צפת', job: 'מורה', hobby: 'ציור' },
    },
  ])
  expect(await unmerge(id)).toEqual({ changed: 0, gone: 0, kept: [] })
  expect(await detailsOf(winner, loser)).toEqual(before)

  const again = await merge(winner, loser, { call_basis: 'loser' })
  await writeDetails(winner, { call_basis_note: 'הוכחה חדשה' })
  expect(await unmerge(again)).toEqual({ changed: 0, gone: 0, kept: ['call_basis_note'] })
  expect(await detailsOf(winner)).toMatchObject([{ call_basis: 'customer', call_basis_note: 'הוכחה חדשה' }])
})

test("records that the loser shared with another household are not shared with the winner's household", async () => {
  const [former, present] = [
    await one(`insert into households (name) values ('כהן') returning id`),
    await one(`insert into households (name) values ('לוי') returning id`),
  ]
  const loser = await person('דנה', { household_id: former, household_role: 'partner' })
  const winner = await person('דנה', { household_id: present, household_role: 'partner' })
  const share = async (contact: string) => {
    await db.sql(`insert into tasks (name, contact_id, shared_with) values ('א', $1, 'household')`, [contact])
    await db.sql(
      `insert into files (name, contact_id, shared_with, stored_at) values ('א.pdf', $1, 'household', now())`,
      [contact],
    )
    await db.sql(`insert into session_notes (contact_id, held_on, title) values ($1, current_date, 'ליווי')`, [contact])
  }
  await share(loser)
  await share(winner)
  await merge(winner, loser)
  const sharedWith = async (table: string) =>
    (
      await db.sql<{ shared_with: string }>(
        `select shared_with from ${table} where contact_id = $1 and shared_with is not null order by created_at`,
        [winner],
      )
    ).map((row) => row.shared_with)
  for (const table of ['tasks', 'files', 'session_notes'])
    expect([table, ...(await sharedWith(table))]).toEqual([table, 'client', 'household'])

  const same = await person('דנה', { household_id: present, household_role: 'partner' })
  await share(same)
  await merge(winner, same)
  expect(await sharedWith('tasks')).toEqual(['client', 'household', 'household'])
})

test('a table created later is reassigned as well', async () => {
  await db.sql(
    'create table gifts (recipient uuid not null references contacts (id), title text, primary key (recipient, title))',
  )
  const winner = await person('מאיה')
  const loser = await person('מאיה')
  await db.sql(`insert into gifts values ($1, 'ספר'), ($1, 'פרח'), ($2, 'ספר')`, [loser, winner])
  const id = await merge(winner, loser)
  const of = (contact: string) => db.sql('select title from gifts where recipient = $1 order by 1', [contact])
  expect(await of(winner)).toEqual([{ title: 'ספר' }, { title: 'פרח' }])
  expect(await of(loser), 'rows that the winner already has stay with the loser').toEqual([{ title: 'ספר' }])
  await unmerge(id)
  expect(await of(winner)).toEqual([{ title: 'ספר' }])
  await db.sql('drop table gifts')
})

test('undoing a merge retains later changes and reports them', async () => {
  const winner = await person('שיר')
  const loser = await person('שירה')
  const [note] = await db.sql<{ id: string }>(`select id from activities where contact_id = $1 and type = 'note'`, [
    loser,
  ])
  const [task] = await db.sql<{ id: string }>(`select id from tasks where contact_id = $1`, [loser])
  const id = await merge(winner, loser, { first_name: 'loser' })
  await db.sql(`update activities set payload = '{"text": "תוקן"}' where id = $1`, [note!.id])
  await db.sql('delete from tasks where id = $1', [task!.id])
  await db.sql(`update contacts set first_name = 'שירלי', source = 'אתר' where id = $1`, [winner])
  const added = await one(`insert into activities (type, contact_id, payload) values ('note', $1, '{}') returning id`, [
    winner,
  ])
  expect(await unmerge(id)).toEqual({ changed: 1, gone: 1, kept: ['source', 'first_name'].sort() })
  expect(await db.sql('select first_name, source from contacts where id = $1', [winner])).toEqual([
    { first_name: 'שירלי', source: 'אתר' },
  ])
  expect(await db.sql('select contact_id, payload from activities where id = $1', [note!.id])).toEqual([
    { contact_id: loser, payload: { text: 'תוקן' } },
  ])
  expect(await db.sql('select contact_id from activities where id = $1', [added])).toEqual([{ contact_id: winner }])
})

test('after a merge is undone, the next step of each record is computed from its own open tasks', async () => {
  const winner = await person('שקד')
  const loser = await person('שקדי')
  const nextStep = async (contact: string) =>
    (await db.sql<{ at: Date | null }>('select next_step_at as at from contacts where id = $1', [contact]))[0]!.at
  const own = await nextStep(winner)
  const tasks = await db.sql<{ id: string }>('select id from tasks where contact_id = $1', [loser])
  const id = await merge(winner, loser)
  for (const task of tasks) await db.sql(`update tasks set status = 'Done' where id = $1`, [task.id])
  await unmerge(id)
  expect([await nextStep(winner), await nextStep(loser)]).toEqual([own, null])
})

test('a consent withdrawn while merged stays withdrawn for both contacts after the merge is undone', async () => {
  const winner = await person('יעל')
  const loser = await person('יעלי')
  const addConsent = (contact: string, value: string, action: string) =>
    db.sql(
      `insert into consents (contact_id, value_norm, channel, purpose, action, text_version_id, source_type)
       values ($1, $2, 'email', 'marketing', $3, $4, 'test')`,
      [contact, value, action, text[0]!.id],
    )
  const [own] = await db.sql<{ value_norm: string }>(
    `select value_norm from contact_points where contact_id = $1 and kind = 'email'`,
    [winner],
  )
  const [theirs] = await db.sql<{ value_norm: string }>(
    `select value_norm from contact_points where contact_id = $1 and kind = 'email'`,
    [loser],
  )
  for (const [contact, value] of [
    [winner, own!.value_norm],
    [loser, theirs!.value_norm],
    [loser, 'again@example.com'],
  ] as const)
    await addConsent(contact, value, 'grant')
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, 'email', 'again@example.com', 'again@example.com')`,
    [loser],
  )
  const id = await merge(winner, loser)
  await addConsent(winner, theirs!.value_norm, 'withdraw')
  await addConsent(winner, own!.value_norm, 'withdraw')
  await addConsent(winner, 'again@example.com', 'withdraw')
  await addConsent(winner, 'again@example.com', 'grant')
  await db.sql('update contacts set do_not_contact = true where id = $1', [winner])
  await unmerge(id)
  const last = async (contact: string) =>
    Object.fromEntries(
      (
        await db.sql<{ value_norm: string; action: string }>(
          'select value_norm, action from current_consents where contact_id = $1',
          [contact],
        )
      ).map(({ value_norm, action }) => [value_norm, action]),
    )
  expect(await last(loser)).toEqual({
    'shared@example.com': 'grant',
    [theirs!.value_norm]: 'withdraw',
    'again@example.com': 'grant',
  })
  expect(await last(winner)).toMatchObject({ [own!.value_norm]: 'withdraw', [theirs!.value_norm]: 'withdraw' })
  const [copy] = await db.sql(`select text_snapshot_hash from consents where contact_id = $1 and action = 'withdraw'`, [
    loser,
  ])
  expect(copy!['text_snapshot_hash']).toMatch(/^[0-9a-f]{64}$/)
  expect(await db.sql('select do_not_contact from contacts where id = any ($1)', [[winner, loser]])).toEqual([
    { do_not_contact: true },
    { do_not_contact: true },
  ])
})

test('a do-not-contact flag of the losing record is restored to it alone', async () => {
  const winner = await person('גיל')
  const loser = await person('גילה')
  await db.sql('update contacts set do_not_contact = true where id = $1', [winner])
  await unmerge(await merge(winner, loser))
  expect(await db.sql('select id from contacts where id = any ($1) and do_not_contact', [[winner, loser]])).toEqual([
    { id: winner },
  ])
})

test.each([
  ['goes', 'closed'],
  ['goes', 'assigned to another contact'],
  ['stays', 'closed'],
  ['stays', 'assigned to another contact'],
])('a merge can be undone if the account of the record that %s was %s since', async (whose, what) => {
  const winner = await person('עומר')
  const loser = await person('עומרי')
  const login = await one(`insert into auth.users (email) values ($1) returning id`, [`${whose}.${what}@example.com`])
  await db.sql('update contacts set client_user_id = $2 where id = $1', [whose === 'goes' ? loser : winner, login])
  // The loser's empty account is chosen, so the account stays with its record.
  const id = await merge(winner, loser, { client_user_id: whose === 'goes' ? 'winner' : 'loser' })
  if (what === 'closed') await db.sql('delete from auth.users where id = $1', [login])
  else {
    await db.sql('update contacts set client_user_id = null where client_user_id = $1', [login])
    await db.sql('update contacts set client_user_id = $2 where id = $1', [await person('נועם'), login])
  }
  await unmerge(id)
  expect(
    await db.sql('select client_user_id from contacts where id = any ($1) and deleted_at is null', [[winner, loser]]),
  ).toEqual([{ client_user_id: null }, { client_user_id: null }])
})

test('do-not-contact wins, and the latest consent decision applies, from either record', async () => {
  const winner = await person('דן')
  const loser = await person('דן', { do_not_contact: true })
  await db.sql(
    `insert into consents (contact_id, value_norm, channel, purpose, action, text_version_id, source_type)
     values ($1, 'shared@example.com', 'email', 'marketing', 'withdraw', $2, 'test')`,
    [loser, text[0]!.id],
  )
  await merge(winner, loser, { do_not_contact: 'winner' })
  expect(await db.sql('select do_not_contact from contacts where id = $1', [winner])).toEqual([
    { do_not_contact: true },
  ])
  expect(await db.sql('select action from current_consents where contact_id = $1', [winner])).toEqual([
    { action: 'withdraw' },
  ])
  await expect(db.sql('update consents set contact_id = $1 where contact_id = $1', [winner])).rejects.toMatchObject({
    message: 'only_added_to',
  })
})

test.each<[what: string, code: string, act: (a: string, b: string) => Promise<unknown>]>([
  ['merge a record with itself', 'merge_with_itself', (a) => merge(a, a)],
  ['merge with an unknown id', 'contact_not_found', (a) => merge(a, ids.owner)],
  [
    'merge with a record in the bin',
    'contact_not_found',
    async (a, b) => {
      await db.sql('update contacts set deleted_at = now() where id = $1', [b])
      await merge(a, b)
    },
  ],
  [
    'merge with a merged record',
    'contact_merged_already',
    async (a, b) => {
      await merge(a, b)
      await merge(a, b)
    },
  ],
  ['an invalid choice', 'choice_invalid', (a, b) => merge(a, b, { first_name: 'both' })],
  [
    'merge over an outdated version',
    'stale_version',
    (a, b) => db.as(as.owner, `select merge_contacts($1, $2, 99, 1)`, [a, b]),
  ],
  ['merge without the right', 'not_allowed', (a, b) => db.as(as.sales, 'select merge_contacts($1, $2, 1, 1)', [a, b])],
  [
    'undo a merge twice',
    'merge_undone_already',
    async (a, b) => {
      const id = await merge(a, b)
      await unmerge(id)
      await unmerge(id)
    },
  ],
  [
    'undo after a record was binned',
    'winner_in_bin',
    async (a, b) => {
      const id = await merge(a, b)
      await db.sql('update contacts set deleted_at = now() where id = $1', [a])
      await unmerge(id)
    },
  ],
  ['undo an unknown merge', 'merge_not_found', () => unmerge(ids.owner)],
  [
    'undo an earlier merge before a later one',
    'later_merge_first',
    async (a, b) => {
      const id = await merge(a, b)
      await merge(a, await person('עוד'))
      await unmerge(id)
    },
  ],
  [
    'undo a merge whose winner was merged',
    'later_merge_first',
    async (a, b) => {
      const id = await merge(a, b)
      await merge(await person('עוד'), a)
      await unmerge(id)
    },
  ],
])('the request to %s is refused with %s', async (_, code, act) => {
  const [a, b] = [await person('א'), await person('ב')]
  const before = await everything(a, b)
  await expect(act(a, b)).rejects.toMatchObject({ message: code })
  if (!/already|later|bin/.test(`${code} ${_}`)) expect(await everything(a, b)).toEqual(before)
})

test('three records become one and are restored in reverse order, identical to the originals', async () => {
  const people = [await person('רון'), await person('רון'), await person('רון')] as const
  const before = await everything(...people)
  const first = await merge(people[0], people[1])
  const second = await merge(people[2], people[0])
  await unmerge(second)
  await unmerge(first)
  expect(withoutMergeActivities(await everything(...people))).toEqual(before)
})

test('owners and admins can read merges; no role can write them or read their snapshots', async () => {
  expect(await whoMay(db, as, 'select id from merges')).toBe('owner admin')
  expect(await whoMay(db, as, 'select snapshot from merges')).toBe('no role')
  expect(await whoMay(db, as, 'update merges set undone_at = null returning id')).toBe('no role')
  expect(await whoMay(db, as, 'delete from merges returning id')).toBe('no role')
  const [a, b] = [await person('א'), await person('ב')]
  expect(await db.as(as.owner, 'select preview_merge($1, $2) as found', [a, b])).toMatchObject([
    { found: { contact_points: 3, opportunities: 1, tasks: 1, consents: 1 } },
  ])
  await expect(db.as(as.coach, 'select preview_merge($1, $2)', [a, b])).rejects.toMatchObject({
    message: 'not_allowed',
  })
})

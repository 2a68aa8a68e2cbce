import { beforeEach, expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id

let serial = 0
async function makeClient(household: string | null) {
  const user = await id('insert into auth.users (email) values ($1) returning id', [`client${serial++}@example.com`])
  await db.sql(`insert into user_roles (user_id, role) values ($1, 'client')`, [user])
  const contact = await id(
    `insert into contacts (first_name, household_id, household_role, client_user_id, owner_id)
     values ('נועה', $1, $2, $3, $4) returning id`,
    [household, household && 'partner', user, ids.coach],
  )
  return { contact, claims: { role: 'authenticated', sub: user } }
}
type Client = Awaited<ReturnType<typeof makeClient>>

let noa: Client, itay: Client, other: Client
beforeEach(async () => {
  const home = await id(`insert into households (name) values ('משפחת לוי') returning id`)
  ;[noa, itay, other] = [await makeClient(home), await makeClient(home), await makeClient(null)]
})

const meet = (days: number, status = 'confirmed', more: { rescheduled_from_id?: string } = {}) =>
  id(
    `insert into appointments (title, user_id, contact_id, starts_at, ends_at, status, location_kind, rescheduled_from_id)
     select 'ליווי', $1, $2, at, at + interval '1 hour', $4, 'meet', $5 from (select now() + make_interval(days => $3) as at) at returning id`,
    [ids.coach, noa.contact, days, status, more.rescheduled_from_id ?? null],
  )
const open = async (claims: typeof as.coach, contact: string, appointment: string | null = null) =>
  (await db.as<{ id: string }>(claims, 'select open_session_note($1, $2) as id', [contact, appointment]))[0]!.id
const noteOf = async (note: string) => (await db.sql('select * from session_notes where id = $1', [note]))[0]!
const step = (text: string, owner = 'client', due_on: string | null = null) => ({
  id: crypto.randomUUID(),
  text,
  owner,
  due_on,
})
const write = (note: string, changes: { shared_md?: string; shared_with?: string; steps?: object[] }) =>
  db.as(
    as.coach,
    `update session_notes set shared_md = coalesce($2, shared_md), shared_with = coalesce($3, shared_with), steps = coalesce($4, steps)
     where id = $1 returning version`,
    [
      note,
      changes.shared_md ?? null,
      changes.shared_with ?? null,
      changes.steps ? JSON.stringify(changes.steps) : null,
    ],
  )
const act = async (name: 'share_session_note' | 'add_tasks_of_note', note: string, claims = as.coach) =>
  db.as<{ made: number }>(claims, `select ${name}($1, $2) as made`, [note, (await noteOf(note))['version']])
const summariesOf = ({ claims }: Client) => db.as(claims, 'select body, steps from session_summaries')

test('a new note is prefilled with the agenda, and a meeting has a single note', async () => {
  await db.as(as.owner, `update session_agenda set private_md = '- איך הם', shared_md = '**מה עשינו**'`)
  const meeting = await meet(-3)
  const note = await open(as.coach, noa.contact, meeting)
  expect(await open(as.owner, noa.contact, meeting)).toBe(note)
  expect(await noteOf(note)).toMatchObject({ title: 'ליווי', private_md: '- איך הם', shared_md: '**מה עשינו**' })
  expect(await open(as.coach, noa.contact)).not.toBe(await open(as.coach, noa.contact))
})

test('a note cannot be created for a meeting of another client', async () => {
  const meeting = await meet(-6)
  await expect(open(as.owner, other.contact, meeting)).rejects.toMatchObject({ message: 'meeting_gone' })
})

test("owners, admins and the client's coach can read and write notes; other roles and clients cannot", async () => {
  const note = await open(as.coach, noa.contact)
  await write(note, { shared_md: 'סיכום' })
  await act('share_session_note', note)
  expect(await whoMay(db, as, 'select private_md from session_notes where id = $1', [note])).toBe('owner admin coach')
  const stranger = {
    ...as.coach,
    sub: await id(`insert into auth.users (email) values ($1) returning id`, [`c${serial++}@example.com`]),
  }
  await db.sql(`insert into user_roles (user_id, role) values ($1, 'coach')`, [stranger.sub])
  const refused = [as.sales, as.content, stranger, noa.claims, itay.claims]
  for (const person of refused) {
    // oxlint-disable-next-line no-await-in-loop
    await expect(open(person, noa.contact)).rejects.toMatchObject({ message: 'client_gone' })
    for (const call of ['share_session_note($1, 1)', 'add_tasks_of_note($1, 1)', 'unshare_session_note($1)'])
      // oxlint-disable-next-line no-await-in-loop
      await expect(db.as(person, `select ${call}`, [note])).rejects.toMatchObject({ message: 'note_gone' })
    // oxlint-disable-next-line no-await-in-loop
    expect(await db.as(person, `update session_notes set private_md = 'x' where id = $1 returning id`, [note])).toEqual(
      [],
    )
    // oxlint-disable-next-line no-await-in-loop
    expect(await db.as(person, 'select from session_notes where id = $1', [note])).toEqual([])
  }
})

test('nothing is visible before sharing; then both partners see that version until it is shared again or unshared', async () => {
  const note = await open(as.coach, noa.contact)
  await write(note, { shared_md: 'מה עשינו', steps: [step('לאסוף תלושים', 'client', '2026-12-01'), step('  ')] })
  expect([await summariesOf(noa), await summariesOf(itay)]).toEqual([[], []])
  await act('share_session_note', note)
  const first = [{ body: 'מה עשינו', steps: [{ text: 'לאסוף תלושים', owner: 'client', due_on: '2026-12-01' }] }]
  expect([await summariesOf(noa), await summariesOf(itay), await summariesOf(other)]).toEqual([first, first, []])
  await write(note, { shared_md: 'מה עשינו, בתיקון' })
  expect(await summariesOf(noa)).toEqual(first)
  await act('share_session_note', note)
  expect(await summariesOf(itay)).toMatchObject([{ body: 'מה עשינו, בתיקון' }])
  await db.as(as.coach, 'select unshare_session_note($1)', [note])
  expect([await summariesOf(noa), await summariesOf(itay)]).toEqual([[], []])
})

test('a summary for one partner is invisible to the other, and one for both becomes private when the household ends', async () => {
  const [forOne, forBoth] = [await open(as.coach, noa.contact), await open(as.coach, noa.contact)]
  await write(forOne, { shared_md: 'פרטי', shared_with: 'client' })
  await write(forBoth, { shared_md: 'לשניהם' })
  await act('share_session_note', forOne)
  await act('share_session_note', forBoth)
  expect(await summariesOf(itay)).toMatchObject([{ body: 'לשניהם' }])
  await db.as(as.owner, 'update contacts set household_id = null, household_role = null where id = $1', [noa.contact])
  expect([await summariesOf(noa), await summariesOf(itay)]).toMatchObject([[{}, {}], []])
})

test('a partner who joins later sees nothing shared earlier, neither with the client alone nor with a former partner', async () => {
  const hasPartner = async (note: string, claims = as.coach) =>
    (await db.as<{ is: boolean }>(claims, 'select note_has_partner($1) as is', [note]))[0]!.is
  const before = await open(as.coach, noa.contact)
  expect([await hasPartner(before), await hasPartner(before, as.sales)]).toEqual([true, false])
  await write(before, { shared_md: 'עם בן הזוג הקודם' })
  await act('share_session_note', before)
  expect(await summariesOf(itay)).toHaveLength(1)
  await db.as(as.owner, 'update contacts set household_id = null, household_role = null where id = $1', [itay.contact])
  expect(await hasPartner(before)).toBe(false)
  const alone = await open(as.coach, noa.contact)
  await write(alone, { shared_md: 'לבד', steps: [step('לאסוף תלושים')] })
  await act('add_tasks_of_note', alone)
  await act('share_session_note', alone)
  await db.sql(
    `update contacts set household_role = 'partner', household_id = (select household_id from contacts where id = $2) where id = $1`,
    [other.contact, noa.contact],
  )
  expect(await hasPartner(alone)).toBe(true)
  expect([await summariesOf(noa), await summariesOf(other)]).toMatchObject([[{}, {}], []])
  expect(await db.as(other.claims, 'select name from tasks')).toEqual([])
})

test('sharing creates one event, one timeline entry and one message per reader, even if repeated', async () => {
  const note = await open(as.coach, noa.contact)
  await write(note, { shared_md: 'סיכום' })
  await act('share_session_note', note)
  await act('share_session_note', note)
  const count = async (sql: string, values: unknown[]) => (await db.sql(sql, values)).length
  expect(await count(`select from domain_events where type = 'summary.shared' and entity_id = $1`, [note])).toBe(1)
  expect(await count(`select from activities where type = 'summary.shared' and related_id = $1`, [note])).toBe(1)
  const messages = `select m.body from thread_messages m join threads t on t.id = m.thread_id where t.contact_id = $1 and m.is_automatic`
  for (const person of [noa, itay])
    // oxlint-disable-next-line no-await-in-loop
    expect(await count(messages, [person.contact])).toBe(1)
})

test("decisions become tasks once: the family's tasks are shared with them, the coach's are assigned to the coach", async () => {
  const note = await open(as.coach, noa.contact)
  const steps = [step('לאסוף תלושים', 'client', '2026-12-01'), step('להכין טבלה', 'coach'), step('')]
  await write(note, { steps })
  expect(await act('add_tasks_of_note', note)).toEqual([{ made: 2 }])
  expect(await act('add_tasks_of_note', note)).toEqual([{ made: 0 }])
  expect(
    await db.sql(
      'select name, user_id, shared_with, due_date::text from tasks where contact_id = $1 order by due_date nulls last',
      [noa.contact],
    ),
  ).toEqual([
    { name: 'לאסוף תלושים', user_id: null, shared_with: 'household', due_date: '2026-12-01' },
    { name: 'להכין טבלה', user_id: ids.coach, shared_with: null, due_date: null },
  ])
  // Simulates an editor opened before the tasks were added, whose save overwrites the steps.
  await write(note, { steps: [...steps, step('עוד אחת')] })
  expect(await act('add_tasks_of_note', note)).toEqual([{ made: 1 }])
})

test('of parallel requests, one creates the tasks; the others are refused as stale', async () => {
  const note = await open(as.coach, noa.contact)
  await write(note, { steps: [step('לאסוף תלושים')] })
  const version = (await noteOf(note))['version']
  const answers = await Promise.allSettled(
    Array.from({ length: 8 }, () => db.as(as.coach, 'select add_tasks_of_note($1, $2)', [note, version])),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await db.sql('select from tasks where contact_id = $1', [noa.contact])).toHaveLength(1)
})

test('sharing an empty note or an outdated version is refused', async () => {
  const note = await open(as.coach, noa.contact)
  await write(note, { shared_md: ' ' })
  await expect(act('share_session_note', note)).rejects.toMatchObject({ message: 'summary_empty' })
  const { version } = (await noteOf(note)) as { version: number }
  await write(note, { shared_md: 'סיכום' })
  await expect(db.as(as.coach, 'select share_session_note($1, $2)', [note, version])).rejects.toMatchObject({
    message: 'stale_version',
  })
})

test('the note of a rescheduled meeting moves to the new appointment', async () => {
  const meeting = await meet(3)
  const note = await open(as.coach, noa.contact, meeting)
  await db.sql(`update appointments set status = 'rescheduled' where id = $1`, [meeting])
  const moved = await meet(5, 'confirmed', { rescheduled_from_id: meeting })
  const [{ day }] = (await db.sql<{ day: string }>(
    `select ((now() + interval '5 days') at time zone 'Asia/Jerusalem')::date::text as day`,
  )) as [{ day: string }]
  expect(await db.sql('select appointment_id, held_on::text from session_notes where id = $1', [note])).toEqual([
    { appointment_id: moved, held_on: day },
  ])
})

test("a client's export contains shared summaries but no private notes; erasure deletes both", async () => {
  const note = await open(as.coach, noa.contact)
  await db.as(as.coach, `update session_notes set private_md = 'רק לצוות', shared_md = 'לכולם' where id = $1`, [note])
  await act('share_session_note', note)
  const [mine] = await db.as<{ data: object }>(noa.claims, 'select my_data() as data')
  expect(mine!.data).toMatchObject({ summaries: [{ body: 'לכולם' }] })
  expect(JSON.stringify(mine)).not.toContain('רק לצוות')
  await db.sql('select anonymise_person($1)', [noa.contact])
  expect(await db.sql('select from session_notes where id = $1', [note])).toEqual([])
  expect(await db.sql('select from session_summaries where note_id = $1', [note])).toEqual([])
})

test.each([
  ['a step without an owner', [{ ...step('א'), owner: 'partner' }]],
  ['a step that is too long', [step('א'.repeat(201))]],
  ['a step with an invalid date', [step('א', 'client', '2026-02-31')]],
  ['a value that is not a list', { id: 'x' }],
])('%s is refused', async (_, steps) => {
  const note = await open(as.coach, noa.contact)
  await expect(write(note, { steps: steps as object[] })).rejects.toMatchObject({ message: 'note_steps_invalid' })
})

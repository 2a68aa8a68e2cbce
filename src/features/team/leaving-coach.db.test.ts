// A coach leaves the team: access to their clients, and notifications about them, move to the next coach.
import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id

async function makeCoach(email: string) {
  const user = await id('insert into auth.users (email) values ($1) returning id', [email])
  await db.sql(`insert into user_roles (user_id, role) values ($1, 'coach')`, [user])
  return { user, claims: { role: 'authenticated', sub: user } }
}

let serial = 0
/** A client of a coach with an account, a process, a thread, a shared document, a note and an upcoming appointment. */
async function makeFamily() {
  const [leaving, next] = [
    await makeCoach(`leaving${serial}@example.com`),
    await makeCoach(`next${serial}@example.com`),
  ]
  const client = await id('insert into auth.users (email) values ($1) returning id', [`client${serial++}@example.com`])
  await db.sql(`insert into user_roles (user_id, role) values ($1, 'client')`, [client])
  const contact = await id(
    `insert into contacts (first_name, client_user_id, owner_id) values ('נועה', $1, $2) returning id`,
    [client, leaving.user],
  )
  const template = await id(
    `with made as (insert into process_templates (name) values ('ליווי') returning id),
       stages as (insert into process_stages (template_id, name, stage_order, stage_type, task_template)
         select id, name, place, 'task', tasks::jsonb from made, (values (1, 'היכרות', '[]'),
           (2, 'תקציב', '[{"name": "להכין טבלה", "owner": "coach", "due_offset": 3, "minutes": 30}]')) s (place, name, tasks))
     select id from made`,
  )
  const process = await id(
    `insert into client_processes (contact_id, process_template_id, coach_id) values ($1, $2, $3) returning id`,
    [contact, template, leaving.user],
  )
  const [stage] = await db.sql<{ id: string; version: number }>(
    `with made as (insert into process_stage_instances (client_process_id, process_stage_id, status)
       select $1, s.id, case s.stage_order when 1 then 'active' else 'locked' end from process_stages s where s.template_id = $2
       returning id, version, status)
     select id, version from made where status = 'active'`,
    [process, template],
  )
  const meeting = await id(
    `insert into appointments (title, user_id, contact_id, starts_at, ends_at, status, location_kind)
     values ('ליווי', $1, $2, now() + interval '3 days', now() + interval '3 days 1 hour', 'confirmed', 'meet') returning id`,
    [leaving.user, contact],
  )
  const asClient = { role: 'authenticated', sub: client }
  const [{ id: thread }] = (await db.as<{ id: string }>(asClient, 'select open_thread($1, false) as id', [
    contact,
  ])) as [{ id: string }]
  const [{ id: note }] = (await db.as<{ id: string }>(leaving.claims, 'select open_session_note($1) as id', [
    contact,
  ])) as [{ id: string }]
  return { leaving, next, asClient, contact, process, stage: stage!, meeting, thread, note }
}
type Family = Awaited<ReturnType<typeof makeFamily>>

const handOver = async ({ leaving, next }: Family, contactsTo: string | null = next.user) =>
  (
    await db.as<{ id: string }>(as.owner, 'select hand_over($1, true, $2, $2, $2, $3) as id', [
      leaving.user,
      contactsTo,
      next.user,
    ])
  )[0]!.id
const write = ({ asClient, thread }: Family) =>
  db.as(asClient, `insert into thread_messages (thread_id, body) values ($1, 'מתי נפגשים?')`, [thread])
const noticed = async ({ contact }: Family) =>
  (
    await db.sql<{ user_id: string }>(
      `select user_id from notifications where type = 'message.received' and related_entity_id = $1`,
      [contact],
    )
  ).map(({ user_id }) => user_id)

test("a handover moves access to a client's threads, appointments, notes and process to the next coach", async () => {
  const family = await makeFamily()
  const { leaving, next, contact, process, meeting, thread, note } = family
  await write(family)
  const reach = async (claims: typeof next.claims) =>
    Promise.all(
      (
        [
          ['contacts', contact],
          ['client_processes', process],
          ['appointments', meeting],
          ['threads', thread],
          ['thread_messages', thread, 'thread_id'],
          ['session_notes', note],
        ] as const
      ).map(
        async ([table, row, column = 'id']) =>
          (await db.as(claims, `select from ${table} where ${column} = $1`, [row])).length,
      ),
    )
  expect([await reach(leaving.claims), await reach(next.claims)]).toEqual([
    [1, 1, 1, 1, 1, 1],
    [0, 0, 0, 0, 0, 0],
  ])
  await handOver(family)
  expect([await reach(leaving.claims), await reach(next.claims)]).toEqual([
    [0, 0, 0, 0, 0, 0],
    [1, 1, 1, 1, 1, 1],
  ])
})

test('a coach who left the team no longer sees their closed tasks and former notifications', async () => {
  const family = await makeFamily()
  const { user, claims } = family.leaving
  await db.sql(`insert into tasks (name, user_id, status) values ('לסכם את הפגישה', $1, 'Done')`, [user])
  await db.sql(`insert into notifications (user_id, type, title) values ($1, 'task', 'לסכם את הפגישה')`, [user])
  const seen = async () => [
    (await db.as(claims, `select from tasks where name = 'לסכם את הפגישה'`)).length,
    (await db.as(claims, `select from notifications where title = 'לסכם את הפגישה'`)).length,
  ]
  expect(await seen()).toEqual([1, 1])
  await handOver(family)
  expect(await seen()).toEqual([0, 0])
})

test('a coach who left the team and is a client too no longer sees former tasks and notifications', async () => {
  const family = await makeFamily()
  const { user, claims } = family.leaving
  await db.sql(`insert into user_roles (user_id, role) values ($1, 'client')`, [user])
  const notice = await id(
    `insert into notifications (user_id, type, title) values ($1, 'message.received', 'הודעה חדשה') returning id`,
    [user],
  )
  await db.sql(`insert into tasks (name, user_id, status) values ('לסכם את הליווי', $1, 'Done')`, [user])
  const reach = async () => [
    (await db.as(claims, `select from tasks where name = 'לסכם את הליווי'`)).length,
    (await db.as(claims, 'select from notifications where id = $1', [notice])).length,
    (await db.as(claims, 'update notifications set is_read = true where id = $1 returning id', [notice])).length,
  ]
  expect(await reach()).toEqual([1, 1, 1])
  await handOver(family)
  expect(await reach()).toEqual([0, 0, 0])
  expect(await db.as(claims, `select role from user_roles where user_id = $1 and is_active`, [user])).toEqual([
    { role: 'client' },
  ])
})

test('later messages of the client notify the next coach, or the owner if there is none', async () => {
  const [family, orphaned] = [await makeFamily(), await makeFamily()]
  await handOver(family)
  await write(family)
  expect(await noticed(family)).toEqual([family.next.user])
  await handOver(orphaned, null)
  await write(orphaned)
  expect(await noticed(orphaned)).toEqual([ids.owner])
})

test('coach tasks of later stages are assigned to the next coach', async () => {
  const family = await makeFamily()
  await handOver(family)
  await db.as(family.next.claims, `select move_stage($1, 'done', $2)`, [family.stage.id, family.stage.version])
  expect(
    await db.sql(`select user_id from tasks where contact_id = $1 and name = 'להכין טבלה'`, [family.contact]),
  ).toEqual([{ user_id: family.next.user }])
})

test("undoing a handover restores the process's coach, unless the process was reassigned since", async () => {
  const [family, changed] = [await makeFamily(), await makeFamily()]
  const coachOf = async ({ process }: Family) =>
    (await db.sql<{ coach_id: string | null }>('select coach_id from client_processes where id = $1', [process]))[0]!
      .coach_id
  const handovers = [await handOver(family), await handOver(changed)]
  expect(await coachOf(family)).toBe(family.next.user)
  await db.sql('update client_processes set coach_id = $2 where id = $1', [changed.process, ids.coach])
  const undo = (handover: string) => db.as(as.owner, 'select undo_handover($1)::int as left', [handover])
  expect([await undo(handovers[0]!), await undo(handovers[1]!)]).toEqual([[{ left: 0 }], [{ left: 1 }]])
  expect([await coachOf(family), await coachOf(changed)]).toEqual([family.leaving.user, ids.coach])
})

test('a process can be handed over separately from its contact, to a member who may lead it', async () => {
  const { leaving, next, contact, process } = await makeFamily()
  const go = (contactsTo: string, processesTo: string | null) =>
    db.as<{ id: string }>(as.owner, 'select hand_over($1, false, $2, null, null, $3) as id', [
      leaving.user,
      contactsTo,
      processesTo,
    ])
  for (const heir of [ids.sales, ids.content, leaving.user])
    // oxlint-disable-next-line no-await-in-loop
    await expect(go(ids.sales, heir)).rejects.toMatchObject({ message: 'heir_not_on_team' })
  await go(ids.sales, next.user)
  expect(
    await db.sql(
      'select c.owner_id, p.coach_id from contacts c join client_processes p on p.contact_id = c.id where c.id = $1',
      [contact],
    ),
  ).toEqual([{ owner_id: ids.sales, coach_id: next.user }])
  expect((await db.as(next.claims, 'select from client_processes where id = $1', [process])).length).toBe(1)
})

test('a handover request without a coach for open processes, as from an outdated tab, is refused as a whole', async () => {
  const { leaving, next, contact, process } = await makeFamily()
  const fromOldTab = () =>
    db.as<{ id: string }>(
      as.owner,
      'select hand_over(member => $1, leaves => true, contacts_to => $2, opportunities_to => $2, tasks_to => $2) as id',
      [leaving.user, next.user],
    )
  const held = () =>
    db.sql(
      `select c.owner_id, p.coach_id, r.is_active from contacts c join client_processes p on p.contact_id = c.id
       join user_roles r on r.user_id = $2 where c.id = $1`,
      [contact, leaving.user],
    )
  const before = [{ owner_id: leaving.user, coach_id: leaving.user, is_active: true }]
  for (const status of ['active', 'paused']) {
    // oxlint-disable-next-line no-await-in-loop
    await db.sql('update client_processes set status = $2 where id = $1', [process, status])
    // oxlint-disable-next-line no-await-in-loop
    await expect(fromOldTab(), status).rejects.toMatchObject({ code: 'PT422', message: 'processes_need_coach' })
    // oxlint-disable-next-line no-await-in-loop
    expect(await held(), status).toEqual(before)
  }
  await db.sql(`update client_processes set status = 'completed' where id = $1`, [process])
  await fromOldTab()
  expect(await held()).toEqual([{ owner_id: next.user, coach_id: leaving.user, is_active: false }])
})

test('the team list counts open processes, and upcoming appointments, which a handover does not reassign', async () => {
  const family = await makeFamily()
  const { leaving, next, contact, process, meeting } = family
  await db.sql(
    `insert into appointments (title, user_id, contact_id, starts_at, ends_at, status, location_kind)
     values ('היתה', $1, $2, now() - interval '3 days', now() - interval '71 hours', 'completed', 'meet')`,
    [leaving.user, contact],
  )
  const load = async (user: string) =>
    (await db.as(as.owner, 'select processes::int, meetings::int from team_members() where user_id = $1', [user]))[0]
  expect([await load(leaving.user), await load(next.user)]).toEqual([
    { processes: 1, meetings: 1 },
    { processes: 0, meetings: 0 },
  ])
  await handOver(family)
  expect([await load(leaving.user), await load(next.user)]).toEqual([
    { processes: 0, meetings: 1 },
    { processes: 1, meetings: 0 },
  ])
  // The next coach sees the appointment, and a paused process counts as open.
  expect((await db.as(next.claims, 'select from appointments where id = $1', [meeting])).length).toBe(1)
  await db.sql(`update client_processes set status = 'paused' where id = $1`, [process])
  expect(await load(next.user)).toEqual({ processes: 1, meetings: 0 })
})

test('a completed process keeps its former coach', async () => {
  const family = await makeFamily()
  await db.sql(`update client_processes set status = 'completed' where id = $1`, [family.process])
  await handOver(family)
  expect(await db.sql('select coach_id from client_processes where id = $1', [family.process])).toEqual([
    { coach_id: family.leaving.user },
  ])
})

import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)

const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id
const clientContact = await id(
  `insert into contacts (first_name, client_user_id, owner_id) values ('איתי', $1, $2) returning id`,
  [ids.client, ids.coach],
)
const other = await id(`insert into contacts (first_name) values ('נועה') returning id`)
const template = await id(`select id from process_templates`)
const unused = await id(`insert into process_templates (name) values ('סדנה') returning id`)
const draft = await id(
  `insert into process_templates (name, is_active, published_at) values ('טיוטה', false, null) returning id`,
)
const draftStage = await id(
  `insert into process_stages (template_id, name, stage_order, stage_type) values ($1, 'פתיחה', 1, 'meeting') returning id`,
  [draft],
)
const stages = await db.sql<{ id: string; name: string }>(
  'select id, name from process_stages where template_id = $1 order by stage_order',
  [template],
)
const start = (contact: string) =>
  id('insert into client_processes (contact_id, process_template_id) values ($1, $2) returning id', [contact, template])
const lay = (process: string, stage: string, status = 'locked') =>
  id(
    'insert into process_stage_instances (client_process_id, process_stage_id, status) values ($1, $2, $3) returning id',
    [process, stage, status],
  )
const own = await start(clientContact)
const foreign = await start(other)
const ownStage = await lay(own, stages[0]!.id, 'active')
const foreignStage = await lay(foreign, stages[0]!.id)
const hidden = await id(
  `insert into process_stages (template_id, name, stage_order, stage_type, visible_to_client)
   values ($1, 'הכנה פנימית', 7, 'task', false) returning id`,
  [template],
)
const hiddenStage = await lay(own, hidden)

const cases: [action: string, sql: string, actors: string][] = [
  [
    'see the template',
    `select from process_templates where id = '${template}'`,
    'owner admin coach sales content client',
  ],
  ['see an unused template', `select from process_templates where id = '${unused}'`, 'owner admin coach sales content'],
  ['see a stage', `select from process_stages where id = '${stages[0]!.id}'`, 'owner admin coach sales content client'],
  [
    'see a stage not meant for clients',
    `select from process_stages where id = '${hidden}'`,
    'owner admin coach sales content',
  ],
  ['see the client’s process', `select from client_processes where id = '${own}'`, 'owner admin coach sales client'],
  ['see another process', `select from client_processes where id = '${foreign}'`, 'owner admin sales'],
  [
    'see the client’s current stage',
    `select from process_stage_instances where id = '${ownStage}'`,
    'owner admin coach sales client',
  ],
  [
    'see a pending stage not meant for clients',
    `select from process_stage_instances where id = '${hiddenStage}'`,
    'owner admin coach sales',
  ],
  [
    'see another family’s current stage',
    `select from process_stage_instances where id = '${foreignStage}'`,
    'owner admin sales',
  ],
  [
    'change the template',
    `update process_templates set name = 'אחר' where id = '${template}' returning *`,
    'owner admin',
  ],
  [
    'change a stage of a draft',
    `update process_stages set name = 'אחר' where id = '${draftStage}' returning *`,
    'owner admin',
  ],
  [
    'change a published stage',
    `update process_stages set name = 'אחר' where id = '${stages[0]!.id}' returning *`,
    'no role',
  ],
  [
    'add a stage to a draft',
    `insert into process_stages (template_id, name, stage_order, stage_type) values ('${draft}', 'סיכום', 8, 'meeting') returning *`,
    'owner admin',
  ],
  [
    'add a stage to a published template',
    `insert into process_stages (template_id, name, stage_order, stage_type) values ('${template}', 'סיכום', 8, 'meeting') returning *`,
    'no role',
  ],
  [
    'start a process of the coach’s contact',
    `insert into client_processes (contact_id, process_template_id) values ('${clientContact}', '${unused}') returning *`,
    'owner admin coach sales',
  ],
  [
    'start a process of another contact',
    `insert into client_processes (contact_id, process_template_id) values ('${other}', '${unused}') returning *`,
    'owner admin sales',
  ],
  [
    'add a stage instance of the coach’s contact',
    `insert into process_stage_instances (client_process_id, process_stage_id) values ('${own}', '${stages[1]!.id}') returning *`,
    'owner admin coach sales',
  ],
  [
    'add a stage instance of another contact',
    `insert into process_stage_instances (client_process_id, process_stage_id) values ('${foreign}', '${stages[1]!.id}') returning *`,
    'owner admin sales',
  ],
  [
    'count the progress of the client’s stage',
    `update process_stage_instances set goal_target = 4, goal_reached = 3 where id = '${ownStage}' returning *`,
    'owner admin coach',
  ],
  [
    'pause the client’s process',
    `update client_processes set status = 'paused' where id = '${own}' returning *`,
    'owner admin coach',
  ],
  [
    'pause another process',
    `update client_processes set status = 'paused' where id = '${foreign}' returning *`,
    'owner admin',
  ],
  [
    'move the client’s stage',
    `update process_stage_instances set status = 'done' where id = '${ownStage}' returning *`,
    'owner admin coach',
  ],
  [
    'move another family’s stage',
    `update process_stage_instances set status = 'done' where id = '${foreignStage}' returning *`,
    'owner admin',
  ],
  ['delete a process', `delete from client_processes where id = '${own}' returning *`, 'owner admin'],
  [
    'delete a stage of a process',
    `delete from process_stage_instances where id = '${ownStage}' returning *`,
    'owner admin',
  ],
  ['delete an unused template', `delete from process_templates where id = '${unused}' returning *`, 'owner admin'],
]
for (const [action, sql, actors] of cases)
  test(`roles that may ${action}: ${actors}`, async () => {
    expect(await whoMay(db, as, sql)).toBe(actors)
  })

test('a client whose role was revoked, or whose contact is in the bin, sees no processes', async () => {
  const seen = async () => (await db.as(as.client, 'select id from client_processes')).length
  expect(await seen()).toBe(1)
  await db.sql(`update user_roles set is_active = false where user_id = $1`, [ids.client])
  expect(await seen()).toBe(0)
  await db.sql(`update user_roles set is_active = true where user_id = $1`, [ids.client])
  await db.sql('update contacts set deleted_at = now() where id = $1', [clientContact])
  expect(await seen()).toBe(0)
  await db.sql('update contacts set deleted_at = null where id = $1', [clientContact])
  expect(await seen()).toBe(1)
})

test('assigning a process to a coach assigns its contact, too', async () => {
  const seen = () => db.as(as.coach, 'select id from contacts where id = $1', [other])
  expect(await seen()).toEqual([])
  await db.as(as.owner, 'update client_processes set coach_id = $2 where id = $1', [foreign, ids.coach])
  expect(await seen()).toEqual([{ id: other }])
  await db.as(as.owner, 'update client_processes set coach_id = null where id = $1', [foreign])
})

test('an installation has six default stages in order, each with its duration and tasks', async () => {
  expect(stages.map(({ name }) => name)).toEqual(['מיפוי', 'תקציב', 'חובות', 'ביטוחים', 'חיסכון והשקעות', 'פנסיה'])
  const [sums] = await db.sql(
    `select sum(default_days)::int as days, sum(jsonb_array_length(task_template))::int as tasks, count(*) filter (where is_skippable)::int as skippable
     from process_stages where template_id = $1`,
    [template],
  )
  expect(sums).toEqual({ days: 168, tasks: 37, skippable: 1 })
})

test('completing a stage records time and user, and reopening clears both', async () => {
  const move = async (status: string) =>
    (
      await db.as<object>(
        as.coach,
        `update process_stage_instances set status = $2 where id = $1
         returning opened_at is not null as is_opened, done_at is not null as is_done, done_by`,
        [ownStage, status],
      )
    )[0]
  expect(await move('done')).toEqual({ is_opened: true, is_done: true, done_by: ids.coach })
  expect(await move('waiting_client')).toEqual({ is_opened: true, is_done: false, done_by: null })
  expect(await move('locked')).toEqual({ is_opened: false, is_done: false, done_by: null })
  await expect(move('somewhere')).rejects.toMatchObject({ constraint: 'unknown_status' })
})

test('a stage of another template is refused, and so is a duplicate stage', async () => {
  const strange = await id(
    `insert into process_stages (template_id, name, stage_order, stage_type) values ($1, 'פתיחה', 1, 'meeting') returning id`,
    [unused],
  )
  await expect(lay(own, strange)).rejects.toMatchObject({ message: 'stage_of_another_template' })
  await expect(lay(own, stages[0]!.id)).rejects.toMatchObject({ constraint: 'stage_already_there' })
})

test('a contact has at most one active process per template, and a template in use cannot be deleted', async () => {
  await expect(start(clientContact)).rejects.toMatchObject({ constraint: 'already_on_this_way' })
  await expect(db.as(as.owner, 'delete from process_templates where id = $1', [template])).rejects.toMatchObject({
    code: '23503',
  })
})

test('changing stages creates a new template version, and a process keeps the version it started with', async () => {
  const version = async () =>
    (await db.sql<{ version: number }>('select version from process_templates where id = $1', [template]))[0]!.version
  const before = await version()
  await db.sql(`update process_stages set goal = 'אחר' where id = $1`, [stages[1]!.id])
  expect(await version()).toBe(before + 1)
  const [process] = await db.sql('select template_version from client_processes where id = $1', [own])
  expect(process).toEqual({ template_version: 1 })
})

test('two stages are swapped in one statement', async () => {
  const pair = [stages[4]!.id, stages[5]!.id]
  await db.sql('update process_stages set stage_order = 11 - stage_order where id = any ($1)', [pair])
  expect(await db.sql('select name from process_stages where id = any ($1) order by stage_order', [pair])).toEqual([
    { name: 'פנסיה' },
    { name: 'חיסכון והשקעות' },
  ])
  await db.sql('update process_stages set stage_order = 11 - stage_order where id = any ($1)', [pair])
})

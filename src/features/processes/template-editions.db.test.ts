import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id

type Stage = {
  name: string
  lineage: string | null
  stage_type?: string
  task_template?: object[]
  materials?: object[]
  documents?: object[]
  form_id?: string
  asks_for_review?: boolean
}
const open = async (template?: string) =>
  (await db.as<{ id: string }>(as.owner, 'select draft_process_template($1) as id', [template ?? null]))[0]!.id
const versionOf = async (template: string) =>
  (await db.sql<{ version: number }>('select version from process_templates where id = $1', [template]))[0]!.version
const save = async (template: string, stages: Stage[], name = 'ליווי') =>
  (
    await db.as<{ version: number }>(as.owner, 'select save_process_draft($1, $2, $3) as version', [
      template,
      await versionOf(template),
      JSON.stringify({ name, description: '', stages }),
    ])
  )[0]!.version
const publish = async (template: string, seen?: number, claims = as.owner) =>
  (await db.as<{ id: string }>(claims, 'select publish_process_template($1, $2) as id', [template, seen ?? (await versionOf(template))]))[0]!.id // prettier-ignore
const stagesOf = (template: string) =>
  db.sql<{ name: string; lineage: string }>(
    'select name, lineage from process_stages where template_id = $1 order by stage_order',
    [template],
  )
const newFamily = (name: string, template: string) =>
  db
    .sql<{ contact: string }>(`insert into contacts (first_name, owner_id) values ($1, $2) returning id as contact`, [
      name,
      ids.coach,
    ])
    .then(([contact]) => id('select private.start_process($1, $2) as id', [contact!.contact, template]))
const wayOf = (process: string) =>
  db.sql<{ name: string; status: string }>(
    `select s.name, i.status from process_stage_instances i join process_stages s on s.id = i.process_stage_id
     join client_processes p on p.id = i.client_process_id
     where p.id = $1 and s.template_id = p.process_template_id order by s.stage_order`,
    [process],
  )
const move = (process: string, claims = as.owner) => db.as(claims, 'select move_to_current_edition($1)', [process])
const finishOpen = (process: string) =>
  db.as(
    as.owner,
    `select move_stage(i.id, 'done', i.version) from process_stage_instances i where client_process_id = $1 and status = 'active'`,
    [process],
  )

let template: string
let lineage: Record<string, string>
beforeEach(async () => {
  const draft = await open()
  await save(
    draft,
    ['מיפוי', 'תקציב', 'סיכום'].map((name) => ({ name, lineage: null })),
  )
  template = await publish(draft)
  lineage = Object.fromEntries((await stagesOf(template)).map((stage) => [stage.name, stage.lineage]))
})
const stage = (name: string): Stage => ({ name, lineage: lineage[name] ?? null })

test('publishing a new edition does not move existing families, and the template keeps its id', async () => {
  const family = await newFamily('נועה', template)
  const draft = await open(template)
  expect(await open(template)).toBe(draft)
  await save(draft, [stage('מיפוי'), stage('חובות'), stage('תקציב')])
  expect((await wayOf(family)).map(({ name }) => name)).toEqual(['מיפוי', 'תקציב', 'סיכום'])
  expect(await publish(draft)).toBe(template)
  expect((await wayOf(family)).map(({ name }) => name)).toEqual(['מיפוי', 'תקציב', 'סיכום'])
  expect((await stagesOf(template)).map(({ name }) => name)).toEqual(['מיפוי', 'חובות', 'תקציב'])
  expect((await wayOf(await newFamily('ליאת', template))).map(({ name }) => name)).toEqual(['מיפוי', 'חובות', 'תקציב'])
  const [current] = await db.sql('select edition, is_active from process_templates where id = $1', [template])
  expect(current).toEqual({ edition: 2, is_active: true })
})

test('a moved family keeps completed stages, skips new stages before the open one, and gets new later stages', async () => {
  const family = await newFamily('נועה', template)
  await finishOpen(family)
  const draft = await open(template)
  await save(draft, [stage('היכרות'), stage('מיפוי'), stage('תקציב'), stage('חובות')])
  await publish(draft)
  await move(family, as.coach)
  expect(await wayOf(family)).toEqual([
    { name: 'היכרות', status: 'skipped' },
    { name: 'מיפוי', status: 'done' },
    { name: 'תקציב', status: 'active' },
    { name: 'חובות', status: 'locked' },
  ])
  // The family continues in the new edition. The earlier edition was deleted when its last family moved.
  await finishOpen(family)
  expect((await wayOf(family)).at(-1)).toEqual({ name: 'חובות', status: 'active' })
  expect(await db.sql('select from process_templates where version_of = $1', [template])).toHaveLength(0)
  await expect(move(family)).rejects.toMatchObject({ message: 'family_is_current' })
})

test('a family whose open stage is missing in the new edition cannot be moved, and sales cannot move families', async () => {
  const family = await newFamily('נועה', template)
  const draft = await open(template)
  await save(draft, [stage('תקציב')])
  await publish(draft)
  await expect(move(family)).rejects.toMatchObject({ message: 'open_stage_removed' })
  await expect(move(family, as.sales)).rejects.toMatchObject({ message: 'stage_gone' })
  expect((await wayOf(family))[0]).toEqual({ name: 'מיפוי', status: 'active' })
})

test('an edition without families is deleted on publishing, and no process can be started from a draft', async () => {
  const draft = await open(template)
  await save(draft, [stage('תקציב')])
  await expect(newFamily('נועה', draft)).rejects.toMatchObject({ message: 'template_not_published' })
  await publish(draft)
  expect(
    await db.sql('select from process_templates where id = $1 or version_of = $2', [draft, template]),
  ).toHaveLength(0)
})

test('of two saves over one version of a draft the second is refused, and so is publishing an unseen version', async () => {
  const draft = await open(template)
  const seen = await versionOf(draft)
  await save(draft, [stage('תקציב')])
  const late = () =>
    db.as(as.admin, 'select save_process_draft($1, $2, $3)', [draft, seen, JSON.stringify({ name: 'אחר', stages: [] })])
  await expect(late()).rejects.toMatchObject({ message: 'stale_version' })
  await expect(publish(draft, seen)).rejects.toMatchObject({ message: 'stale_version' })
})

test.each([
  ['a task without a name', [{ name: ' ', owner: 'client', due_offset: 1, minutes: 5 }]],
  ['a task of an unknown owner', [{ name: 'א', owner: 'bank', due_offset: 1, minutes: 5 }]],
  ['a task with a fraction of days', [{ name: 'א', owner: 'client', due_offset: 1.5, minutes: 5 }]],
  ['a task without minutes', [{ name: 'א', owner: 'client', due_offset: 1 }]],
])('%s is refused with stage_tasks_invalid', async (_what, tasks) => {
  const draft = await open(template)
  await expect(save(draft, [{ ...stage('תקציב'), task_template: tasks }])).rejects.toMatchObject({
    message: 'stage_tasks_invalid',
  })
})

test('a template needs stages to be published, and only owners and admins edit templates', async () => {
  const draft = await open()
  await expect(publish(draft)).rejects.toMatchObject({ message: 'template_without_stages' })
  await expect(publish(randomUUID(), 1)).rejects.toMatchObject({ message: 'template_gone' })
  for (const claims of [as.coach, as.sales, as.content, as.client]) {
    await expect(publish(draft, 1, claims)).rejects.toMatchObject({ code: '42501' })
    await expect(db.as(claims, 'select draft_process_template(null)')).rejects.toMatchObject({ code: '42501' })
  }
})

const materialsOf = (stage: string, claims: { role: string; sub?: string }) =>
  db.as<{ title: string; url: string }>(
    claims,
    `select m.title, m.url from stage_materials m join process_stages s on s.id = m.stage_id where s.name = $1 order by m.position`,
    [stage],
  )

test('materials are visible to a client once their stage opens, in every edition, and not before', async () => {
  const link = { title: ' דף עבודה ', url: 'https://example.com/sheet' }
  const page = { title: 'מאמר', url: '/blog/budget' }
  const draft = await open(template)
  await save(draft, [
    { name: 'מיפוי חדש', lineage: lineage['מיפוי']!, materials: [link, page] },
    { name: 'תקציב חדש', lineage: lineage['תקציב']!, materials: [page] },
  ])
  await publish(draft)
  const process = await newFamily('תמר', template)
  await db.sql(
    `update contacts set client_user_id = $1 where id = (select contact_id from client_processes where id = $2)`,
    [ids.client, process],
  )
  expect(await materialsOf('מיפוי חדש', as.client)).toEqual([{ ...link, title: 'דף עבודה' }, page])
  expect(await materialsOf('תקציב חדש', as.client)).toEqual([])
  expect(await materialsOf('תקציב חדש', as.coach)).toEqual([page])
  await finishOpen(process)
  expect(await materialsOf('תקציב חדש', as.client)).toEqual([page])
  // The next edition copies the materials of the current one.
  await publish(await open(template))
  expect(await materialsOf('מיפוי חדש', as.client)).toEqual([{ ...link, title: 'דף עבודה' }, page])
})

test.each([
  ['a title of blanks', [{ title: ' ', url: '/blog' }]],
  ['a script as an address', [{ title: 'דף', url: 'javascript:alert(1)' }]],
  ['an address without encryption', [{ title: 'דף', url: 'http://example.com' }]],
  ['another host behind two slashes', [{ title: 'דף', url: '//example.com' }]],
  ['another host behind a backslash', [{ title: 'דף', url: '/\\example.com' }]],
  ['no list', { title: 'דף', url: '/blog' }],
])('materials with %s are refused with stage_materials_invalid', async (_what, materials) => {
  const draft = await open(template)
  await expect(
    save(draft, [{ name: 'תקציב', lineage: lineage['תקציב']!, materials: materials as object[] }]),
  ).rejects.toMatchObject({ message: 'stage_materials_invalid' })
})

const documentsOf = (of: string) =>
  db.sql<{ id: string; lineage: string; name: string; hint: string; form: string | null }>(
    `select d.id, d.lineage, d.name, d.hint, s.form_id as form from stage_documents d join process_stages s on s.id = d.stage_id
     where s.template_id = $1 order by s.stage_order, d.position`,
    [of],
  )

test('the form and documents of a stage are saved, copied to the next draft, and refused if malformed', async () => {
  const form = await id(`insert into forms (title) values ('שאלון פתיחה') returning id`)
  const draft = await open(template)
  await save(draft, [
    { ...stage('מיפוי'), form_id: form, documents: [{ name: ' תלושים ', hint: 'שלושה חודשים' }, { name: 'עו״ש' }] },
  ])
  const saved = await documentsOf(draft)
  expect(saved).toMatchObject([
    { name: 'תלושים', hint: 'שלושה חודשים', form },
    { name: 'עו״ש', hint: '' },
  ])
  await publish(draft)
  const next = await documentsOf(await open(template))
  expect(next.map(({ lineage: of, name, form: selected }) => ({ of, name, chosen: selected }))).toEqual(
    saved.map(({ lineage: of, name }) => ({ of, name, chosen: form })),
  )
  const again = await open(template)
  for (const documents of [
    [{ name: ' ' }],
    [{ hint: 'א' }],
    [{ name: 'א'.repeat(121) }],
    [{ name: 'א', hint: 'ב'.repeat(301) }],
  ])
    await expect(save(again, [{ ...stage('מיפוי'), documents }])).rejects.toMatchObject({
      message: 'stage_documents_invalid',
    })
  const { lineage: one } = saved[0]!
  await expect(
    save(again, [
      {
        ...stage('מיפוי'),
        documents: [
          { name: 'א', lineage: one },
          { name: 'ב', lineage: one },
        ],
      },
    ]),
  ).rejects.toMatchObject({ message: expect.stringContaining('stage_document_twice') })
})

test('moving a family to a new edition keeps its files, including those for removed documents', async () => {
  const draft = await open(template)
  await save(draft, [{ ...stage('מיפוי'), documents: [{ name: 'תלושים' }, { name: 'עו״ש' }] }, stage('תקציב')])
  await publish(draft)
  const family = await newFamily('נועה', template)
  const [payslips, bank] = await documentsOf(template)
  for (const document of [payslips!, bank!])
    await db.sql(
      `with paper as (insert into files (contact_id, name, stored_at) select contact_id, $3, now() from client_processes where id = $1 returning id)
       insert into stage_document_files (file_id, stage_instance_id, stage_document_id, status, decided_at)
       select paper.id, i.id, $2, 'approved', now() from paper, process_stage_instances i where i.client_process_id = $1 and i.status = 'active'`,
      [family, document.id, document.name],
    )
  const next = await open(template)
  await save(next, [
    { ...stage('מיפוי'), documents: [{ name: 'שלושה תלושים', lineage: payslips!.lineage }, { name: 'חוזה' }] },
    stage('תקציב'),
  ])
  await publish(next)
  await move(family)
  expect(
    await db.sql(
      `select d.name, x.status, f.name as file from stage_document_files x join files f on f.id = x.file_id
       join stage_documents d on d.id = x.stage_document_id join process_stage_instances i on i.id = x.stage_instance_id
       where i.client_process_id = $1 and d.stage_id = i.process_stage_id`,
      [family],
    ),
  ).toEqual([{ name: 'שלושה תלושים', status: 'approved', file: 'תלושים' }])
  expect(
    await db.sql(
      `select f.name from files f join client_processes p on p.contact_id = f.contact_id where p.id = $1 order by 1`,
      [family],
    ),
  ).toEqual([{ name: 'עו״ש' }, { name: 'תלושים' }])
  expect(await db.sql('select from process_templates where version_of = $1', [template])).toHaveLength(0)
})

test('asks_for_review of a stage is saved, off by default, and copied to the next draft and edition', async () => {
  const asking = (of: string) =>
    db
      .sql<{ asks: boolean }>(
        'select asks_for_review as asks from process_stages where template_id = $1 order by stage_order',
        [of],
      )
      .then((rows) => rows.map(({ asks }) => asks))
  const draft = await open(template)
  await save(draft, [{ ...stage('מיפוי'), asks_for_review: true }, stage('תקציב')])
  expect(await asking(draft)).toEqual([true, false])
  await publish(draft)
  expect(await asking(template)).toEqual([true, false])
  expect(await asking(await open(template))).toEqual([true, false])
})

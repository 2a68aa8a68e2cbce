// Rollback of imports, and the retention period of their rows.
import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { readAllRows, importsOf } from './imports.fixture.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const imports = await importsOf(db, as.owner)

const csv = (...lines: string[]) => lines.join('\r\n')
const person = async (name: string) =>
  (await db.sql<{ id: string }>('select id from contacts where full_name = $1', [name]))[0]!
const names = async () =>
  (await db.sql<{ name: string }>('select full_name as name from contacts where deleted_at is null')).map(
    ({ name }) => name,
  )
const forget = () => db.sql('truncate contacts, households, tags, imports, name_words cascade')

test('rolling back an import restores every table byte for byte', async () => {
  await forget()
  await db.sql(`with c as (insert into contacts (first_name, last_name, last_activity_at) values ('דנה', 'כהן', '2026-01-01') returning id)
    insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) select id, 'phone', 'x', '+972501111111', true from c`)
  await db.sql(`insert into tags (name) values ('ותיקים')`)
  await db.sql(`insert into contact_tags (contact_id, tag_id) select c.id, t.id from contacts c, tags t`)
  await db.sql(
    `insert into custom_field_defs (entity, key, label, type) values ('contact', 'f_hobby', 'תחביב', 'text'), ('contact', 'f_job', 'מקצוע', 'text')`,
  )
  await db.sql(`update contact_staff_details set custom = '{"f_hobby": "ציור", "f_job": "מורה"}'`)
  const before = await readAllRows(db)
  const { id, counts } = await imports.importFile(
    csv(
      'שם פרטי,שם משפחה,טלפון,טלפון נוסף,מייל,תגיות,הערות,מקור,תחביב',
      'דנה,כהן,0501111111,0502222222,dana@example.com,"ותיקים,חדשים",הערה,תערוכה,נגרות',
      'אבי,כהן,0501111111,,,חדשים,,,',
      'רות,לוי,0523333333,,ruth@example.com,,הערה,,שחמט',
      'רות,לוי,0523333333,0524444444,,,,,',
      'גל,לוי,0523333333,,,,,,שחייה',
    ),
    { onMatch: 'overwrite', consentProof: 'טופס נייר', defaults: { tags: ['ייבוא'], owner_id: ids.coach } },
  )
  expect(counts).toEqual({ created: 3, updated: 2, skipped: 0, error: 0 })
  expect(await readAllRows(db)).not.toEqual(before)
  expect(
    await db.sql(
      `select first_name, custom from contacts join contact_staff_details on contact_id = id order by first_name`,
    ),
  ).toEqual([
    { first_name: 'אבי', custom: {} },
    { first_name: 'גל', custom: { f_hobby: 'שחייה' } },
    { first_name: 'דנה', custom: { f_hobby: 'נגרות', f_job: 'מורה' } },
    { first_name: 'רות', custom: { f_hobby: 'שחמט' } },
  ])
  const { status, counts: undone } = await imports.rollBack(id)
  expect([status, undone['undone'], undone['kept']]).toEqual(['rolled_back', 5, 0])
  expect(await readAllRows(db)).toEqual(before)
})

const three = csv('שם,טלפון', 'דנה כהן,0501111111', 'אבי לוי,0502222222', 'רות גל,0503333333', 'גל בר,0504444444')

test('contacts changed or used since the import are not reverted by a rollback, and their rows contain the reason', async () => {
  await forget()
  const { id } = await imports.importFile(three)
  await db.as(as.owner, `update contacts set last_name = 'ברק' where full_name = 'דנה כהן'`)
  const avi = await person('אבי לוי')
  await db.as(
    as.owner,
    `insert into activities (type, contact_id, payload) values ('note', $1, '{"text": "דיברנו"}')`,
    [avi.id],
  )
  const ruth = await person('רות גל')
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, 'email', 'x', 'x@example.com')`,
    [ruth.id],
  )
  await imports.rollBack(id)
  expect((await imports.lines(id)).map(({ undone, kept_because }) => [undone, kept_because])).toEqual([
    ['kept', 'changed_since'],
    ['kept', 'used_since'],
    ['kept', 'changed_since'],
    ['deleted', null],
  ])
  expect((await imports.read(id)).counts).toMatchObject({ undone: 1, kept: 3 })
  expect((await names()).sort()).toEqual(['אבי לוי', 'דנה ברק', 'רות גל'])
})

test('a contact whose number was checked in the registry since the import is not reverted by a rollback', async () => {
  await forget()
  const { id } = await imports.importFile(three)
  const { id: checked } = await person('דנה כהן')
  await db.as(as.owner, 'update contact_staff_details set dnc_checked_at = now() where contact_id = $1', [checked])
  await imports.rollBack(id)
  expect((await imports.lines(id)).map(({ undone, kept_because }) => [undone, kept_because])).toEqual([
    ['kept', 'changed_since'],
    ['deleted', null],
    ['deleted', null],
    ['deleted', null],
  ])
})

test('an import can be rolled back for thirty days, after which its rows are deleted', async () => {
  await forget()
  const { id } = await imports.importFile(three)
  await db.sql(`update imports set finished_at = now() - interval '31 days'`)
  expect((await imports.step('roll-back-import', { importId: id })).json()).toMatchObject({ code: 'import_too_old' })
  await db.sql('select forget_imports()')
  expect([await imports.lines(id), (await imports.read(id)).forgotten_at]).toEqual([[], expect.any(Date)])
})

const ended: [how: string, set: string, left: number][] = [
  ['failed a month ago', `status = 'failed', finished_at = null, run_at = now() - interval '31 days'`, 0],
  ['failed last week', `status = 'failed', finished_at = null, run_at = now() - interval '7 days'`, 4],
  [
    'rolled back a month ago, after it had failed',
    `status = 'rolled_back', finished_at = null, rolled_back_at = now() - interval '31 days'`,
    0,
  ],
]
test.each(ended)('rows of an import that %s are deleted after thirty days', async (_how, set, lineCount) => {
  await forget()
  const { id } = await imports.importFile(three)
  await db.sql(`update imports set ${set}`)
  await db.sql('select forget_imports()')
  expect(await imports.lines(id)).toHaveLength(lineCount)
})

test('an import whose rows were deleted cannot be resumed', async () => {
  await forget()
  const { id } = await imports.importFile(three)
  await db.sql(`update imports set status = 'failed', finished_at = null, run_at = now() - interval '31 days'`)
  await db.sql('select forget_imports()')
  expect((await imports.step('run-import', { importId: id })).json()).toMatchObject({
    code: 'import_step_not_possible',
  })
})

test('an upload that was never run is deleted after a week', async () => {
  await forget()
  await imports.upload(three)
  await db.sql(`update imports set created_at = now() - interval '8 days'`)
  expect(await db.sql('select forget_imports()')).toEqual([{ forget_imports: 1 }])
  expect(await db.sql('select id from imports')).toEqual([])
})

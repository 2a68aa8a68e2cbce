import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { readAllRows, importsOf } from './imports.fixture.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const imports = await importsOf(db, as.owner)

const csv = (...lines: string[]) => lines.join('\r\n')
const people = () =>
  db.sql<{ name: string; points: string[] }>(
    `select full_name as name, array(select value_norm from contact_points p where p.contact_id = c.id order by kind desc, is_primary desc, value_norm) as points
     from contacts c where deleted_at is null order by created_at, full_name`,
  )
const forget = () => db.sql('truncate contacts, households, tags, imports, name_words cascade')

test('an import creates new contacts, matches existing ones, skips duplicates and reports errors as previewed', async () => {
  await forget()
  await db.sql(`with c as (insert into contacts (first_name, last_name) values ('דנה', 'כהן') returning id)
    insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) select id, 'phone', 'x', '+972501234567', true from c`)
  const file = csv(
    'שם,טלפון,דוא"ל,תגיות',
    'דנה כהן,050-1234567,dana@example.com,תערוכה',
    'אבי לוי,0521234567,,תערוכה',
    'אבי לוי,+972521234567,,',
    'בלי טלפון תקין,0521,,',
    ',0531234567,,',
    'רות מזרחי,,ruth@example.com,',
    'דנה כהן,0501234567,dana@example.com,',
  )
  const { id, planned, counts } = await imports.importFile(file)
  expect(planned).toEqual({ created: 2, updated: 1, skipped: 2, error: 2 })
  expect(counts).toEqual(planned)
  expect(await people()).toEqual([
    { name: 'דנה כהן', points: ['+972501234567', 'dana@example.com'] },
    { name: 'אבי לוי', points: ['+972521234567'] },
    { name: 'רות מזרחי', points: ['ruth@example.com'] },
  ])
  expect((await imports.lines(id)).map(({ n, result, reason }) => [n, result, reason])).toEqual([
    [2, 'updated', null],
    [3, 'created', null],
    [4, 'skipped', 'in_file_duplicate'],
    [5, 'error', 'phone_invalid'],
    [6, 'error', 'name_missing'],
    [7, 'created', null],
    [8, 'skipped', 'in_file_duplicate'],
  ])
  const tagged =
    await db.sql(`select c.full_name from contact_tags ct join tags t on t.id = ct.tag_id join contacts c on c.id = ct.contact_id
    where t.name = 'תערוכה' order by 1`)
  expect(tagged).toHaveLength(2)
  const activities = await db.sql(`select distinct type, actor_id from activities where related_id = $1 order by 1`, [
    id,
  ])
  expect(activities).toEqual([
    { type: 'contact.import_updated', actor_id: ids.owner },
    { type: 'contact.imported', actor_id: ids.owner },
  ])
})

test('a list that is imported again after two of its contacts were merged creates neither contact again', async () => {
  await forget()
  const file = csv('שם,טלפון,מזהה', 'דני לוי,0501234567,7', 'דניאל לוי,0521234567,8', 'דנה לוי,0531234567,9')
  await imports.importFile(file, { matchBy: 'external_id' })
  for (const [winner, loser] of [
    ['דניאל', 'דני'],
    ['דנה', 'דניאל'],
  ])
    // oxlint-disable-next-line no-await-in-loop -- the second merge contains the first
    await db.as(
      as.owner,
      `select merge_contacts(w.id, l.id, w.version, l.version) from contacts w, contacts l where w.first_name = $1 and l.first_name = $2`,
      [winner, loser],
    )
  for (const matchBy of ['phone_or_email', 'external_id'] as const)
    // oxlint-disable-next-line no-await-in-loop
    expect((await imports.importFile(file, { matchBy })).counts).toEqual({
      created: 0,
      updated: 0,
      skipped: 3,
      error: 0,
    })
  expect((await people()).map(({ name }) => name)).toEqual(['דנה לוי'])
  // A row with the same number but another first name is a new contact.
  const { counts } = await imports.importFile(csv('שם,טלפון', 'דורון לוי,0501234567'))
  expect(counts).toMatchObject({ created: 1 })
})

test('rejected rows are downloadable with the reason in the first column and formulas escaped', async () => {
  await forget()
  const { importId } = await imports.upload(csv('שם,טלפון', '=1+1,05', 'דנה,0501234567'))
  await imports.check(importId)
  const answer = await imports.step('import-errors', { importId })
  expect(answer.payload).toBe(`\ufeffשורה בקובץ,מה לתקן,שם,טלפון\r\n2,טלפון: מספר הטלפון אינו תקין,'=1+1,05\r\n`)
})

test('an unreadable value is omitted, and the report and the error file name its row and field', async () => {
  await forget()
  const { id, planned, counts } = await imports.importFile(
    csv('שם,טלפון,מייל,תאריך לידה', 'דנה כהן,0501234567,x@,12 במרץ 2080', 'אבי לוי,0521234567,,5/11/75'),
  )
  expect(planned).toEqual({ created: 2, incomplete: 1 })
  expect(counts).toEqual({ created: 2, updated: 0, skipped: 0, error: 0, incomplete: 1 })
  expect(await db.sql('select full_name, birth_date::text from contacts order by 1 desc')).toEqual([
    { full_name: 'דנה כהן', birth_date: null },
    { full_name: 'אבי לוי', birth_date: '1975-11-05' },
  ])
  expect((await imports.lines(id)).map(({ faults }) => faults)).toEqual([
    [
      { reason: 'email_invalid', column: 2 },
      { reason: 'birth_date_in_future', column: 3 },
    ],
    [],
  ])
  const { payload } = await imports.step('import-errors', { importId: id })
  expect(payload.split('\r\n').slice(1)).toEqual([
    '2,מייל: כתובת הדוא״ל אינה תקינה; תאריך לידה: תאריך הלידה הוא בעתיד,דנה כהן,0501234567,x@,12 במרץ 2080',
    '',
  ])
})

test('an error file can be uploaded unchanged, and completes the contacts after corrections', async () => {
  await forget()
  const header = ['שם', 'כינוי', 'טלפון', 'נולד']
  const rows = [
    ["'=1+1", "''", '0501234567', '31.2.1990'],
    ['@דנה "כהן"', '+972', "'-1", 'x'],
    ["'אבי'", 'שורה\nשנייה, "עם" פסיק', '052-1234567', '45.1.1990'],
  ]
  const asFile = [header, ...rows].map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
  const first = await imports.upload(csv(...asFile))
  const mapping = ['full_name', 'source', 'phone', 'birth_date']
  const dateOrders = [null, null, null, 'month_first'] as const
  await imports.check(first.importId, { mapping, dateOrders: [...dateOrders] })
  await imports.run(first.importId)
  const { payload } = await imports.step('import-errors', { importId: first.importId })
  const again = await imports.upload(payload)
  const stored = await imports.read(again.importId)
  expect(stored).toMatchObject({ header, mapping, date_orders: dateOrders, header_row: 1, row_count: 3 })
  expect((await imports.lines(again.importId)).map(({ raw }) => raw)).toEqual([header, ...rows])
  const third = await imports.upload(payload.replace('31.2.1990', '31.1.1990'))
  await imports.check(third.importId)
  expect((await imports.run(third.importId)).counts).toMatchObject({ updated: 1, skipped: 1, error: 1 })
  expect(await db.sql('select birth_date::text from contacts where birth_date is not null')).toEqual([
    { birth_date: '1990-01-31' },
  ])
})

test('the date order of a column is detected, and a column with mixed orders is flagged', async () => {
  await forget()
  const file = csv('שם,נולד,הצטרף,עזב', 'א,3/4/90,4/23/90,4/23/90', 'ב,23/4/90,3/4/90,23.4.90', 'ג,,,1990-04-03')
  const { importId } = await imports.upload(file)
  const { date_orders, date_evidence } = await imports.read(importId)
  expect(date_orders).toEqual([null, 'day_first', 'month_first', 'day_first'])
  expect(date_evidence).toEqual([
    null,
    { day_first: 1, month_first: 0, either: 1 },
    { day_first: 0, month_first: 1, either: 1 },
    { day_first: 1, month_first: 1, either: 0 },
  ])
  const days = async (options: object) => {
    await imports.check(importId, { mapping: ['full_name', 'birth_date', null, null], ...options })
    return (await imports.lines(importId)).slice(1, 2).map(({ clean }) => clean!['birth_date'])
  }
  expect(await days({})).toEqual(['1990-04-03'])
  expect(await days({ dateOrders: [null, 'month_first', null, null] })).toEqual(['1990-03-04'])
})

test('a birth date in the future is refused by the database', async () => {
  await expect(
    db.as(as.owner, `insert into contacts (first_name, birth_date) values ('דנה', current_date + 2)`),
  ).rejects.toMatchObject({ constraint: 'birth_date_in_future' })
})

test('uploading the same file again is detected and creates no duplicates', async () => {
  await forget()
  const file = csv('שם,טלפון,הערות', 'דנה כהן,0501234567,שאלה על תקציב', 'בלי פרטים,,')
  const first = await imports.importFile(file)
  const { importId, before } = await imports.upload(file)
  expect(before).toMatchObject([{ id: first.id, status: 'done' }])
  const { counts } = await imports.check(importId)
  expect(counts).toEqual({ skipped: 2 })
  const seen = await readAllRows(db)
  await imports.run(importId)
  expect(await readAllRows(db)).toEqual(seen)
})

test('duplicates within a file are found at any file length, even if the last batch is full', async () => {
  for (const twice of [1, 2, 3, 4, 5, 6]) {
    await forget()
    const lines = Array.from({ length: twice }, (_, i) => `איש ${i},050${1000000 + i}`)
    const { planned } = await imports.importFile(csv('שם,טלפון', ...lines, lines[0]!))
    expect(planned).toEqual({ created: twice, skipped: 1 })
  }
})

const couple = csv(
  'שם פרטי,שם משפחה,טלפון',
  'דנה,כהן,0501234567',
  'אבי,כהן,0501234567',
  'נועה,כהן,0501234567',
  'דנה,כהן,0501234567',
)

test('two contacts with one phone number share a household, within the file and with existing contacts', async () => {
  await forget()
  const { counts, planned } = await imports.importFile(couple)
  expect(counts).toEqual({ created: 3, updated: 0, skipped: 1, error: 0 })
  expect(planned).toEqual({ created: 3, skipped: 1 })
  const [home] = await db.sql(
    `select h.name, count(*)::int as people from households h join contacts c on c.household_id = h.id group by h.id`,
  )
  expect(home).toEqual({ name: 'משפחת כהן', people: 3 })
  await imports.importFile(csv('שם פרטי,שם משפחה,טלפון', 'יעל,כהן,0501234567'))
  expect(await db.sql('select distinct household_id from contacts')).toHaveLength(1)
})

test('without the household option contacts are imported without households', async () => {
  await forget()
  const { counts } = await imports.importFile(couple, { linksHouseholds: false })
  expect(counts).toMatchObject({ created: 3 })
  expect(await db.sql('select id from households')).toEqual([])
})

test.each([
  ['fill_empty', { source: 'המלצה', birth_date: '1990-01-02', lifecycle: 'client', last_name: 'כהן' }, '+972501111111'],
  ['overwrite', { source: 'תערוכה', birth_date: '1990-01-02', lifecycle: 'lead', last_name: 'לוי' }, '+972502222222'],
  ['skip', { source: 'המלצה', birth_date: null, lifecycle: 'client', last_name: 'כהן' }, '+972501111111'],
] as const)('the policy %s determines how a matched contact is updated', async (onMatch, facts, primary) => {
  await forget()
  await db.sql(`with c as (insert into contacts (first_name, last_name, source, lifecycle) values ('דנה', 'כהן', 'המלצה', 'client') returning id)
    insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary)
    select id, kind, v, v, true from c, (values ('phone', '+972501111111'), ('email', 'dana@example.com')) p (kind, v)`)
  await imports.importFile(
    csv('שם פרטי,שם משפחה,טלפון,מייל,מקור,סוג,תאריך לידה', 'דנה,לוי,0502222222,dana@example.com,תערוכה,ליד,2.1.1990'),
    { onMatch },
  )
  const [known] = await db.sql(`select source, birth_date::text, lifecycle, last_name from contacts`)
  expect(known).toEqual(facts)
  expect(await db.sql(`select value_norm from contact_points where kind = 'phone' and is_primary`)).toEqual([
    { value_norm: primary },
  ])
})

test('a row with the number of another row or contact but another first name becomes a new contact', async () => {
  await forget()
  await db.sql(`with c as (insert into contacts (first_name, last_name) values ('אלף', 'א'), ('בית', 'ב') returning id)
    insert into contact_points (contact_id, kind, value_raw, value_norm) select id, 'phone', 'x', '+97236123456' from c`)
  const { id } = await imports.importFile(
    csv('שם,טלפון', 'גימל ג,03-6123456', 'בית ב,03-6123456', 'ב בית,03-6123456', 'דלת,03-6123456', 'ג גימל,03-6123456'),
  )
  expect((await imports.lines(id)).map(({ result, reason }) => [result, reason])).toEqual([
    ['created', null],
    ['skipped', 'nothing_new'],
    ['skipped', 'in_file_duplicate'],
    ['created', null],
    ['skipped', 'in_file_duplicate'],
  ])
  expect(await db.sql('select id from households')).toEqual([])
})

test('imported contacts have no marketing consent without a source of consent, and earlier refusals stay in force', async () => {
  await forget()
  await imports.importFile(csv('שם,מייל', 'דנה כהן,dana@example.com'))
  expect(await db.sql('select id from consents')).toEqual([])
  await forget()
  await db.sql(`with c as (insert into contacts (first_name) values ('עבר') returning id)
    insert into consents (contact_id, value_norm, channel, purpose, action, text_version_id, source_type)
    select c.id, 'left@example.com', 'email', 'marketing', 'withdraw', t.id, 'test' from c, current_consent_texts t where t.kind = 'marketing'`)
  await imports.importFile(
    csv(
      'שם,מייל,נייד,אישור דיוור',
      'דנה כהן,dana@example.com,0501234567,כן',
      'אבי לוי,avi@example.com,,לא',
      'רות גל,left@example.com,,כן',
    ),
    { consentProof: 'טופס הרשמה ביריד 2025' },
  )
  const granted = await db.sql(
    `select value_norm, channel, proof, recorded_by from consents where action = 'grant' order by channel`,
  )
  const more = { proof: 'טופס הרשמה ביריד 2025', recorded_by: ids.owner }
  expect(granted).toEqual([
    { value_norm: 'dana@example.com', channel: 'email', ...more },
    { value_norm: '+972501234567', channel: 'sms', ...more },
    { value_norm: '+972501234567', channel: 'whatsapp', ...more },
  ])
})

test('two workers on one import, of which one crashes midway, import each row once', async () => {
  await forget()
  const lines = Array.from({ length: 40 }, (_, i) => `איש ${i},050${1000000 + i}`)
  const { importId } = await imports.upload(csv('שם,טלפון', ...lines))
  await imports.check(importId)
  await imports.step('run-import', { importId })
  await Promise.all(Array.from({ length: 12 }, () => imports.batch(importId)))
  const [killed] = await Promise.allSettled([db.sql(`begin; select run_import('${importId}', 5); select 1 / 0`)])
  await db.sql('rollback')
  expect(killed!.status).toBe('rejected')
  await Promise.all([imports.work(importId), imports.work(importId)])
  const { counts, status, handled } = await imports.read(importId)
  expect([status, counts['created'], handled]).toEqual(['done', 40, 40])
  expect(await people()).toHaveLength(40)
})

const owned = csv('שם,טלפון,אחראי', 'דנה כהן,0501111111,coach', 'אבי לוי,0502222222,sales')
const withApp = await importsOf(db, { ...as.owner, aal: 'aal2' })
const leftAlone: [who: string, before: (id: string) => Promise<unknown>, after: () => Promise<unknown>][] = [
  [
    'has a verified second factor',
    () =>
      db.sql(
        `insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'x')`,
        [ids.owner],
      ),
    () => db.sql('delete from auth.mfa_factors'),
  ],
  [
    'works where a second factor is mandatory',
    () => db.sql('update team_rules set second_factor_required = true'),
    () => db.sql('update team_rules set second_factor_required = false'),
  ],
  [
    'has been deactivated',
    (id) => db.sql('update imports set created_by = null where id = $1', [id]),
    async () => undefined,
  ],
]
test.each(leftAlone)('owners are resolved even if the importing user %s', async (_who, before, after) => {
  await forget()
  const { importId } = await withApp.upload(owned)
  await before(importId)
  const { counts } = await withApp.check(importId)
  await withApp.run(importId)
  await after()
  expect(counts).toEqual({ created: 2 })
  expect(await db.sql('select owner_id from contacts order by full_name desc')).toEqual([
    { owner_id: ids.coach },
    { owner_id: ids.sales },
  ])
})

test('the internal list of staff names is not callable by client roles', async () => {
  expect(await whoMay(db, as, 'select from staff_names()')).toBe('no role')
})

test('a row refused by the database is reported by code, and the rows around it are imported', async () => {
  await forget()
  await db.sql(`alter table contacts add constraint not_this_one check (first_name <> 'אסור')`)
  const { id } = await imports.importFile(csv('שם,טלפון', 'דנה,0501111111', 'אסור,0502222222', 'אבי,0503333333'))
  await db.sql(`alter table contacts drop constraint not_this_one`)
  expect((await imports.lines(id)).map(({ result, reason }) => [result, reason])).toEqual([
    ['created', null],
    ['error', 'not_this_one'],
    ['created', null],
  ])
})

test('a column mapping is remembered for the next file', async () => {
  await forget()
  const file = (name: string) => csv('שם,קמפיין', `${name},פייסבוק`)
  const { importId } = await imports.upload(file('דנה'))
  expect((await imports.read(importId)).mapping).toEqual(['full_name', null])
  await imports.check(importId, { mapping: ['full_name', 'source'] })
  await imports.run(importId)
  const next = await imports.upload(file('אבי'))
  expect((await imports.read(next.importId)).mapping).toEqual(['full_name', 'source'])
})

test.each([
  ['a PDF named .csv', '%PDF-1.7', 'not_a_table'],
  ['nothing', '', 'file_empty'],
  ['a header without rows', 'שם,טלפון\r\n', 'file_empty'],
  ['a table of 201 columns', `${'א,'.repeat(200)}א\n${'ב,'.repeat(200)}ב`, 'too_many_columns'],
])('%s is refused with a message, and nothing is stored', async (_what, bytes, code) => {
  await forget()
  const answer = await imports.send('רשימה.csv', bytes)
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, code])
  expect(answer.json<{ message: string }>().message).toMatch(/[א-ת]/)
  expect(await db.sql('select id from imports')).toEqual([])
})

test('a wrong encoding guess can be corrected', async () => {
  await forget()
  const bytes = Uint8Array.from([0xf9, 0xed, 0x2c, 0xe8, 0xec, 0x0a, 0xe3, 0xf0, 0xe4, 0x2c, 0x31])
  const answer = await imports.send('a.csv', bytes, '&encoding=utf-8')
  expect((await imports.read(answer.json<{ importId: string }>().importId)).encoding).toBe('utf-8')
  const { importId } = await imports.upload(bytes)
  expect(await imports.read(importId)).toMatchObject({ encoding: 'windows-1255', header: ['שם', 'טל'] })
})

test.each([
  [{ mapping: ['phone', null] }, 'no_name_column'],
  [{ mapping: ['full_name', 'full_name'] }, 'column_mapped_twice'],
  [{ mapping: ['full_name', 'custom:gone'] }, 'unknown_column_field'],
  [{ mapping: ['full_name', null], matchBy: 'email' }, 'match_not_mapped'],
])('%j is refused as %s', async (options, code) => {
  await forget()
  const { importId } = await imports.upload(csv('שם,טלפון', 'דנה,0501234567'))
  const whole = {
    importId,
    headerRow: 1,
    mapping: [],
    dateOrders: [],
    matchBy: 'phone_or_email',
    onMatch: 'skip',
    linksHouseholds: true,
    defaults: {},
    consentProof: null,
  }
  expect((await imports.step('check-import', { ...whole, ...options })).json()).toMatchObject({ code })
})

test('steps in the wrong order and unknown imports are refused', async () => {
  await forget()
  const { importId } = await imports.upload(csv('שם,טלפון', 'דנה כהן,0501111111'))
  expect((await imports.step('run-import', { importId })).json()).toMatchObject({ code: 'import_step_not_possible' })
  expect((await imports.step('roll-back-import', { importId })).json()).toMatchObject({
    code: 'import_step_not_possible',
  })
  expect((await imports.step('run-import', { importId: crypto.randomUUID() })).json()).toMatchObject({
    code: 'import_not_found',
  })
})

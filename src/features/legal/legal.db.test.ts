import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { type LegalFacts, legalKeys, type LegalText, missingFacts } from './legal.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
await db.sql(
  `insert into business_profiles (user_id, business_name, legal_name, company_number, address, phone, email, accessibility_coordinator)
   values ($1, 'בית מרווח', 'חברה לדוגמה בע״מ', '516127057', 'רחוב הדוגמה 1', '03-0000000', 'info@example.com', 'רכזת לדוגמה')`,
  [ids.owner],
)

const empty = () => db.sql('delete from legal_settings')
const fill = async () => {
  await empty()
  await db.as(
    as.owner,
    `insert into legal_settings (retention_process_months, retention_lead_months, physical_accessibility, accessibility_updated_on)
     values (24, 12, 'מרחוק', '2025-09-01')`,
  )
}
const textOf = async (key: string) => (await db.sql<LegalText>('select * from legal_texts where key = $1', [key]))[0]!
const publish = async (key: string, seen?: number, note = '') =>
  db.as(as.owner, 'select publish_legal_text($1, $2, $3) as number', [key, seen ?? (await textOf(key)).version, note])
const missing = async (text: string) =>
  (await db.sql<{ missing: string[] }>('select missing_legal_facts($1) as missing', [text]))[0]!.missing

test('a new installation has the default texts, unpublished', async () => {
  const texts = await db.sql<{ key: string }>('select key from legal_texts order by key')
  expect(texts.map(({ key }) => key)).toEqual([...legalKeys].toSorted())
  expect(await db.sql('select from legal_versions')).toHaveLength(0)
})

test('a page with an empty fact cannot be published, and the refusal lists what is missing', async () => {
  await empty()
  await expect(publish('privacy')).rejects.toMatchObject({
    code: 'PT422',
    message: 'legal_facts_missing',
    detail: 'retentionLeadMonths,retentionProcessMonths',
  })
  await fill()
  expect(await publish('privacy', undefined, 'הנוסח הראשון')).toEqual([{ number: 1 }])
  await expect(publish('privacy')).rejects.toMatchObject({ message: 'nothing_to_publish' })
})

test('publishing is refused when another editor saved a newer version', async () => {
  const { version } = await textOf('terms')
  await db.as(as.content, `update legal_texts set body = body || ' ' where key = 'terms'`)
  await expect(publish('terms', version)).rejects.toMatchObject({ code: 'PT409', message: 'stale_version' })
})

test('every legal page requires the company’s name and number, regardless of its text', async () => {
  await db.sql('update business_profiles set company_number = null')
  await expect(publish('disclaimer')).rejects.toMatchObject({ detail: 'companyNumber' })
  await db.sql(`update business_profiles set company_number = '516127057'`)
})

const examples: [what: string, text: string, missing: string[]][] = [
  ['text only', 'שלום', []],
  ['a filled-in fact', '{{legalName}} {{phone}}', []],
  ['a missing fact', 'שלום {{dpoContact}}', ['dpoContact']],
  ['a missing fact inside its own section', 'א{{#dpoContact}} ב {{dpoContact}}{{/dpoContact}}', []],
  ['an unconfirmed claim', '{{#tests}}נבדק עם {{testedWith}}{{/tests}}', []],
  ['two sections of one claim', '{{#mfa}}א{{dpoContact}}{{/mfa}} {{testedWith}} {{#mfa}}ב{{/mfa}}', ['testedWith']],
  ['a claim over several lines', '{{#backups}}א\n\n{{dpoContact}}\n{{/backups}}ב', []],
  ['an unknown placeholder', '{{password}}', ['password']],
  ['malformed braces', 'א {{legalName ב', ['braces']],
  ['an unclosed section', '{{#tests}}א', ['braces']],
  ['one placeholder twice', '{{dpoContact}} {{dpoContact}}', ['dpoContact']],
]
test.each(examples)('%s: database and UI report the same missing facts', async (_what, text, expected) => {
  await empty()
  const [{ facts }] = (await db.sql<{ facts: LegalFacts }>('select legal_facts() as facts')) as [{ facts: LegalFacts }]
  expect(await missing(text)).toEqual(expected)
  expect(missingFacts(text, facts, [])).toEqual(expected)
})

test('the business details that a confirmed claim refers to are required', async () => {
  await empty()
  const text = '{{#tests}}נבדק עם {{testedWith}}{{/tests}}'
  await db.as(as.owner, `insert into legal_claims (claim) values ('tests')`)
  expect(await missing(text)).toEqual(['testedWith'])
  await db.as(as.owner, `delete from legal_claims where claim = 'tests'`)
})

test('a published version is immutable, and publishing another text resets the lawyer’s review', async () => {
  await fill()
  await db.as(as.owner, 'select mark_legal_reviewed(true)')
  await db.sql(`update legal_texts set body = body || ' ועוד.' where key = 'privacy'`)
  expect(await publish('privacy')).toEqual([{ number: 2 }])
  expect(await db.sql('select reviewed_at from legal_settings')).toEqual([{ reviewed_at: null }])
  for (const sql of [`update legal_versions set body = ''`, 'delete from legal_versions'])
    await expect(db.sql(sql)).rejects.toMatchObject({ message: 'only_added_to' })
  expect(await db.sql(`select facts ->> 'companyNumber' as number from legal_versions where number = 2`)).toEqual([
    { number: '516127057' },
  ])
})

test.each([
  [
    'read published texts',
    `select body from legal_versions`,
    'visitor stranger owner admin coach sales content client',
  ],
  ['confirm claims', `insert into legal_claims (claim) values ('mfa') returning claim`, 'owner admin'],
  ['read drafts', 'select from legal_texts', 'owner admin content'],
  ['write drafts', `update legal_texts set body = 'א' returning 1`, 'owner admin content'],
  ['read the facts', 'select from legal_settings', 'owner admin coach sales content'],
  ['edit the facts', `update legal_settings set dpo_contact = 'א' returning 1`, 'owner admin'],
  ['mark texts as reviewed by a lawyer', 'select mark_legal_reviewed(true)', 'owner admin'],
  [
    'publish',
    `select publish_legal_text('disclaimer', (select version from legal_texts where key = 'disclaimer'))`,
    'owner admin',
  ],
  [
    'publish without the function',
    `insert into legal_versions (text_key, number, updated_line, body, facts) values ('terms', 9, '', 'א', '{}') returning 1`,
    'no role',
  ],
])('only the expected roles can %s', async (_what, sql, actor) => {
  await fill()
  expect(await whoMay(db, as, sql)).toBe(actor)
})

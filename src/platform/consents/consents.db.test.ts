import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const [text] = await db.sql<{ id: string }>(`select id from current_consent_texts where kind = 'marketing'`)
const [contact] = await db.sql<{ id: string }>(
  `insert into contacts (first_name, client_user_id) values ('איתי', $1) returning id`,
  [ids.client],
)
const give = (action: string) =>
  db.sql(
    `insert into consents (contact_id, value_norm, channel, purpose, action, text_version_id, source_type) values ($1, 'itay@example.com', 'email', 'marketing', $2, $3, 'test')`,
    [contact!.id, action, text!.id],
  )
await give('grant')

const cases: [action: string, sql: string, actors: string][] = [
  [
    'read the current consent texts',
    'select from current_consent_texts',
    'visitor stranger owner admin coach sales content client',
  ],
  [
    'add a consent text',
    `insert into consent_texts (kind, version, he_text) values ('marketing', 2, 'נוסח חדש') returning 1`,
    'owner admin',
  ],
  ['see who agreed', `select from consents where contact_id = '${contact!.id}'`, 'owner admin sales client'],
  [
    'read current consents',
    `select from current_consents where contact_id = '${contact!.id}'`,
    'owner admin sales client',
  ],
  [
    'record a consent for another contact',
    `insert into consents (contact_id, value_norm, channel, purpose, action, text_version_id, source_type) values ('${contact!.id}', 'x', 'email', 'marketing', 'grant', '${text!.id}', 'x') returning 1`,
    'no role',
  ],
  ['update a consent text', `update consent_texts set he_text = 'אחר' returning 1`, 'no role'],
]
for (const [action, sql, actors] of cases)
  test(`roles that may ${action}: ${actors}`, async () => {
    expect(await whoMay(db, as, sql)).toBe(actors)
  })

test('consents can never be updated or deleted, not even by service_role or the database owner', async () => {
  for (const sql of [
    "update consents set action = 'withdraw'",
    'delete from consents',
    "update consent_texts set he_text = ''",
    'delete from consent_texts',
  ]) {
    await expect(db.sql(sql)).rejects.toMatchObject({ message: 'only_added_to' })
    await expect(db.as({ role: 'service_role' }, sql)).rejects.toMatchObject({ code: '42501' })
  }
})

test('the latest entry of a contact is in force', async () => {
  const holds = async () =>
    (await db.sql<{ action: string }>('select action from current_consents where contact_id = $1', [contact!.id]))[0]!
      .action
  expect(await holds()).toBe('grant')
  await give('withdraw')
  expect(await holds()).toBe('withdraw')
  expect(await db.sql('select from consents')).toHaveLength(2)
})

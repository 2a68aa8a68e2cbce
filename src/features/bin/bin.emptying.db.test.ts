import { expect, test } from 'vitest'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { emptyBin } from './bin.server.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)

const id = async (text: string, values?: unknown[]) => (await db.sql<{ id: string }>(text, values))[0]!.id
const isThere = async (table: string, thing: string) =>
  (await db.sql(`select from ${table} where id = $1`, [thing])).length > 0
const empty = () => emptyBin((work) => inTransaction(db.authenticator, { role: 'service_role' }, work))

async function makePerson(name: string) {
  const contact = await id('insert into contacts (first_name) values ($1) returning id', [name])
  const opportunity = await id(`insert into opportunities (name, contact_id) values ('ליווי', $1) returning id`, [
    contact,
  ])
  const task = await id(`insert into tasks (name, contact_id) values ('להתקשר', $1) returning id`, [contact])
  return { contact, opportunity, task }
}
const deletedDaysAgo = (table: string, thing: string, days: number) =>
  db.sql(`update ${table} set deleted_at = now() - make_interval(days => $2) where id = $1`, [thing, days])
const forGood = (entity: string, thing: string, actor: keyof typeof as) =>
  db.as(as[actor], 'select delete_for_good($1)', [JSON.stringify([{ entity, id: thing }])])

test('records deleted more than thirty days ago are purged with their dependents, newer ones stay', async () => {
  const old = await makePerson('נועה')
  const young = await makePerson('איתי')
  await deletedDaysAgo('contacts', old.contact, 31)
  await deletedDaysAgo('contacts', young.contact, 29)
  await empty()
  for (const [table, thing] of [
    ['contacts', old.contact],
    ['opportunities', old.opportunity],
    ['tasks', old.task],
  ] as const)
    expect(await isThere(table, thing)).toBe(false)
  expect(await isThere('contacts', young.contact)).toBe(true)
  expect(await isThere('opportunities', young.opportunity)).toBe(true)
  const retained = await db.sql(
    'select from audit_log where contact_id = $1 and (label <> $2 or before is not null or after is not null)',
    [old.contact, ''],
  )
  expect(retained).toEqual([])
})

test('the consent proof of a purged contact is retained in pseudonymised form', async () => {
  const { contact } = await makePerson('תמר')
  const address = `insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, 'email', 'tamar@example.com', 'tamar@example.com')`
  await db.sql(address, [contact])
  await db.sql(
    `insert into consents (contact_id, value_norm, channel, purpose, action, text_version_id, text_snapshot_hash, source_type)
     select $1, 'tamar@example.com', 'email', 'marketing', 'grant', id, '', 'form' from current_consent_texts where kind = 'marketing'`,
    [contact],
  )
  await deletedDaysAgo('contacts', contact, 31)
  await empty()
  expect(await db.sql('select from consents where contact_id = $1', [contact])).toHaveLength(1)
  const [remaining] = await db.sql<{ full_name: string }>('select full_name from contacts where id = $1', [contact])
  expect(remaining!.full_name).not.toContain('תמר')
  expect(await db.as(as.owner, `select from read_bin('contacts') where id = $1`, [contact])).toEqual([])
})

test('purchases of a purged contact are retained without personal data for the statutory period', async () => {
  const { contact } = await makePerson('תמר')
  const product = await id(`insert into products (slug, name) values ('sadna', 'סדנה') returning id`)
  await db.sql('insert into enrolments (product_id, contact_id) values ($1, $2)', [product, contact])
  await deletedDaysAgo('contacts', contact, 31)
  await empty()
  expect(await db.sql('select from enrolments where contact_id = $1', [contact])).toHaveLength(1)
  expect(await db.sql('select full_name from contacts where id = $1', [contact])).toEqual([
    { full_name: 'פרטים נמחקו' },
  ])
})

test('a review of a purged contact retains no name, address or device trace', async () => {
  const { contact } = await makePerson('תמר')
  const review = await id(
    `insert into reviews (shown_name, body, original_body) values ('תמר', 'ליווי טוב מאוד, תודה', '') returning id`,
  )
  await db.sql(
    `insert into review_authors (review_id, name, email, contact_id, words_hash, ip_trunc, user_agent)
     values ($1, 'תמר כהן', 'tamar@example.com', $2, 'x', '192.0.2.0', 'Firefox')`,
    [review, contact],
  )
  await deletedDaysAgo('contacts', contact, 31)
  await empty()
  expect(await db.sql(`select from review_authors where name like 'תמר%' or email is not null`)).toEqual([])
})

test('a purged contact loses access to the client portal', async () => {
  const { contact } = await makePerson('תמר')
  await db.sql('update contacts set client_user_id = $2 where id = $1', [contact, ids.client])
  await db.sql('update contacts set deleted_at = now() where id = $1', [contact])
  await forGood('contacts', contact, 'owner')
  expect(await db.sql('select from auth.users where id = $1', [ids.client])).toEqual([])
})

test.each(['the purged contact', 'the partner'])(
  'a purge removes only the messages of the contact from a household thread opened by %s',
  async (opener) => {
    // The account was deleted earlier.
    const [deletedPerson, left] = [await makePerson('תמר'), await makePerson('דור')]
    const owner = opener === 'the partner' ? left.contact : deletedPerson.contact
    const home = await id(`insert into households (name) values ('משפחת לוי') returning id`)
    const thread = await id('insert into threads (contact_id, household_id) values ($1, $2) returning id', [
      owner,
      home,
    ])
    const write = (author: string | null, body: string) =>
      id(
        `insert into thread_messages (thread_id, contact_id, author_kind, body)
         values ($1, $2, case when $2::uuid is null then 'staff' else 'client' end, $3) returning id`,
        [thread, author, body],
      )
    await write(deletedPerson.contact, 'של תמר')
    await write(left.contact, 'של דור')
    const file = await id(
      `insert into files (contact_id, name, thread_id, thread_message_id) values ($1, 'א.pdf', $2, $3) returning id`,
      [owner, thread, await write(null, 'של הצוות')],
    )
    await db.sql('update contacts set deleted_at = now() where id = $1', [deletedPerson.contact])
    await forGood('contacts', deletedPerson.contact, 'owner')
    expect(await db.sql('select body from thread_messages where thread_id = $1 order by body', [thread])).toEqual([
      { body: 'של דור' },
      { body: 'של הצוות' },
    ])
    expect(await isThere('files', file)).toBe(true)
  },
)

test('rows keyed by e-mail address alone are purged with the contact', async () => {
  const { contact } = await makePerson('תמר')
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, 'email', 't@x.example', 't@x.example')`,
    [contact],
  )
  await db.sql(`insert into mail_preferences (email) values ('t@x.example')`)
  await deletedDaysAgo('contacts', contact, 31)
  await empty()
  expect(await isThere('contacts', contact)).toBe(false)
  expect(await db.sql(`select from mail_preferences where email = 't@x.example'`)).toEqual([])
})

test('a contact and its records are purged together, whatever the order of the selection', async () => {
  const { contact, opportunity, task } = await makePerson('יעל')
  for (const [table, thing] of [
    ['tasks', task],
    ['opportunities', opportunity],
    ['contacts', contact],
  ] as const)
    await deletedDaysAgo(table, thing, 1)
  const things = [
    { entity: 'contacts', id: contact },
    { entity: 'opportunities', id: opportunity },
    { entity: 'tasks', id: task },
  ]
  expect(await db.as(as.owner, 'select delete_for_good($1) as gone', [JSON.stringify(things)])).toEqual([{ gone: 3 }])
  expect(await isThere('contacts', contact)).toBe(false)
})

test('a contact with an opportunity created since deletion is not purged', async () => {
  const { contact } = await makePerson('רון')
  await deletedDaysAgo('contacts', contact, 40)
  const opportunity = await id(`insert into opportunities (name, contact_id) values ('חדשה', $1) returning id`, [
    contact,
  ])
  await empty()
  expect(await isThere('contacts', contact)).toBe(true)
  expect(await isThere('opportunities', opportunity)).toBe(true)
})

test('only owners and admins can purge immediately', async () => {
  const { contact, task } = await makePerson('גיל')
  await db.sql('update contacts set deleted_at = now() where id = $1', [contact])
  for (const actor of ['coach', 'sales', 'content', 'client', 'stranger'] as const)
    await expect(forGood('contacts', contact, actor)).rejects.toMatchObject({ code: 'PT403', message: 'not_allowed' })
  await forGood('contacts', contact, 'admin')
  expect(await isThere('contacts', contact)).toBe(false)
  expect(await isThere('tasks', task)).toBe(false)
})

test('a record that is not in the bin cannot be purged', async () => {
  const { contact } = await makePerson('ליה')
  await expect(forGood('contacts', contact, 'owner')).rejects.toMatchObject({ code: 'PT404', message: 'not_in_reach' })
  expect(await isThere('contacts', contact)).toBe(true)
})

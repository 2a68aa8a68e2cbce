// Which references prevent a contact with a mistyped address from being moved to the bin.
import { afterAll, expect, test } from 'vitest'
import { makeDataset } from '../../../test/access/dataset.ts'

const { db } = await makeDataset()
const client = await db.owner.connect()
afterAll(() => client.release())

/**
 * Inserts a contact and one row that references it, in a transaction that is rolled back. Returns whether the contact
 * can be moved to the bin.
 */
async function binWith(table: string, column: string, more = '') {
  await client.query('begin')
  try {
    // In a pair, first_id is the lower id.
    const contact = `${column === 'first_id' ? '0' : 'f'}0000000-0000-4000-8000-000000000000`
    await client.query(`insert into contacts (id, first_name) values ($1, 'נועה')`, [contact])
    // Without triggers, so that the row is inserted exactly as given.
    await client.query('set local session_replication_role = replica')
    await client.query('delete from contact_staff_details where contact_id = $1', [contact])
    const stored = await client.query(
      `update ${table} set ${column} = $1${more} where ctid = (select ctid from ${table} limit 1)`,
      [contact],
    )
    await client.query('set local session_replication_role = origin')
    if (stored.rowCount === 0) return 'no row'
    const answer = await client.query<{ binned: boolean }>('select private.bin_wrong_contact($1) as binned', [contact])
    return answer.rows[0]!.binned ? 'binned' : 'kept'
  } finally {
    await client.query('rollback')
  }
}

/** Tables of which only some rows prevent the move. */
const partly = ['activities', 'contact_points', 'contact_staff_details']

test('a row in any table, except for rows of forms, keeps a contact with a wrong address out of the bin', async () => {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select k.conrelid::regclass::text as table, a.attname as column
     from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confrelid = 'contacts'::regclass and k.conparentid = 0 order by 1, 2`,
  )
  const found: Record<string, string[]> = {}
  for (const { table, column } of rows)
    if (!partly.includes(table)) (found[await binWith(table, column)] ??= []).push(`${table}.${column}`)
  expect(found['no row'] ?? []).toEqual([])
  expect(found['binned']).toEqual([
    'action_links.contact_id',
    'automation_list_members.contact_id',
    'automation_runs.contact_id',
    'consents.contact_id',
    'contact_tags.contact_id',
    'domain_events.contact_id',
    'duplicate_pairs.first_id',
    'duplicate_pairs.second_id',
    'messages.contact_id',
    'preference_links.contact_id',
    'scheduled_messages.contact_id',
  ])
  expect(found['kept']).toEqual(
    expect.arrayContaining([
      'appointments.contact_id',
      'form_submissions.contact_id',
      'lead_magnet_requests.contact_id',
      'opportunities.contact_id',
      'orders.contact_id',
      'quiz_attempts.contact_id',
      'subscriptions.contact_id',
      'tasks.contact_id',
      'webinar_registrations.contact_id',
    ]),
  )
})

test('a timeline entry written by a colleague prevents the move', async () => {
  expect(await binWith('activities', 'contact_id', `, actor_kind = 'user'`)).toBe('kept')
  expect(await binWith('activities', 'contact_id', `, actor_kind = 'contact'`)).toBe('binned')
})

test('details entered by a colleague prevent the move, and so does a verified address', async () => {
  expect(await binWith('contact_staff_details', 'contact_id', ', version = 2')).toBe('kept')
  expect(await binWith('contact_staff_details', 'contact_id', ', version = 1')).toBe('binned')
  expect(await binWith('contact_points', 'contact_id', ', verified_at = now()')).toBe('kept')
  expect(await binWith('contact_points', 'contact_id', ', verified_at = null')).toBe('binned')
})

test('an address is corrected once, and not if it was verified or another contact has the new address', async () => {
  const contact = async (email: string, verified = false) =>
    (
      await db.sql<{ id: string }>(
        `with made as (insert into contacts (first_name) values ('נועה') returning id)
         insert into contact_points (contact_id, kind, value_raw, value_norm, verified_at)
         select id, 'email', $1, $1, case when $2 then now() end from made returning contact_id as id`,
        [email, verified],
      )
    )[0]!.id
  const mend = async (id: string, wrong: string, right: string) =>
    (await db.sql<{ done: boolean }>('select private.mend_address($1, $2, $3) as done', [id, wrong, right]))[0]!.done
  const typo = await contact('typo@mend.example.com')
  await contact('other@mend.example.com')
  const proven = await contact('proven@mend.example.com', true)
  expect(await mend(typo, 'typo@mend.example.com', 'other@mend.example.com')).toBe(false)
  expect(await mend(typo, 'typo@mend.example.com', 'right@mend.example.com')).toBe(true)
  expect(await mend(typo, 'typo@mend.example.com', 'again@mend.example.com')).toBe(false)
  expect(await mend(proven, 'proven@mend.example.com', 'new@mend.example.com')).toBe(false)
})

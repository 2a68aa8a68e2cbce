// Contacts for campaign tests: subscribers with consent, and one contact per exclusion reason.
import type { testDatabase } from './database.ts'

type Database = Awaited<ReturnType<typeof testDatabase>>

/** Adds confirmed subscribers of the first list: reader0@example.com and so on. Returns the list's id. */
export async function addSubscribers(db: Database, many: number): Promise<string> {
  await db.sql(
    `with people as (
       insert into contacts (first_name, last_name) select 'קורא' || n, 'לדוגמה' from generate_series(0, $1::int - 1) n returning id, first_name)
     insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary)
     select id, 'email', address, address, true
     from people, lateral (select 'reader' || substr(first_name, 5) || '@example.com' as address) a`,
    [many],
  )
  await agree(db, `select contact_id, value_norm from contact_points where value_norm like 'reader%'`)
  const [list] = await db.sql<{ id: string }>('select id from mailing_lists order by created_at limit 1')
  await db.sql(
    `insert into subscriptions (list_id, contact_id, email) select $1, contact_id, value_norm from contact_points where value_norm like 'reader%'`,
    [list!.id],
  )
  return list!.id
}

/** Adds marketing consents for these pairs of contact_id and value_norm. */
export const agree = (db: Database, people: string) =>
  db.sql(
    `insert into consents (contact_id, value_norm, channel, purpose, action, text_version_id, source_type)
     select p.contact_id, p.value_norm, 'email', 'marketing', 'grant', t.id, 'test'
     from (${people}) p, current_consent_texts t where t.kind = 'marketing'`,
  )

/** Creates one contact per exclusion reason, with an address that names the reason, and two that share an address. */
export async function addExcludedContacts(db: Database) {
  const reasons = [
    'no_consent',
    'do_not_contact',
    'paused',
    'unsubscribe',
    'bounce',
    'complaint',
    'manual',
    'legal',
    'shared',
    'shared',
  ]
  for (const reason of reasons) {
    const [person] = await db.sql<{ id: string }>(
      `insert into contacts (first_name, lifecycle, do_not_contact) values ($1, 'client', $2) returning id`,
      [reason, reason === 'do_not_contact'],
    )
    const address = `${reason}@example.com`
    await db.sql(
      `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary, shared_in_household) values ($1, 'email', $2, $2, true, $3)`,
      [person!.id, address, reason === 'shared'],
    )
    if (reason !== 'no_consent')
      await agree(db, `select '${person!.id}'::uuid as contact_id, '${address}' as value_norm`)
    if (['unsubscribe', 'bounce', 'complaint', 'manual', 'legal'].includes(reason))
      await db.sql('insert into suppressions (value_norm, reason) values ($1, $2)', [address, reason])
  }
  await db.sql(
    `insert into mail_preferences (email, paused_until) values ('paused@example.com', now() + interval '3 days')`,
  )
  await db.sql(`insert into contacts (first_name, lifecycle) values ('no_email', 'client')`)
}

/** Sets the sender's details required by law, without quiet hours. */
export async function allowSending(db: Database, owner: string) {
  await db.sql(
    `insert into business_profiles (user_id, business_name, legal_name, address, phone, email)
     values ($1, 'בית מרווח', 'חברה לדוגמה בע״מ', 'רחוב הדוגמה 1, תל אביב-יפו', '03-0000000', 'info@example.com')`,
    [owner],
  )
  await db.sql(
    'update message_settings set quiet_nights = false, quiet_shabbat = false, quiet_holidays = false, quiet_memorial = false',
  )
}

// A list of confirmed subscribers with marketing consent, and a campaign to it.
import type pg from 'pg'

type Database = Pick<pg.Client, 'query'>

/** Disables quiet hours, and sets the sender's details that the law requires. */
export async function addAudience(db: Database, many: number): Promise<string> {
  await db.query(
    `update message_settings set quiet_nights = false, quiet_shabbat = false, quiet_holidays = false, quiet_memorial = false`,
  )
  await db.query(
    `insert into business_profiles (user_id, business_name, legal_name, address, phone, email)
     select user_id, 'בית מרווח', 'חברה לדוגמה בע״מ', 'רחוב הדוגמה 1', '03-0000000', 'info@example.com' from user_roles where role = 'owner'`,
  )
  const { rows } = await db.query<{ id: string }>('select id from mailing_lists')
  const [list] = rows
  await db.query(
    `with people as (
       insert into contacts (first_name, last_name) select 'קורא' || n, 'לדוגמה' from generate_series(1, $1::int) n returning id, first_name),
     points as (
       insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary)
       select id, 'email', a, a, true from people, lateral (select 'reader' || substr(first_name, 5) || '@example.com' as a) x
       returning contact_id, value_norm),
     agreed as (
       insert into consents (contact_id, value_norm, channel, purpose, action, text_version_id, source_type)
       select p.contact_id, p.value_norm, 'email', 'marketing', 'grant', t.id, 'test'
       from points p, current_consent_texts t where t.kind = 'marketing')
     insert into subscriptions (list_id, contact_id, email) select $2, contact_id, value_norm from points`,
    [many, list!.id],
  )
  await db.query('vacuum analyze')
  return list!.id
}

export async function addCampaign(db: Database, list: string) {
  const { rows } = await db.query<{ id: string; version: number }>(
    `insert into campaigns (name, subject, blocks, list_ids) values ('מכתב החודש', 'מה חדש החודש', $1, $2) returning id, version`,
    [JSON.stringify([{ kind: 'text', text: 'שלום {{שם_פרטי|לכם}}, [להמשך](/blog)' }]), [list]],
  )
  return rows[0]!
}

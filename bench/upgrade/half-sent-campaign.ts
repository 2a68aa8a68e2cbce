// Contacts with marketing consent, and a half-sent campaign to them, in the database of an earlier release.
import type pg from 'pg'

type Database = Pick<pg.Client, 'query'>

/** Addresses are reader1@example.com and so on; the odd ones were sent their message. Returns the campaign's id. */
export async function addHalfSentCampaign(db: Database, contacts: number): Promise<string> {
  await db.query(
    `update message_settings set quiet_nights = false, quiet_shabbat = false, quiet_holidays = false, quiet_memorial = false`,
  )
  const lists = await db.query<{ id: string }>('select id from mailing_lists order by created_at, id limit 1')
  const list = lists.rows[0]!.id
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
    [contacts, list],
  )
  const { rows } = await db.query<{ id: string }>(
    `insert into campaigns (name, subject, blocks, list_ids, status, send_at, started_at)
     values ('מכתב החודש', 'מה חדש החודש', $1, array[$2::uuid], 'sending', now(), now()) returning id`,
    [JSON.stringify([{ kind: 'text', text: 'שלום {{שם_פרטי|לכם}}, [להמשך](/blog)' }]), list],
  )
  const { id } = rows[0]!
  await db.query(
    `with audience as (
       insert into campaign_recipients (campaign_id, contact_id, email)
       select $1, contact_id, value_norm from contact_points where value_norm like 'reader%@example.com' returning contact_id, email),
     scheduled as (
       insert into scheduled_messages (idempotency_key, contact_id, purpose, context_type, context_id, to_value, status)
       select 'marketing:campaign:' || $1 || ':0:' || contact_id, contact_id, 'marketing', 'campaign', $1, email,
         case when substring(email from '\\d+')::int % 2 = 1 then 'sent' else 'scheduled' end
       from audience returning id, contact_id, to_value, status)
     insert into messages (scheduled_id, contact_id, purpose, to_value, subject, body_hash, sent_at, delivered_at)
     select id, contact_id, 'marketing', to_value, 'פרסומת | מה חדש החודש', '', now(), now() from scheduled where status = 'sent'`,
    [id],
  )
  await db.query(`select jobs.enqueue('send_campaign', json_build_object('campaign', $1::uuid), $2, now())`, [
    id,
    `campaign:${id}`,
  ])
  return id
}

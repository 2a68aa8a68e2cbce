// Recipients with consent, a transactional template and an advertising one, and due messages of both.
import type pg from 'pg'

const content = (subject: string) => ({
  subject,
  preheader: 'מה הוכן לקראתו',
  blocks: [
    { kind: 'heading', text: 'שלום {{שם_פרטי|לכם}}' },
    {
      kind: 'text',
      text: '{{מין:מוזמן|מוזמנת|מוזמנים}} למפגש הבא. **כדאי להביא** את רשימת ההוצאות של החודש.\n\n- הכנסות\n- הוצאות',
    },
    { kind: 'button', words: 'לאתר', to: '/' },
  ],
})

type Database = Pick<pg.Pool, 'query'>
type Purpose = 'service' | 'marketing'
export type Templates = Record<Purpose, string>

/** Saves the advertiser details that the law requires, disables quiet hours, and sets the frequency cap to ten a day. */
export async function addRecipients(db: Database, many: number): Promise<Templates> {
  await nameAdvertiser(db)
  await db.query(
    `update message_settings set quiet_nights = false, quiet_shabbat = false, quiet_holidays = false, quiet_memorial = false,
       daily_cap = 10, weekly_cap = 30`,
  )
  await db.query(
    `with people as (
       insert into contacts (first_name, last_name) select 'קורא' || n, 'לדוגמה' from generate_series(0, $1::int - 1) n returning id, first_name),
     points as (
       insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary)
       select id, 'email', a, a, true from people, lateral (select 'reader' || substr(first_name, 5) || '@example.com' as a) x
       returning contact_id, value_norm)
     insert into consents (contact_id, value_norm, channel, purpose, action, text_version_id, source_type)
     select p.contact_id, p.value_norm, 'email', 'marketing', 'grant', t.id, 'test'
     from points p, current_consent_texts t where t.kind = 'marketing'`,
    [many],
  )
  return {
    service: await addTemplate(db, 'המפגש הבא', 'service'),
    marketing: await addTemplate(db, 'מפגש פתוח', 'marketing'),
  }
}

async function nameAdvertiser(db: Database) {
  const { rows } = await db.query<{ owner: string | null }>('select private.business_owner() as owner')
  const owner = rows[0]!.owner ?? (await addOwner(db))
  await db.query(
    `insert into business_profiles (user_id, legal_name, address, phone)
     values ($1, 'חברה לדוגמה בע״מ', 'רחוב הדוגמה 1, תל אביב-יפו', '03-0000000')
     on conflict (user_id) do update set legal_name = excluded.legal_name, address = excluded.address, phone = excluded.phone`,
    [owner],
  )
}

async function addOwner(db: Database): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into auth.users (email) values ('owner@example.com') returning id`,
  )
  await db.query(`insert into user_roles (user_id, role) values ($1, 'owner')`, [rows[0]!.id])
  return rows[0]!.id
}

/** Creates a published template. Returns its id. */
export async function addTemplate(db: Database, name: string, purpose: Purpose): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `with made as (
       insert into message_templates (name, channel, purpose, draft, published_number) values ($1, 'email', $2, $3, 1) returning id),
     version as (insert into message_template_versions (template_id, number, content) select id, 1, $3 from made)
     select id from made`,
    [name, purpose, JSON.stringify(content(name))],
  )
  return rows[0]!.id
}

type Part = {
  round: number
  /** The first recipient by id, and the number of recipients. */
  from?: number
  many: number
}

/** Schedules one message per recipient, due now. Every second one is advertising. */
export const scheduleMessages = (db: Database, templates: Templates, { round, from = 0, many }: Part) =>
  db.query(
    `select private.schedule_message('bench:' || $1::int || ':' || c.id, c.id, 'email', k.purpose, k.template, 'automation_run',
       gen_random_uuid(), now() - interval '1 second')
     from (select id, row_number() over (order by id) as n from contacts order by id offset $5 limit $2) c,
       lateral (select case when c.n % 2 = 0 then 'service' else 'marketing' end as purpose,
         case when c.n % 2 = 0 then $3::uuid else $4::uuid end as template) k`,
    [round, many, templates.service, templates.marketing, from],
  )

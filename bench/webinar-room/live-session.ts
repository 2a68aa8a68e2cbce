// A live session whose registrants have a link each.
import type pg from 'pg'

type Database = { sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> }

/** The link key of a registrant, by its number. */
export const keyOf = (n: number) => `registrant-${String(n).padStart(8, '0')}-${'k'.repeat(10)}`

/** Creates the session. Returns its id. */
export async function addLiveSession(db: Database, registrants: number): Promise<string> {
  const [created] = await db.sql<{ id: string }>(
    `with webinar as (insert into webinars (slug, title) values ('bench', 'bench') returning id)
     insert into webinar_sessions (webinar_id, starts_at, status, started_at) select id, now(), 'live', now() from webinar returning id`,
  )
  await db.sql(
    `with people as (insert into contacts (first_name) select 'guest ' || n from generate_series(0, $2::int - 1) n returning id, first_name),
       registered as (
         insert into webinar_registrations (webinar_id, session_id, contact_id, name, email)
         select s.webinar_id, s.id, p.id, p.first_name, replace(p.first_name, ' ', '') || '@example.com'
         from people p, webinar_sessions s where s.id = $1 returning id, name)
     insert into webinar_links (token_hash, registration_id)
     select link_hash('registrant-' || lpad(split_part(name, ' ', 2), 8, '0') || '-kkkkkkkkkk'), id from registered`,
    [created!.id, registrants],
  )
  return created!.id
}

import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { as } = await makeActors(db)
const [contact] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('נועה') returning id`)
await db.sql(
  `insert into subscriptions (list_id, contact_id, email) select id, $1, 'noa@example.com' from mailing_lists`,
  [contact!.id],
)
await db.sql(`insert into mail_preferences (email) values ('noa@example.com')`)
await db.sql(`insert into preference_links (token_hash, contact_id, email) values ('x', $1, 'noa@example.com')`, [
  contact!.id,
])
await db.sql(`insert into unsubscribe_reasons (reason, link_hash) values ('other', 'x')`)
await db.sql(
  `insert into newsletter_requests (email, list_id, token_hash, consent_text_id)
   select 'dana@example.com', l.id, 'y', t.id from mailing_lists l, current_consent_texts t where t.kind = 'newsletter'`,
)

const [list] = await db.sql<{ id: string }>('select id from mailing_lists order by created_at limit 1')
const cases: [action: string, sql: string, actors: string][] = [
  ['see the lists', 'select from mailing_lists', 'owner admin content'],
  ['add a list', `insert into mailing_lists (name) values ('חדשה') returning 1`, 'owner admin'],
  ['change a list', `update mailing_lists set description = 'x' where id = '${list!.id}' returning 1`, 'owner admin'],
  ['throw a list away', 'delete from mailing_lists returning 1', 'no role'],
  ['see the links', 'select from preference_links', 'no role'],
  ['see who has not confirmed', 'select from newsletter_requests', 'owner admin'],
  ['see who reads', 'select from subscriptions', 'owner admin sales'],
  ['confirm subscriptions', `update subscriptions set status = 'confirmed', ended_at = null returning 1`, 'no role'],
  ['see why people left', 'select from unsubscribe_reasons', 'owner admin content'],
  ['see what people chose', 'select from mail_preferences', 'owner admin'],
]
for (const [action, sql, actors] of cases)
  test(`roles that may ${action}: ${actors}`, async () => {
    expect(await whoMay(db, as, sql)).toBe(actors)
  })

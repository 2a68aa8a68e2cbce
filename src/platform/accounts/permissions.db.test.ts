import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { type Permission, permissions } from './permissions.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id

// Rows of the coach, so that every role that works with contacts can see them.
const contact = await id(`insert into contacts (first_name, owner_id) values ('נועה', $1) returning id`, [ids.coach])
const opportunity = await id(`insert into opportunities (name, contact_id) values ('ליווי', $1) returning id`, [
  contact,
])

const payment = await id(
  `insert into payments (contact_id, method, amount_agorot) values ($1, 'cash', 100) returning id`,
  [contact],
)

const host = await id(
  `insert into booking_hosts (user_id, slug) values ('${ids.owner}', 'owner') returning user_id as id`,
)
const type = await id(
  `insert into appointment_types (user_id, slug, title) values ('${host}', 'livui', 'ליווי') returning id`,
)

const webinar = await id(`insert into webinars (slug, title) values ('budget', 'תקציב') returning id`)
const session = await id(
  `insert into webinar_sessions (webinar_id, starts_at) values ('${webinar}', now() + interval '1 day') returning id`,
)

const attempts: Record<Permission, string> = {
  'add contacts': `select * from add_contact('דנה')`,
  'delete contacts': `update contacts set deleted_at = now() where id = '${contact}' returning id`,
  'export contacts': `insert into exports (list, format, search, row_count) values ('contacts', 'csv', '{}', 1) returning row_count`,
  'open opportunities': `insert into opportunities (name, contact_id) values ('ליווי', '${contact}') returning id`,
  'delete opportunities': `update opportunities set deleted_at = now() where id = '${opportunity}' returning id`,
  'add tasks': `insert into tasks (name, user_id) values ('משימה', auth.uid()) returning id`,
  'give packages': `insert into session_packages (contact_id, type_id, total) values ('${contact}', '${type}', 6) returning id`,
  'host appointments': `select start_hosting(auth.uid(), 'another')`,
  'host webinars': `select move_webinar_session('${session}', 'open_lobby')`,
  'record payments': `insert into payments (contact_id, kind, method, amount_agorot, paid_on)
    values ('${contact}', 'payment', 'cash', 100, '2026-01-01') returning id`,
  'record refunds': `insert into payments (contact_id, kind, refund_of, refund_reason, method, amount_agorot)
    values ('${contact}', 'refund', '${payment}', 'טעות', 'cash', 100) returning id`,
  'confirm legal texts': 'select mark_legal_reviewed(true)',
}

test.each(permissions)(
  'the roles listed for the permission “%s” are those that the database allows',
  async (permission, roles) => {
    expect((await whoMay(db, as, attempts[permission])).split(' ').toSorted()).toEqual([...roles].toSorted())
  },
)

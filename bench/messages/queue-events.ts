// Queued events for subscribers: contacts who enter one automation simultaneously, and others that no subscriber handles.
import type pg from 'pg'
import { triggerTypes } from '#features/automations/engine/admission.ts'
import { type Definition, emptyDefinition } from '#features/automations/engine/definition.ts'
import { listenedEvents } from '#features/automations/engine/listened-events.ts'
import { touchedEntities } from '#features/automations/engine/touched-entities.ts'
import { addTemplate } from './recipients.ts'

/** In the automation each contact gets a task and a message, then waits. Returns its id. All contacts are created in one statement. */
export async function queueEvents(db: pg.Pool, { entering, others }: { entering: number; others: number }) {
  const definition: Definition = {
    ...emptyDefinition({ type: 'event', event: 'contact.created', match: {} }),
    steps: [
      { id: 'task', kind: 'task', name: 'שיחה', type: 'call', priority: 'medium', dueMinutes: 60, userId: null },
      { id: 'mail', kind: 'message', templateId: await addTemplate(db, 'ברוכים הבאים', 'service'), only: [] },
      { id: 'wait', kind: 'wait', minutes: 60, workingHours: false },
    ],
  }
  const { rows } = await db.query<{ id: string }>(
    `with made as (insert into automations (name, definition) values ('בדיקה', $1) returning id),
     version as (
       insert into automation_versions (automation_id, version, definition, trigger_types, listens, touches)
       select id, 1, $1, $2, $3, $4 from made)
     select id from made`,
    [definition, triggerTypes(definition), listenedEvents(definition), touchedEntities(definition)],
  )
  const { id } = rows[0]!
  await db.query(`update automations set current_version = 1, status = 'enabled' where id = $1`, [id])
  await db.query(`insert into contacts (first_name) select 'פונה ' || n from generate_series(1, $1::int) n`, [entering])
  await db.query(
    `insert into domain_events (type, contact_id, entity_type, entity_id)
     select 'contact.updated', c.ids[k], 'contact', c.ids[k]
     from (select array_agg(id) as ids from contacts) c, generate_series(1, $1::int) n,
       lateral (select 1 + n % cardinality(c.ids) as k) picked`,
    [others],
  )
  return id
}

type Entered = {
  runs: number
  contacts: number
  tasks: number
  taskContacts: number
  messages: number
  messageContacts: number
}

/** The results of the automation so far, by rows and by contacts: equal unless a step was executed twice. */
export async function countEntered(db: pg.Pool, automation: string): Promise<Entered> {
  const { rows } = await db.query<Entered>(
    `select r.*, t.*, m.* from
       (select count(*)::int as runs, count(distinct contact_id)::int as contacts from automation_runs where automation_id = $1) r,
       (select count(*)::int as tasks, count(distinct contact_id)::int as "taskContacts" from tasks) t,
       (select count(*)::int as messages, count(distinct contact_id)::int as "messageContacts" from scheduled_messages
        where context_type = 'automation_run') m`,
    [automation],
  )
  return rows[0]!
}

/** The expected counts of an automation that all contacts passed once. */
export const allOnce = (entering: number): Entered => ({
  runs: entering,
  contacts: entering,
  tasks: entering,
  taskContacts: entering,
  messages: entering,
  messageContacts: entering,
})

/** Terminates the connections that are in a transaction, like a killed node. Returns their number. */
export async function killTransactions(db: pg.Pool): Promise<number> {
  const { rows } = await db.query<{ killed: number }>(
    `select count(*) filter (where pg_terminate_backend(pid))::int as killed from pg_stat_activity
     where usename = 'authenticator' and datname = current_database() and backend_xid is not null`,
  )
  return rows[0]!.killed
}

// Events that wait for their subscribers: contacts who enter one automation at once, and others that nothing reacts to.
import type pg from 'pg'
import { triggerTypes } from '#features/automations/engine/admission.ts'
import { type Definition, emptyDefinition } from '#features/automations/engine/definition.ts'
import { listens } from '#features/automations/engine/listens.ts'
import { touches } from '#features/automations/engine/touches.ts'

/** Returns the automation's id. Every contact is created in the same statement. */
export async function queueEvents(db: pg.Pool, { entering, others }: { entering: number; others: number }) {
  const definition: Definition = {
    ...emptyDefinition({ type: 'event', event: 'contact.created', match: {} }),
    steps: [{ id: 'wait', kind: 'wait', minutes: 60, workingHours: false }],
  }
  const { rows } = await db.query<{ id: string }>(
    `with made as (insert into automations (name, definition) values ('בדיקה', $1) returning id),
     version as (
       insert into automation_versions (automation_id, version, definition, trigger_types, listens, touches)
       select id, 1, $1, $2, $3, $4 from made)
     select id from made`,
    [definition, triggerTypes(definition), listens(definition), touches(definition)],
  )
  const { id } = rows[0]!
  await db.query(`update automations set current_version = 1, status = 'enabled' where id = $1`, [id])
  await db.query(`insert into contacts (first_name) select 'פונה ' || n from generate_series(1, $1::int) n`, [entering])
  await db.query(
    `insert into domain_events (type, contact_id, entity_type, entity_id)
     select 'contact.updated', c.id, 'contact', c.id
     from generate_series(1, $1::int) n join (select id, row_number() over () as k, count(*) over () as all from contacts) c on c.k = 1 + n % c.all`,
    [others],
  )
  return id
}

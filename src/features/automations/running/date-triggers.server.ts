// Writes the events of date triggers: birthdays, and dates in custom fields.
import type { Db } from '#kernel/postgres/transaction.ts'
import type { Definition } from '../engine/definition.ts'
import { dateEvents } from '../simulation/simulate.ts'
import { readFacts } from './facts.server.ts'

/** After an outage, dates more than three days old are skipped. */
const lookBackMs = 3 * 86_400_000

export async function emitReachedDates(db: Db, now = new Date()) {
  const automations = await db.query<{ id: string; definition: Definition; enabled_at: Date }>(
    `select a.id, v.definition, a.enabled_at from automations a
     join automation_versions v on v.automation_id = a.id and v.version = a.current_version
     where a.status = 'enabled' and 'automation.date_reached' = any (v.trigger_types)`,
  )
  for (const { id, definition, enabled_at: enabledAt } of automations) {
    if (definition.trigger.type !== 'date') continue
    const from = new Date(Math.max(now.getTime() - lookBackMs, enabledAt.getTime()))
    const contacts = await contactsWithDateNear(db, definition.trigger, now)
    const facts = await readFacts(db, contacts)
    for (const one of facts.values())
      for (const { at } of dateEvents(id, definition, one, { from, to: now }))
        await db.query('select emit_reached_date($1, $2, $3)', [id, one.contactId, at])
  }
}

type DateTrigger = Extract<Definition['trigger'], { type: 'date' }>

/** Selects candidates only: the exact time is computed by the engine. A yearly date is compared without its year. */
async function contactsWithDateNear(db: Db, { key, offsetDays, yearly }: DateTrigger, now: Date): Promise<string[]> {
  const value = key === 'birth_date' ? 'c.birth_date::text' : `d.custom ->> '${key.slice('custom.'.length)}'`
  const rows = await db.query<{ id: string }>(
    `select c.id from contacts c join contact_staff_details d on d.contact_id = c.id
     where c.deleted_at is null and ${value} ~ '^\\d{4}-\\d\\d-\\d\\d$' and exists (
       select from generate_series(-5, 2) n
       where case when $3 then right(${value}, 5) in (to_char($1::date + n - $2::int, 'MM-DD'),
           -- 29 February falls on the 28th in common years.
           case when to_char($1::date + n - $2::int, 'MM-DD') = '02-28' then '02-29' end)
         else ${value} = to_char($1::date + n - $2::int, 'YYYY-MM-DD') end)`,
    [now, offsetDays, yearly],
  )
  return rows.map(({ id }) => id)
}

// Reads the stored events of a period for the contacts of an automation.
import type { Db } from '#kernel/postgres/transaction.ts'
import type { Definition } from '../engine/definition.ts'
import { triggerTypes } from '../engine/admission.ts'
import { listenedEvents } from '../engine/listened-events.ts'
import { readFacts } from '../running/facts.server.ts'
import type { SimulatedContact } from './simulate.ts'
import type { HistoryEvent } from './history.ts'

/** One simulation reads at most this many contacts. */
export const maxContacts = 5000

/** Events that change facts. */
const factTypes = [
  'contact.created',
  'contact.updated',
  'contact.tagged',
  'consent.granted',
  'consent.withdrawn',
  ...['created', 'stage_changed', 'won', 'lost', 'reopened'].map((what) => `opportunity.${what}`),
]

type Period = { from: Date; to: Date }
type Row = Omit<HistoryEvent, 'at'> & { contactId: string; at: Date }

export async function readHistory(
  db: Db,
  { id, definition }: { id: string; definition: Definition },
  { from, to }: Period,
): Promise<{ contacts: SimulatedContact[]; isPartial: boolean }> {
  const ids = await concernedContacts(db, id, definition, { from, to })
  const contactIds = ids.slice(0, maxContacts)
  const events = await db.query<Row>(
    `select e.id::text, e.type, e.payload, e.entity_id as "entityId", e.depth, e.occurred_at as at, e.transaction_id::text as transaction,
       e.contact_id as "contactId",
       e.caused_by is not null and exists (select from automation_runs r where r.id = e.caused_by and r.automation_id = $1) as "isOwn"
     from domain_events e
     where e.contact_id = any ($2) and e.type = any ($3) and e.occurred_at > $4 and e.occurred_at <= $5
     order by e.transaction_id, e.id`,
    [
      id,
      contactIds,
      [...new Set([...factTypes, ...listenedEvents(definition), ...triggerTypes(definition)])],
      from,
      to,
    ],
  )
  const byContact = Map.groupBy(
    // Dates are computed from the contact, because an enabled automation has already written some events.
    events.filter(({ type }) => type !== 'automation.date_reached'),
    ({ contactId }) => contactId,
  )
  const facts = await readFacts(db, contactIds)
  const consenting = await db.query<{ id: string }>(
    `select id from (select distinct on (contact_id) contact_id as id, action from consents
       where contact_id = any ($1) and channel = 'email' and purpose = 'marketing' and at <= $2 order by contact_id, at desc, id desc) latest
     where action = 'grant'`,
    [contactIds, from],
  )
  const hadConsent = new Set(consenting.map((row) => row.id))
  return {
    contacts: [...facts.values()]
      .filter(({ isGone }) => !isGone)
      .map((one) => ({
        facts: one,
        hadConsent: hadConsent.has(one.contactId),
        events: byContact.get(one.contactId) ?? [],
      })),
    isPartial: ids.length > maxContacts,
  }
}

/** Contacts with an event that starts a run, newest first; for a date trigger, contacts with a date. */
async function concernedContacts(db: Db, id: string, definition: Definition, { from, to }: Period): Promise<string[]> {
  const { trigger } = definition
  const rows = await db.query<{ id: string }>(
    `select e.contact_id as id, max(e.id) as newest from domain_events e
     where e.type = any ($1) and e.occurred_at > $2 and e.occurred_at <= $3 and e.contact_id is not null
       and (e.type not like 'automation.%' or e.payload ->> 'automation_id' = $4)
     group by 1 order by 2 desc limit $5`,
    [triggerTypes(definition), from, to, id, maxContacts + 1],
  )
  if (trigger.type !== 'date') return rows.map((row) => row.id)
  const column =
    trigger.key === 'birth_date' ? 'birth_date::text' : `custom ->> '${trigger.key.slice('custom.'.length)}'`
  const dated = await db.query<{ id: string }>(
    `select id from contacts join contact_staff_details on contact_id = id where deleted_at is null and ${column} is not null limit $1`,
    [maxContacts + 1],
  )
  return [...new Set([...rows, ...dated].map((row) => row.id))]
}

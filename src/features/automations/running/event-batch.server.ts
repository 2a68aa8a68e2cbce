// Reads the data for all events of a batch once: the contacts' facts, their runs, and the automations to start.
// Changes by an event are applied to this data, so that later events of the batch see them.
import type { EventRow } from '#platform/events/dispatcher.server.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { Definition } from '../engine/definition.ts'
import type { Facts } from '../engine/facts.ts'
import { deletedContactFacts, readFacts } from './facts.server.ts'
import { type ListeningRun, lockListeningRuns } from './run-rows.server.ts'

/** An enabled automation that is started by events of the batch. */
export type Starter = {
  id: string
  version: number
  definition: Definition
  trigger_types: readonly string[]
  listens: readonly string[]
}

/** The contact's earlier runs of an automation. */
type Before = { hasRun: boolean; isInside: boolean }

export async function readEventBatch(db: Db, rows: readonly EventRow[]) {
  const contactIds = [...new Set(rows.flatMap(({ contact_id: id }) => id ?? []))]
  const types = [...new Set(rows.map(({ type }) => type))]
  const runs = new Map((await lockListeningRuns(db, contactIds, types)).map((run) => [run.id, run]))
  const facts = await readFacts(db, contactIds)
  let starters = await readStarters(db, types)
  const automationIds = starters.map(({ id }) => id)
  const before = await readBefore(db, automationIds, contactIds)
  const started = await readStarted(db, automationIds, rows)
  const causes = await readCauses(db, rows)
  const key = (automationId: string, contactId: string) => `${automationId} ${contactId}`

  return {
    factsOf: (contactId: string): Facts => facts.get(contactId) ?? deletedContactFacts(contactId),

    /** The contact's active runs that listen to the event, except those that caused it or that it started. */
    listening: ({ id, type, contact_id: contactId, caused_by: causedBy }: EventRow): ListeningRun[] =>
      [...runs.values()]
        .filter(
          (run) =>
            run.contact_id === contactId &&
            run.listens.includes(type) &&
            run.id !== causedBy &&
            run.trigger_event_id !== id,
        )
        .toSorted((one, other) => (one.id < other.id ? -1 : 1)),

    /** The automations that the event starts, except those it has already started and the automation that caused it. */
    startedBy: ({ id, type, caused_by: causedBy }: EventRow): Starter[] =>
      starters.filter(
        (one) =>
          one.trigger_types.includes(type) &&
          !(causedBy && causes.get(causedBy) === one.id) &&
          !started.has(key(one.id, id)),
      ),

    before: (automationId: string, contactId: string): Before =>
      before.get(key(automationId, contactId)) ?? { hasRun: false, isInside: false },

    enter(run: ListeningRun) {
      runs.set(run.id, run)
      before.set(key(run.automation_id, run.contact_id), { hasRun: true, isInside: true })
    },
    end(run: ListeningRun) {
      runs.delete(run.id)
      before.set(key(run.automation_id, run.contact_id), { hasRun: true, isInside: false })
    },
    endAll(automationId: string, contactId: string) {
      for (const run of runs.values())
        if (run.automation_id === automationId && run.contact_id === contactId) runs.delete(run.id)
    },
    pause(automationId: string) {
      starters = starters.filter(({ id }) => id !== automationId)
    },
  }
}
export type EventBatch = Awaited<ReturnType<typeof readEventBatch>>

const readStarters = (db: Db, types: readonly string[]) =>
  db.query<Starter>(
    `select a.id, v.version, v.definition, v.trigger_types, v.listens
     from automations a join automation_versions v on v.automation_id = a.id and v.version = a.current_version
     where a.status = 'enabled' and v.trigger_types && $1 order by a.id`,
    [types],
  )

async function readBefore(db: Db, automationIds: readonly string[], contactIds: readonly string[]) {
  const before = new Map<string, Before>()
  if (automationIds.length === 0) return before
  const rows = await db.query<{ key: string; isInside: boolean }>(
    `select concat_ws(' ', r.automation_id, r.contact_id) as key, bool_or(r.status in ('queued', 'waiting', 'running')) as "isInside"
     from automation_runs r where r.contact_id = any ($1) and r.automation_id = any ($2) group by 1`,
    [contactIds, automationIds],
  )
  for (const { key, isInside } of rows) before.set(key, { hasRun: true, isInside })
  return before
}

/** Events that have already started a run. A redelivery of them starts none. */
async function readStarted(db: Db, automationIds: readonly string[], rows: readonly EventRow[]) {
  if (automationIds.length === 0) return new Set<string>()
  const started = await db.query<{ key: string }>(
    `select concat_ws(' ', r.automation_id, r.trigger_event_id) as key from automation_runs r
     where r.automation_id = any ($1) and r.trigger_event_id = any ($2)`,
    [automationIds, rows.map(({ id }) => id)],
  )
  return new Set(started.map(({ key }) => key))
}

/** The automations of the runs that caused events. */
async function readCauses(db: Db, rows: readonly EventRow[]) {
  const causes = [...new Set(rows.flatMap(({ caused_by: run }) => run ?? []))]
  if (causes.length === 0) return new Map<string, string>()
  const found = await db.query<{ id: string; automation_id: string }>(
    'select id, automation_id from automation_runs where id = any ($1)',
    [causes],
  )
  return new Map(found.map(({ id, automation_id: automation }) => [id, automation]))
}

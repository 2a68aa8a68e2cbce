// Subscriber of domain events: ends or advances active runs, then enrols contacts. Only the runner writes other data.
import type { EventRow, Subscriber } from '#platform/events/dispatcher.server.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { admit, isTrigger } from '../engine/admission.ts'
import type { EngineEvent } from '../engine/facts.ts'
import { beginRun, isActive } from '../engine/run-state.ts'
import { step } from '../engine/step.ts'
import { type EventBatch, readEventBatch, type Starter } from './event-batch.server.ts'
import { timeOfStep } from './planned-time.ts'
import { saveTransition } from './run-rows.server.ts'

/** `contexts`: the entity type whose merge fields an event can fill, by event type. */
type Options = { types: readonly string[]; contexts?: ReadonlyMap<string, string>; now?: () => Date }

export function automationEvents({ types, contexts = new Map(), now = () => new Date() }: Options): Subscriber {
  async function handleAll(db: Db, events: readonly EventRow[]) {
    const rows = events.filter(isOfContact)
    if (rows.length === 0) return
    const batch = await readEventBatch(db, rows)
    for (const row of rows) {
      const at = timeOfStep(row.occurred_at, now())
      const event: EngineEvent = { type: row.type, payload: row.payload, entityId: row.entity_id, depth: row.depth }
      const facts = batch.factsOf(row.contact_id)
      for (const run of batch.listening(row)) {
        const transition = step(run.definition, run.state, facts, at, event)
        await saveTransition(db, run, transition, at)
        run.state = transition.state
        if (!isActive(run.state)) batch.end(run)
      }
      for (const automation of batch.startedBy(row))
        if (isTrigger(automation.definition, automation.id, event))
          await enter(db, batch, automation, { row, event, at, subject: subjectOf(row, contexts) })
    }
  }
  return {
    name: 'automations',
    types,
    concerns: subscribedTypes,
    handle: (db, row) => handleAll(db, [row]),
    handleAll,
  }
}

type ContactEvent = EventRow & { contact_id: string }
const isOfContact = (row: EventRow): row is ContactEvent => row.contact_id !== null

/**
 * The types that start an enabled automation or that an active run listens to. Includes the types that current versions
 * listen to, because an earlier event of the batch may start their runs.
 */
async function subscribedTypes(db: Db, types: readonly string[]): Promise<ReadonlySet<string>> {
  const heard = await db.query<{ type: string }>(
    `select t.type from unnest($1::text[]) t (type)
     where exists (
       select from automations a join automation_versions v on v.automation_id = a.id and v.version = a.current_version
       where a.status = 'enabled' and (v.trigger_types @> array[t.type] or v.listens @> array[t.type]))
     or exists (
       select from automation_versions v where v.listens @> array[t.type] and exists (
         select from automation_runs r where r.automation_id = v.automation_id and r.version = v.version and r.status in ('queued', 'waiting')))`,
    [types],
  )
  return new Set(heard.map(({ type }) => type))
}

type Subject = { type: string; id: string }
type Entry = { row: ContactEvent; event: EngineEvent; at: Date; subject: Subject | undefined }

/** The entity that the event is about: its own entity if the type matches, otherwise the one in its payload. */
function subjectOf(
  { type, payload, entity_type: entityType, entity_id: entityId }: EventRow,
  contexts: ReadonlyMap<string, string>,
): Subject | undefined {
  const context = contexts.get(type)
  if (context === undefined) return undefined
  const id = entityType === context ? entityId : payload[`${context}_id`]
  return typeof id === 'string' ? { type: context, id } : undefined
}

async function enter(db: Db, batch: EventBatch, automation: Starter, { row, event, at, subject }: Entry) {
  const { id, version, definition, listens } = automation
  const { contact_id: contactId } = row
  const admission = admit(definition, event, batch.factsOf(contactId), batch.before(id, contactId))
  if (admission === 'too_deep') {
    await db.query(`select private.pause_automation($1, 'loop')`, [id])
    batch.pause(id)
  }
  if (admission !== 'enter' && admission !== 'restart') return
  if (admission === 'restart') {
    await db.query(
      `update automation_runs set status = 'exited', exit_reason = 'restarted', ended_at = $3, due_at = null, resume_at = null,
         state = state || '{"status": "exited", "exitReason": "restarted"}'
       where automation_id = $1 and contact_id = $2 and status in ('queued', 'waiting', 'running')`,
      [id, contactId, at],
    )
    batch.endAll(id, contactId)
  }
  const state = beginRun(id, definition.steps[0]?.id ?? null)
  const [run] = await db.query<{ id: string }>(
    `insert into automation_runs (automation_id, version, contact_id, trigger_event_id, depth, state, current_step, due_at, resume_at, entered_at, is_demo,
       subject_type, subject_id, trigger_type)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $8, $9, $10, $11, $12) on conflict do nothing returning id`,
    [
      id,
      version,
      contactId,
      row.id,
      row.depth,
      JSON.stringify(state),
      state.at,
      at,
      row.is_demo,
      subject?.type ?? null,
      subject?.id ?? null,
      row.type,
    ],
  )
  if (run)
    batch.enter({
      id: run.id,
      automation_id: id,
      contact_id: contactId,
      state,
      depth: row.depth,
      due_at: at,
      attempts: 0,
      definition,
      listens,
      trigger_event_id: row.id,
    })
}

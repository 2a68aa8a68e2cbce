// Subscriber of domain events: ends and moves active runs, then lets contacts enter. Changes no business data: the runner does.
import type { EventRow, Subscriber } from '#platform/events/dispatcher.server.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { admit, isTrigger } from '../engine/admission.ts'
import type { Definition } from '../engine/definition.ts'
import type { EngineEvent, Facts } from '../engine/facts.ts'
import { beginRun } from '../engine/run-state.ts'
import { step } from '../engine/step.ts'
import { goneFacts, readFacts } from './facts.server.ts'
import { timeOfStep } from './planned-time.ts'
import { lockListeningRuns, saveTransition } from './run-rows.server.ts'

/** `contexts`: of the event types that are about an entity with fields. */
type Options = { types: readonly string[]; contexts?: ReadonlyMap<string, string>; now?: () => Date }

export const automationEvents = ({ types, contexts = new Map(), now = () => new Date() }: Options): Subscriber => ({
  name: 'automations',
  types,
  concerns: heardTypes,
  async handle(db, row) {
    if (!row.contact_id) return
    const at = timeOfStep(row.occurred_at, now())
    const event: EngineEvent = { type: row.type, payload: row.payload, entityId: row.entity_id, depth: row.depth }
    const facts = factsOnce(db, row.contact_id)
    for (const run of await lockListeningRuns(db, row.contact_id, row))
      await saveTransition(db, run, step(run.definition, run.state, await facts(), at, event), at)
    for (const automation of await triggered(db, row))
      if (isTrigger(automation.definition, automation.id, event))
        await enter(db, automation, { row, event, facts: await facts(), at, subject: subjectOf(row, contexts) })
  },
})

/**
 * The types that start an enabled automation, or that a run listens to. A run that an earlier event of the batch starts is of an enabled
 * automation: what its version listens to counts already.
 */
async function heardTypes(db: Db, types: readonly string[]): Promise<ReadonlySet<string>> {
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

const factsOnce = (db: Db, contactId: string) => {
  let read: Promise<Facts> | undefined
  return () => (read ??= readFacts(db, [contactId]).then((all) => all.get(contactId) ?? goneFacts(contactId)))
}

type Triggered = { id: string; version: number; definition: Definition; hasRun: boolean; isInside: boolean }

/** The enabled automations that the event's type starts and has not started yet. An automation is not started by its own runs. */
const triggered = (db: Db, { id, type, contact_id: contactId, caused_by: causedBy }: EventRow) =>
  db.query<Triggered>(
    `select a.id, v.version, v.definition,
       exists (select from automation_runs r where r.automation_id = a.id and r.contact_id = $2) as "hasRun",
       exists (select from automation_runs r where r.automation_id = a.id and r.contact_id = $2
         and r.status in ('queued', 'waiting', 'running')) as "isInside"
     from automations a join automation_versions v on v.automation_id = a.id and v.version = a.current_version
     where a.status = 'enabled' and v.trigger_types @> array[$1]
       and a.id is distinct from (select r.automation_id from automation_runs r where r.id = $3)
       and not exists (select from automation_runs r where r.automation_id = a.id and r.trigger_event_id = $4)
     order by a.id`,
    [type, contactId, causedBy, id],
  )

type Subject = { type: string; id: string }
type Entry = { row: EventRow; event: EngineEvent; facts: Facts; at: Date; subject: Subject | undefined }

/** What the event is about: an entity of its payload, otherwise its own. */
function subjectOf(
  { type, payload, entity_type: entityType, entity_id: entityId }: EventRow,
  contexts: ReadonlyMap<string, string>,
): Subject | undefined {
  const context = contexts.get(type)
  if (context === undefined) return undefined
  const id = entityType === context ? entityId : payload[`${context}_id`]
  return typeof id === 'string' ? { type: context, id } : undefined
}

async function enter(db: Db, automation: Triggered, { row, event, facts, at, subject }: Entry) {
  const { id, version, definition } = automation
  const admission = admit(definition, event, facts, automation)
  if (admission === 'too_deep') await db.query(`select private.pause_automation($1, 'loop')`, [id])
  if (admission !== 'enter' && admission !== 'restart') return
  if (admission === 'restart')
    await db.query(
      `update automation_runs set status = 'exited', exit_reason = 'restarted', ended_at = $3, due_at = null, resume_at = null,
         state = state || '{"status": "exited", "exitReason": "restarted"}'
       where automation_id = $1 and contact_id = $2 and status in ('queued', 'waiting', 'running')`,
      [id, row.contact_id, at],
    )
  const state = beginRun(id, definition.steps[0]?.id ?? null)
  await db.query(
    `insert into automation_runs (automation_id, version, contact_id, trigger_event_id, depth, state, current_step, due_at, resume_at, entered_at, is_demo,
       subject_type, subject_id, trigger_type)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $8, $9, $10, $11, $12) on conflict do nothing`,
    [
      id,
      version,
      row.contact_id,
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
}

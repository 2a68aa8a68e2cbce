// Rows of runs: locks one for a transition, and writes the result.
import { isDeepStrictEqual } from 'node:util'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { Definition } from '../engine/definition.ts'
import type { Effect } from '../engine/effects.ts'
import { isActive, type RunState } from '../engine/run-state.ts'
import type { Transition } from '../engine/step.ts'

export type RunRow = {
  id: string
  automation_id: string
  contact_id: string
  state: RunState
  depth: number
  due_at: Date | null
  attempts: number
  definition: Definition
}

const columns = `r.id, r.automation_id, r.contact_id, r.state, r.depth, r.due_at, r.attempts, v.definition`
const versions = `join automation_versions v on v.automation_id = r.automation_id and v.version = r.version`

/** Locks a due run of an enabled automation; undefined if another node locked it or it changed. */
export async function lockDueRun(db: Db, id: string, now: Date): Promise<RunRow | undefined> {
  const [run] = await db.query<RunRow>(
    `select ${columns} from automation_runs r ${versions} join automations a on a.id = r.automation_id
     where r.id = $1 and r.status in ('queued', 'waiting') and r.resume_at <= $2 and a.status = 'enabled'
     for update of r skip locked`,
    [id, now],
  )
  return run
}

/** `trigger_event_id` is a bigint, which the driver returns as text. */
export type ListeningRun = RunRow & { listens: readonly string[]; trigger_event_id: string | null }

/** Locks the active runs of contacts that listen to one of the events. */
export const lockListeningRuns = (db: Db, contactIds: readonly string[], types: readonly string[]) =>
  db.query<ListeningRun>(
    `select ${columns}, v.listens, r.trigger_event_id from automation_runs r ${versions}
     where r.contact_id = any ($1) and r.status in ('queued', 'waiting') and v.listens && $2
     order by r.id for update of r`,
    [contactIds, types],
  )

/** Writes the state and the log of a transition. `output` is the result of the effect. */
export async function saveTransition(db: Db, run: RunRow, transition: Transition, at: Date, output?: object) {
  const { state, wakeAt, trace, effects } = transition
  const isMoved = state.at !== run.state.at || state.until !== run.state.until || !isActive(state)
  if (isMoved)
    await db.query(
      `update automation_runs set status = $2, state = $3, current_step = $4, due_at = $5, resume_at = $5, exit_reason = $6,
         ended_at = $7, attempts = 0, error = null where id = $1`,
      [
        run.id,
        state.status,
        JSON.stringify(state),
        state.at,
        wakeAt ?? null,
        state.exitReason,
        isActive(state) ? null : at,
      ],
    )
  // Recording an event must not shorten the backoff of a failing step. An already recorded event changes nothing.
  else if (!isDeepStrictEqual(state, run.state))
    await db.query('update automation_runs set state = $2 where id = $1', [run.id, JSON.stringify(state)])
  if (trace)
    await logStep(db, run.id, {
      stepId: trace.stepId,
      status: trace.outcome,
      at,
      input: effects[0] && loggable(effects[0]),
      output: trace.reason ? { reason: trace.reason } : output,
    })
}

/** Coaches may read the log of their contacts, so the URL of a webhook is removed. */
const loggable = (effect: Effect) => (effect.kind === 'webhook' ? { kind: effect.kind } : effect)

type StepLog = {
  stepId: string
  status: string
  at: Date
  input?: object | undefined
  output?: object | undefined
  error?: string
}

export const logStep = (db: Db, runId: string, { stepId, status, at, input, output, error }: StepLog) =>
  db.query(
    `insert into automation_run_steps (run_id, seq, step_id, status, at, input, output, error)
     select $1, coalesce(max(s.seq), 0) + 1, $2, $3, $4, $5, $6, $7 from automation_run_steps s where s.run_id = $1`,
    [runId, stepId, status, at, json(input), json(output), error ?? null],
  )

const json = (value: object | undefined) => (value ? JSON.stringify(value) : null)

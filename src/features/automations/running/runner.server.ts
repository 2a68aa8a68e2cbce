// Executes the due steps of runs. A step, its effects and the new state commit in one transaction. A row lock marks the
// run in progress. PostgreSQL releases the lock when the connection of a killed node closes.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import { step } from '../engine/step.ts'
import { deletedContactFacts, readFacts } from './facts.server.ts'
import { perform } from './perform.server.ts'
import { timeOfStep } from './planned-time.ts'
import { lockDueRun, logStep, type RunRow, saveTransition } from './run-rows.server.ts'

type Log = { error(about: object, message: string): void }
export type RunnerOptions = { pool: pg.Pool; log: Log; now?: () => Date; pollMs?: number; lanes?: number }

const maxAttempts = 5
const batch = 100

export function startRunner(options: RunnerOptions): { stop(): Promise<void> } {
  const { log, pollMs = 1000 } = options
  const stopping = new AbortController()
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const performed = await advanceDue(options, stopping.signal).catch((error: unknown) => {
        log.error({ err: error }, 'the steps of automations were not performed')
        return 0
      })
      if (performed === 0) await sleep(pollMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const ended = loop()
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

/** Executes one step of each due run, up to a batch. Returns their number. */
export async function advanceDue(options: RunnerOptions, signal?: AbortSignal): Promise<number> {
  const { pool, now = () => new Date(), lanes = 2 } = options
  const due = await inTransaction(pool, { role: 'service_role' }, (db) =>
    db.query<{ id: string; depth: number }>(
      `select r.id, r.depth from automation_runs r join automations a on a.id = r.automation_id
       where r.status in ('queued', 'waiting') and r.resume_at <= $1 and a.status = 'enabled'
       order by r.resume_at, r.id limit ${batch}`,
      [now()],
    ),
  )
  let performed = 0
  const next = due.values()
  const lane = async () => {
    for (const run of next) {
      if (signal?.aborted) return
      if (await advanceRun(options, run)) performed++
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return performed
}

/** Executes the due step of one run. The claims name the run as the cause of its events. */
async function advanceRun(
  { pool, log, now = () => new Date() }: RunnerOptions,
  { id, depth }: { id: string; depth: number },
) {
  const claims = { role: 'service_role', automation_run: id, event_depth: depth }
  return inTransaction(pool, claims, async (db) => {
    const actual = now()
    const run = await lockDueRun(db, id, actual)
    if (!run) return false
    const at = run.attempts > 0 ? actual : timeOfStep(run.due_at ?? actual, actual)
    await db.query('savepoint step')
    try {
      await advance(db, run, at)
      await db.query('release savepoint step')
    } catch (error) {
      await db.query('rollback to savepoint step')
      log.error({ err: error, run: id }, 'a step of an automation failed')
      await noteFailure(db, run, at, actual, error)
    }
    return true
  })
}

async function advance(db: Db, run: RunRow, at: Date) {
  const facts = (await readFacts(db, [run.contact_id])).get(run.contact_id) ?? deletedContactFacts(run.contact_id)
  const transition = step(run.definition, run.state, facts, at)
  const about = {
    runId: run.id,
    automationId: run.automation_id,
    contactId: run.contact_id,
    stepId: run.state.at ?? '',
    at,
  }
  let output: object | undefined
  for (const effect of transition.effects) output = await perform(db, effect, about)
  await saveTransition(db, run, transition, at, output)
}

/** Retries after 1, 4, 16 and 64 minutes. A permanent error fails at once. */
async function noteFailure(db: Db, run: RunRow, at: Date, actual: Date, error: unknown) {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  const attempts = run.attempts + 1
  if (attempts < maxAttempts && !isPermanent(error)) {
    const resumeAt = new Date(actual.getTime() + 4 ** (attempts - 1) * 60_000)
    await db.query('update automation_runs set attempts = $2, error = $3, resume_at = $4 where id = $1', [
      run.id,
      attempts,
      message,
      resumeAt,
    ])
    return
  }
  await db.query(
    `update automation_runs set status = 'failed', attempts = $2, error = $3, ended_at = $4, resume_at = null, due_at = null where id = $1`,
    [run.id, attempts, message, actual],
  )
  await logStep(db, run.id, { stepId: run.state.at ?? '', status: 'failed', at, error: message })
  await db.query('select trip_automation_breaker($1)', [run.automation_id])
}

/** Permanent errors: violated constraints, invalid values, and refusals marked as such. */
const isPermanent = (error: unknown) => /^(22|23|PT404|PT422)/.test((error as { code?: string }).code ?? '')

// Stores check results, and mails the owners when a check starts failing.
import type { Mails } from '#features/email-templates/email-templates.ts'
import type pg from 'pg'
import { longJobs } from '#kernel/jobs/jobs.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { type Check, type CheckKind, checkLabels, describe, isOk, remedies } from './system-checks.ts'

type Alarm = { mails: Mails<Db>; siteUrl: string }

/** `place` is the machine, for checks that are stored per machine. */
export async function recordCheck(db: Db, check: Check & { place?: string }, now: Date, { mails, siteUrl }: Alarm) {
  const ok = isOk(check, now)
  const line = `${checkLabels[check.kind]}: ${describe(check, now)}.${ok ? '' : ` ${remedies[check.kind]}`}`
  const addresses = await db.query<{ to: string }>(
    'select address as "to" from record_system_check($1, $2, $3, $4, $5) address',
    [check.kind, check.place ?? '', ok, check.facts, line],
  )
  const link = `${siteUrl}/crm/settings?tab=status`
  for (const { to } of addresses) await mails.send(db, { kind: 'system_alarm', to, values: { problem: line }, link })
}

/** Deletes checks of components that are no longer configured, and of machines that stopped: their failures would be shown forever. */
export const deleteChecks = (db: Db, kinds: readonly CheckKind[]) =>
  db.query('select from forget_system_checks($1)', [kinds])

const moment = (at: Date | null) => at?.toISOString() ?? null

/**
 * Due jobs that have not run, read with the worker's login, which owns the queue. `tasks`: the tasks of this process,
 * by default all. Jobs of other tasks wait until their feature is configured again. Long jobs are excluded, because
 * each waits for the previous one.
 */
export async function readQueue(worker: pg.Pool, tasks?: readonly string[]): Promise<Check & { kind: 'queue' }> {
  const { rows } = await worker.query<{ due: number; oldestDueAt: Date | null }>(
    `select count(*)::int as due, min(run_at) as "oldestDueAt" from graphile_worker.jobs
     where run_at <= now() and locked_at is null and attempts < max_attempts
       and ($1::text[] is null or task_identifier = any ($1)) and queue_name is distinct from $2`,
    [tasks, longJobs],
  )
  const { due, oldestDueAt } = rows[0]!
  return { kind: 'queue', facts: { due, oldestDueAt: moment(oldestDueAt) } }
}

/** Due messages that have not been sent, without campaigns, and the bounces of the last week. */
export async function readMail(db: Db): Promise<[Check & { kind: 'mail' }, Check & { kind: 'bounces' }]> {
  const { due, oldestDueAt, sent, bounced } = await db.one<{
    due: number
    oldestDueAt: Date | null
    sent: number
    bounced: number
  }>('select due::int, oldest_due_at as "oldestDueAt", sent::int, bounced::int from message_health()')
  return [
    { kind: 'mail', facts: { due, oldestDueAt: moment(oldestDueAt) } },
    { kind: 'bounces', facts: { sent, bounced } },
  ]
}

/** The number of connected calendars, and of those that their host must reconnect. */
export async function readCalendars(db: Db): Promise<Check & { kind: 'calendar' }> {
  const facts = await db.one<{ connected: number; broken: number }>(
    'select connected, broken from calendar_secrets.health()',
  )
  return { kind: 'calendar', facts }
}

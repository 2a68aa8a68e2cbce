// Writes due messages to their channels: one batch in one transaction, for campaigns, derived messages and automations
// alike. Checks everything again: the entity, consent, suppressions, expiry, quiet hours and frequency caps.
import pg from 'pg'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { ChannelName, ComposedMessage, DueMessage, SkippedMessage, Scope } from '../due-message.ts'
import { type QuietHours, sendTime } from '../quiet-hours.ts'
import { fitChannel } from './fit-channel.ts'
import { type WrittenMessage, writeMessages } from './write-messages.server.ts'

/** Renders a message, or returns a reason code. Writes only links. */
export type ComposeMessage = (db: Db, message: DueMessage) => Promise<ComposedMessage | SkippedMessage>

export type Batch = {
  scope?: Scope
  most: number
  now?: Date
  compose: ComposeMessage
  /** Channels with a provider. Without WhatsApp, its messages are sent as mail. */
  channels?: ReadonlySet<ChannelName>
}

/** `until`: the end of quiet hours; `handled`: the number of messages written, skipped or postponed. */
export type BatchResult = { until: Date | undefined; handled: number }

type CheckedMessage = DueMessage & { refusal: string | null; cap: string | null; capUntil: Date | null }

/**
 * Serialises all senders of all nodes, because frequency caps count committed messages only. The lock is released with
 * the transaction.
 */
export async function sendBatch(
  db: Db,
  { scope, most, now = new Date(), compose, channels }: Batch,
): Promise<BatchResult> {
  await db.query(`select pg_advisory_xact_lock(hashtextextended('send_messages', 0))`)
  const hasWhatsApp = channels?.has('whatsapp') ?? false
  // Runs first, because quiet hours may hold the mails that it schedules.
  if (!scope) await db.query('select end_stalled_messages($1)', [hasWhatsApp])
  const hours = await readSendingHours(db)
  const until = await holdForQuietHours(db, scope, now, hours)
  if (most <= 0) return { until, handled: 0 }
  const due = await nextMessages(db, { scope, most, hasWhatsApp })
  const free: DueMessage[] = []
  await leave(
    db,
    due.flatMap((message) => (message.refusal ? [{ message, why: message.refusal }] : [])),
  )
  for (const message of due) {
    if (message.refusal) continue
    if (message.cap) await postpone(db, message, sendTime(message.capUntil!, hours, message))
    else free.push(message)
  }
  await writeAll(db, free, compose)
  return { until, handled: due.length }
}

/** The quiet hours and closed days of the business. */
export async function readSendingHours(db: Db): Promise<QuietHours> {
  const { hours } = await db.one<{ hours: QuietHours }>('select public.sending_hours() as hours')
  return hours
}

/** Holds due messages that can wait until the end of quiet hours, and releases held ones afterwards. */
async function holdForQuietHours(db: Db, scope: Scope | undefined, now: Date, hours: QuietHours) {
  const end = sendTime(now, hours, { purpose: 'marketing' })
  const until = end > now ? end : undefined
  const mine = scope
    ? 'context_type = $2 and context_id = $3'
    : `context_type <> 'campaign' and $2::text is null and $3::uuid is null`
  const values = [until ?? null, scope?.type ?? null, scope?.id ?? null]
  const canWait = `(purpose = 'marketing' or purpose = 'service' and (expires_at is null or expires_at > $1))`
  await db.query(
    `update scheduled_messages set status = 'held_quiet', waits_because = 'quiet_hours',
       waits = waits || jsonb_build_array(jsonb_build_object('reason', 'quiet_hours', 'until', $1::timestamptz, 'at', now()))
     where ${mine} and status = 'scheduled' and send_at <= now() and $1::timestamptz is not null and ${canWait}`,
    values,
  )
  await db.query(
    `update scheduled_messages set status = 'scheduled', waits_because = null
     where ${mine} and status = 'held_quiet' and send_at <= now() and ($1::timestamptz is null or not ${canWait})`,
    values,
  )
  return until
}

type BatchQuery = Pick<Batch, 'scope' | 'most'> & { hasWhatsApp: boolean }

type Decision = Pick<
  CheckedMessage,
  'id' | 'to' | 'firstName' | 'contactId' | 'consentedAt' | 'replyUntil' | 'refusal' | 'cap' | 'capUntil'
>
type Stored = Omit<CheckedMessage, Exclude<keyof Decision, 'id'>>

/**
 * Two statements, because the first one also chooses the channels, and a statement does not see what its functions
 * write.
 */
async function nextMessages(db: Db, { scope, most, hasWhatsApp }: BatchQuery): Promise<CheckedMessage[]> {
  const decisions = await db.query<Decision>(
    `select id, contact_id as "contactId", first_name as "firstName", address as "to", consented_at as "consentedAt",
       reply_until as "replyUntil", refusal, cap, cap_until as "capUntil"
     from next_messages($1, $2, $3, $4)`,
    [scope?.type ?? null, scope?.id ?? null, most, hasWhatsApp],
  )
  if (decisions.length === 0) return []
  const stored = await db.query<Stored>(
    `select s.id, s.channel, s.purpose, s.context_type as "contextType", s.context_id as "contextId", s.template_id as "templateId",
       s.template_number as "templateNumber", r.template_key as "templateKey", s.run_id as "runId", s.phone is not null as "replacesMail",
       s.expires_at as "expiresAt"
     from scheduled_messages s left join message_rules r on r.id = s.rule_id where s.id = any ($1)`,
    [decisions.map(({ id }) => id)],
  )
  const byId = new Map(stored.map((message) => [message.id, message]))
  return decisions.map((decision) => ({ ...byId.get(decision.id)!, ...decision }))
}

/**
 * Writes all messages at once. If the database refuses one of them, writes each individually, so that one failure does
 * not block the others.
 */
async function writeAll(db: Db, messages: readonly DueMessage[], compose: ComposeMessage) {
  if (await attempt(db, () => composeAndWrite(db, messages, compose))) return
  for (const message of messages)
    if (!(await attempt(db, () => composeAndWrite(db, [message], compose))))
      await leave(db, [{ message, why: 'not_rendered' }])
}

/**
 * Composes messages concurrently, so that createDataLoader batches their reads and link inserts into one statement
 * each.
 */
async function composeAndWrite(db: Db, messages: readonly DueMessage[], compose: ComposeMessage) {
  const written: WrittenMessage[] = []
  const left: SkippedEntry[] = []
  // Waits for all of them: a rejected one causes a rollback, after which no statement may follow.
  const results = await Promise.allSettled(messages.map(async (message) => compose(db, message)))
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  const error = errors.find(isPassing) ?? errors.find(isOfDatabase)
  if (error !== undefined) throw error
  for (const [i, message] of messages.entries()) {
    const result = results[i]!
    const rendered: ComposedMessage | SkippedMessage =
      result.status === 'fulfilled' ? result.value : { skip: 'not_rendered' }
    const composed = 'skip' in rendered ? rendered : fitChannel(message, rendered)
    if ('skip' in composed) left.push({ message, why: composed.skip })
    else written.push({ message, composed })
  }
  await leave(db, await waitForAdvertiser(db, left))
  await writeMessages(db, written)
}

/** Runs the work in a savepoint; false if the database refused it. */
async function attempt(db: Db, work: () => Promise<void>): Promise<boolean> {
  await db.query('savepoint messages')
  try {
    await work()
    await db.query('release savepoint messages')
    return true
  } catch (error) {
    if (!isOfDatabase(error) || isPassing(error)) throw error
    await db.query('rollback to savepoint messages')
    return false
  }
}

/** After such an error the transaction rejects further statements. */
const isOfDatabase = (error: unknown) => error instanceof pg.DatabaseError

/** Errors of the connection and of concurrency, after which the whole batch is repeated. */
const isPassing = (error: unknown) => {
  const code = (error as { code?: unknown } | undefined)?.code
  return typeof code === 'string' && (/^(08|40|53|55|57)/.test(code) || code.startsWith('E'))
}

type SkippedEntry = { message: DueMessage; why: string }

/**
 * Postpones advertisements while details of the advertiser are missing, by a day each time and at most a week. Returns
 * the messages that are not postponed.
 */
async function waitForAdvertiser(db: Db, left: readonly SkippedEntry[]): Promise<readonly SkippedEntry[]> {
  const nameless = left.filter(({ message, why }) => why === 'no_advertiser' && !message.replacesMail)
  if (nameless.length === 0) return left
  const postponed = await db.query<{ id: string }>(
    `update scheduled_messages s set send_at = tomorrow.at, waits_because = 'no_advertiser',
       waits = s.waits || jsonb_build_array(jsonb_build_object('reason', 'no_advertiser', 'until', tomorrow.at, 'at', now()))
     from (select now() + interval '1 day' as at) tomorrow
     where s.id = any ($1) and tomorrow.at <= least(s.planned_at + interval '7 days', s.expires_at) returning s.id`,
    [nameless.map(({ message }) => message.id)],
  )
  const ids = new Set(postponed.map(({ id }) => id))
  return left.filter(({ message }) => !ids.has(message.id))
}

/**
 * Skips refused messages and those that cannot be rendered. If a message replaces a mail, the mail is scheduled for the
 * next batch.
 */
async function leave(db: Db, left: readonly SkippedEntry[]) {
  const mailed = left.filter(({ message }) => message.replacesMail)
  if (mailed.length > 0)
    await db.query('select mail_instead($1, $2)', [
      mailed.map(({ message }) => message.id),
      mailed.map(({ why }) => why),
    ])
  await skip(
    db,
    left.flatMap(({ message, why }) => (message.replacesMail ? [] : [{ id: message.id, why }])),
  )
}

type Skipped = { id: string; why: string }

async function skip(db: Db, skipped: readonly Skipped[]) {
  if (skipped.length === 0) return
  await db.query(
    `update scheduled_messages s set status = 'skipped', skip_reason = k.why, waits_because = null
     from unnest($1::uuid[], $2::text[]) k (id, why) where s.id = k.id`,
    [skipped.map(({ id }) => id), skipped.map(({ why }) => why)],
  )
}

const postpone = (db: Db, { id, cap }: CheckedMessage, until: Date) =>
  db.query(
    `update scheduled_messages set send_at = $3, waits_because = $2,
       waits = waits || jsonb_build_array(jsonb_build_object('reason', $2::text, 'until', $3::timestamptz, 'at', now()))
     where id = $1`,
    [id, cap, until],
  )

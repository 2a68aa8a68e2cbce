// The nightly comparison with each provider's list: finds payments without a webhook, creates staff tasks for
// differences.
import type { Gateway, Provider } from '#features/gateways/gateways.ts'
import type { Task } from '#kernel/jobs/runner.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { dayOf } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { checkAttempt, type CheckParts } from './check-payment.server.ts'
import { type Difference, type Line, compareBooks, withoutLines } from './compare-books.ts'
import { moveOrder } from './moves.server.ts'
import { runEach } from './run-each.ts'

export const reconcileTask = 'reconcile_payments'

type Books = { provider: Provider; is_stand_in: boolean }

export const reconcilePayments =
  (parts: CheckParts): Task =>
  async () =>
    runEach([recheckAttempts, compareBooksOfWeek], (step) => step(parts))

const compareBooksOfWeek = async (parts: CheckParts) =>
  runEach(await readBooks(parts), async (books) =>
    runEach(await openDays(parts, books), (day) => reconcileDay(parts, books, day)),
  )

/** Days of the last week without a comparison after their end: yesterday, and days whose list could not be read. */
async function openDays({ transaction }: CheckParts, { provider, is_stand_in: isStandIn }: Books) {
  const days = await transaction((db) =>
    db.query<{ day: string }>(
      `select d.day::date::text as day
       from (select min(private.israel_day(opened_at)) as first from payment_attempts where provider = $1 and is_stand_in = $2) known,
         generate_series(greatest(known.first, $3::date - 7), $3::date - 1, interval '1 day') d (day)
       where not exists (select from reconciliations r where r.provider = $1 and r.is_stand_in = $2 and r.day = d.day::date
         and r.fault is null and private.israel_day(r.compared_at) > r.day)
       order by d.day`,
      [provider, isStandIn, dayOf(new Date())],
    ),
  )
  return days.map(({ day }) => day)
}

/** Attempts of the last days without a payment: one may have arrived after the last check. */
async function recheckAttempts(parts: CheckParts) {
  const attempts = await parts.transaction((db) =>
    db.query<{ id: string }>(
      `select id from payment_attempts where provider <> 'manual' and provider_ref is not null and opened_at > now() - interval '3 days'
         and state in ('page_open', 'verifying', 'declined', 'expired', 'disputed') order by opened_at`,
    ),
  )
  await runEach(attempts, ({ id }) => checkAttempt(parts, id))
}

/** Providers with payments or refunds in the last week. A charge of a saved card opens no page. */
const readBooks = ({ transaction }: CheckParts) =>
  transaction((db) =>
    db.query<Books>(
      `select distinct a.provider, a.is_stand_in from payment_attempts a
       where a.provider <> 'manual' and (coalesce(a.opened_at, a.created_at) > now() - interval '7 days'
         or exists (select from order_refunds r where r.attempt_id = a.id and r.created_at > now() - interval '7 days'))`,
    ),
  )

/** Compares one `day`, formatted 'YYYY-MM-DD'. */
export async function reconcileDay(parts: CheckParts, books: Books, day: string): Promise<void> {
  const { gateways, transaction } = parts
  const gateway = await transaction((db) => gateways.of(db, books.provider, books.is_stand_in))
  if (!gateway) return
  const list = await gateway.listDay(day)
  const late = list.ok
    ? await transaction(async (db) => {
        await settleRefunds(db, books, day, list.value)
        return withoutLines(await readOurs(db, books, day, list.value), list.value)
      })
    : []
  // A payment verified after midnight is in our ledger one day later than in the provider's.
  const before = late.length > 0 ? await gateway.listDay(addDays(day, -1)) : ({ ok: true, value: [] } as const)
  await transaction(async (db) => {
    const failed = list.ok ? before : list
    if (!list.ok || !before.ok) {
      const fault = failed.ok ? null : failed.fault
      return void (await keep(db, books, day, { theirs: [], ours: [], differences: [], fault }))
    }
    const ours = withoutLines(await readOurs(db, books, day, list.value), before.value)
    const differences = compareBooks(ours, list.value)
    await keep(db, books, day, { theirs: list.value, ours, differences, fault: null })
    if (differences.length > 0) await createDifferenceTask(db, gateway, day)
  })
}

type OpenRefund = {
  id: string
  order_id: string
  amount_agorot: number
  status: 'requested' | 'unknown' | 'done' | 'refused'
  is_over: boolean
}

/**
 * Settles refunds without a response: made if they are in the list, otherwise not. A list is complete after its day,
 * and the next list may contain a refund made shortly before midnight. The list contains no order: if several refunds
 * have one amount and not all are listed, none is settled. Refunds that staff settled consume a line as well, those
 * settled as not made last.
 */
async function settleRefunds(
  db: Db,
  { provider, is_stand_in: isStandIn }: Books,
  day: string,
  theirs: readonly Line[],
) {
  const open = await db.query<OpenRefund>(
    `select r.id, r.order_id, r.amount_agorot, r.status, $3::date < $4::date and private.israel_day(r.created_at + interval '10 minutes') <= $3 as is_over
     from order_refunds r join payment_attempts a on a.id = r.attempt_id
     where a.provider = $1 and a.is_stand_in = $2 and r.created_at < now() - interval '10 minutes'
       and (r.status in ('requested', 'unknown')
         or r.settle_reason is not null and (r.status = 'refused' or r.provider_refund_id = private.number_by_hand(r)))
       and $3 between private.israel_day(r.created_at) and private.israel_day(r.created_at + interval '10 minutes') order by r.created_at`,
    [provider, isStandIn, day, dayOf(new Date())],
  )
  if (open.length === 0) return
  const booked = await db.query<{ provider_tx: string }>(
    `select provider_tx from payments where provider = $1 and provider_tx = any ($2)
     union select r.provider_refund_id from order_refunds r join payment_attempts a on a.id = r.attempt_id
     where a.provider = $1 and r.provider_refund_id = any ($2)`,
    [provider, theirs.map(({ transactionId }) => transactionId)],
  )
  const known = new Set(booked.map(({ provider_tx: transactionId }) => transactionId))
  const unclaimed = theirs.filter(({ kind, transactionId }) => kind === 'refund' && !known.has(transactionId))
  for (const [amount, refunds] of Map.groupBy(open, ({ amount_agorot: agorot }) => agorot)) {
    const lines = unclaimed.filter(({ amountAgorot }) => amountAgorot === amount)
    const [expected, others] = [
      refunds.filter(({ status }) => status !== 'refused'),
      refunds.filter(({ status }) => status === 'refused'),
    ]
    if (lines.length > 0 && lines.length < expected.length) continue
    for (const [i, { id, order_id: orderId, status, is_over: isOver }] of [...expected, ...others].entries()) {
      const line = lines[i]
      if (!line && (!isOver || status === 'refused')) continue
      await moveOrder(db, orderId, {
        kind: 'refund_answer',
        refund: id,
        status: line ? 'done' : 'refused',
        refund_id: line?.transactionId ?? null,
        fault: line ? null : 'not_in_list',
      })
    }
  }
}

/** Our lines of the day, and our lines of other days that the provider's list contains. */
const readOurs = (db: Db, { provider, is_stand_in: isStandIn }: Books, day: string, theirs: readonly Line[]) =>
  db.query<Line>(
    `select p.provider_tx as "transactionId", p.kind, p.amount_agorot as "amountAgorot" from payments p
     where p.provider = $1 and (p.paid_on = $2 or p.provider_tx = any ($4)) and p.voided_at is null
       and exists (select from payment_attempts a where a.order_id = p.order_id and a.provider = $1 and a.is_stand_in = $3)
     order by p.recorded_at`,
    [provider, day, isStandIn, theirs.map(({ transactionId }) => transactionId)],
  )

type Compared = {
  ours: readonly Line[]
  theirs: readonly Line[]
  differences: readonly Difference[]
  fault: string | null
}

const keep = (
  db: Db,
  { provider, is_stand_in: isStandIn }: Books,
  day: string,
  { ours, theirs, differences, fault }: Compared,
) =>
  db.query(
    `insert into reconciliations (day, provider, is_stand_in, ours_agorot, theirs_agorot, differences, fault)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (day, provider, is_stand_in) do update set ours_agorot = excluded.ours_agorot, theirs_agorot = excluded.theirs_agorot,
       differences = excluded.differences, fault = excluded.fault, compared_at = now()`,
    [day, provider, isStandIn, sumOf(ours), sumOf(theirs), JSON.stringify(differences), fault],
  )

const sumOf = (lines: readonly Line[]) =>
  lines.reduce((sum, { kind, amountAgorot }) => sum + (kind === 'refund' ? -amountAgorot : amountAgorot), 0)

/** Creates at most one open task per day and provider. */
const createDifferenceTask = (db: Db, { provider }: Gateway, day: string) =>
  db.query(
    `insert into tasks (name, due_date, user_id, priority, created_by)
     select $1, (now() at time zone 'Asia/Jerusalem')::date, private.business_owner(), 'high', null
     where not exists (select from tasks t where t.name = $1 and t.deleted_at is null)`,
    [`להשוות תשלומים מול חברת הסליקה: ${provider}, ${day.split('-').reverse().join('.')}`],
  )

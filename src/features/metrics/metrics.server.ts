// Reads and reports metrics: values are decrypted after reading and encrypted before writing.
import { isClient } from '#platform/accounts/is-client.server.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import type { SealedColumn } from '#platform/sealing/reseal.server.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'
import {
  ClientMetrics,
  type MetricFrequency,
  type MetricUnit,
  MetricValue,
  MyMetrics,
  parseMetric,
  ReadClientMetrics,
  refusals,
  ReportMetric,
  type ShownMetric,
} from './metrics.ts'

export const sealedMetrics: SealedColumn = {
  table: 'public.metric_periods',
  column: 'sealed',
  key: ['id'],
  owner: 'sealed_for',
  purpose: 'metrics of clients',
}

async function findClient(db: Db): Promise<string> {
  const { id } = await db.one<{ id: string | null }>('select my_client_contact_id() as id')
  if (!id) throw new Refusal('no_client_file', 404, refusals.no_client_file)
  return id
}

type Row = {
  id: string
  name: string
  unit: MetricUnit
  every: MetricFrequency
  shared_with: string
  ended_at: Date | null
  period_id: string
  starts_on: string
  due_on: string
  sealed_for: string | null
  sealed: Buffer | null
}

async function openMetrics(db: Db, seal: Seal, condition: string, contactId: string): Promise<ShownMetric[]> {
  const rows = await db.query<Row>(
    `select m.id, m.name, m.unit, m.every, m.shared_with, m.ended_at, p.id as period_id, p.starts_on::text, p.due_on::text,
       p.sealed_for, p.sealed
     from metrics m join metric_periods p on p.metric_id = m.id where ${condition}
     order by m.ended_at nulls first, m.created_at, m.id, p.starts_on`,
    [contactId],
  )
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((periods) => {
    const { id, name, unit, every, shared_with, ended_at } = periods[0]!
    return {
      id,
      name,
      unit,
      every,
      isShared: shared_with === 'household',
      isEnded: ended_at !== null,
      periods: periods.map((row) => ({
        id: row.period_id,
        startsOn: row.starts_on,
        dueOn: row.due_on,
        value: valueOf(seal, row),
        isReported: row.sealed !== null,
      })),
    }
  })
}

const valueOf = (seal: Seal, { sealed, sealed_for: owner }: Pick<Row, 'sealed' | 'sealed_for'>) =>
  sealed === null || owner === null ? null : (MetricValue.safeParse(seal.open(owner, sealed)).data ?? null)

export const readMyMetrics = (seal: Seal) =>
  defineFunction({
    name: 'read-my-metrics',
    caller: isClient,
    as: 'service', // no role can read encrypted values
    refusals,
    input: z.strictObject({}),
    output: MyMetrics,
    async run({ db }) {
      const contactId = await findClient(db)
      const reads = await db.query<{ at: Date; reader_name: string }>(
        'select at, reader_name from metric_reads where contact_id = $1 order by at desc limit 5',
        [contactId],
      )
      return {
        metrics: await openMetrics(db, seal, 'p.id in (select period_id from metrics_of_member($1))', contactId),
        reads: reads.map(({ at, reader_name: reader }) => ({ at: at.toISOString(), reader })),
      }
    },
  })

/** Returns a contact's metrics to staff, with a log entry per reader and quarter of an hour. */
export const readClientMetrics = (seal: Seal) =>
  defineFunction({
    name: 'read-client-metrics',
    caller: async (db) => (await db.one<{ may: boolean }>(`select has_role('owner', 'admin', 'coach') as may`)).may,
    as: 'service',
    refusals,
    input: ReadClientMetrics,
    output: ClientMetrics,
    async run({ input: { contactId }, db, caller }) {
      const { may } = await db.one<{ may: boolean }>('select may_ask_metrics($1) as may', [contactId])
      if (!may) throw new Refusal('client_gone', 404, refusals.client_gone)
      await db.query(
        `insert into metric_reads (contact_id, read_by, reader_name)
         select c.id, $2, coalesce((select s.full_name from staff_profiles s where s.user_id = $2), 'הצוות') from contacts c
         where c.id = $1 and not exists (
           select from metric_reads r where r.contact_id = c.id and r.read_by = $2 and r.at > now() - interval '15 minutes')`,
        [contactId, caller.userId],
      )
      return { metrics: await openMetrics(db, seal, 'm.contact_id = $1', contactId) }
    },
  })

async function report(db: Db, seal: Seal, { periodId, contactId, value }: ReportMetric & { contactId: string }) {
  const { sealed_for: owner } = await db.one<{ sealed_for: string }>(
    'select sealed_for from metric_to_report($1, $2)',
    [periodId, contactId],
  )
  await db.query(
    'update metric_periods set sealed_for = $2, sealed = $3, reported_by = $4, reported_at = now() where id = $1',
    [periodId, owner, seal.close(owner, value), contactId],
  )
}

/** Stores the value of a period. Reporting a period again corrects its value. */
export const reportMetric = (seal: Seal) =>
  defineFunction({
    name: 'report-metric',
    caller: isClient,
    as: 'service',
    refusals,
    input: ReportMetric,
    output: z.object({}),
    async run({ input, db }) {
      await report(db, seal, { ...input, contactId: await findClient(db) })
      return {}
    },
  })

/** The action of a mailed link, with the number as it was entered. */
export const reportLinkedMetric =
  (seal: Seal) =>
  async (db: Db, { entityId, contactId }: { entityId: string; contactId: string }, typed: string): Promise<void> => {
    const { unit } = await db.one<{ unit: MetricUnit }>('select unit from metric_to_report($1, $2)', [
      entityId,
      contactId,
    ])
    const value = parseMetric(unit, typed)
    if (value === undefined) throw new Refusal('metric_value_invalid', 422, refusals.metric_value_invalid)
    await report(db, seal, { periodId: entityId, contactId, value })
  }

type Rows = Record<string, unknown>[]

/** The metrics with their values, for the export of a contact's data. */
export const exportMetricPeriods =
  (seal: Seal) =>
  (rows: Rows): Rows =>
    rows.map(({ sealed, sealed_for: owner, ...row }) => ({
      ...row,
      value: typeof owner === 'string' ? seal.open(owner, Buffer.from(String(sealed).slice(2), 'hex')) : null,
    }))

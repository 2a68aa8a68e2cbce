// Two metrics of the demo client: one reported monthly, one weekly with a missing value.
import { demoContactId } from '#features/contacts/contacts.seed.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { dayOf } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { seedId } from '#lib/seed-id.ts'
import type { Metric } from './metrics.ts'

type Demo = Pick<Metric, 'name' | 'unit' | 'every'> & {
  /** Days since the metric was added. */
  since: number
  /** Earliest first; the values of later periods are missing. */
  values: readonly number[]
}

export const demoMetricValues: readonly Demo[] = [
  {
    name: 'יתרת העו״ש בסוף החודש',
    unit: 'money',
    every: 'month',
    since: 160,
    values: [-412_000, -365_000, -210_050, -98_000, 43_500],
  },
  { name: 'הוצאות במזומן בשבוע', unit: 'money', every: 'week', since: 42, values: [62_000, 48_000, 51_500, 39_000] },
]

const metricId = (i: number) => seedId(141, i + 1)

export const demoMetrics = (now: Date) =>
  demoMetricValues.map(({ name, unit, every, since }, i) => ({
    id: metricId(i),
    contact_id: demoContactId('itay'),
    name,
    unit,
    every,
    starts_on: addDays(dayOf(now), -since),
    shared_with: 'household' as const,
    created_at: new Date(now.getTime() - (since * 24 * 60 - i) * 60_000).toISOString(),
    is_demo: true,
  }))

/** Inserting a metric adds its periods; this sets the values of the first periods. */
export async function seedMetricValues(db: Db, close: (owner: string, value: number) => Buffer) {
  for (const [i, { values }] of demoMetricValues.entries())
    for (const [at, value] of values.entries()) {
      const [owner] = await db.query<{ id: string; contact: string; period: string }>(
        `select coalesce(c.household_id, c.id) as id, c.id as contact, p.id as period
         from metric_periods p join metrics m on m.id = p.metric_id join contacts c on c.id = m.contact_id
         where m.id = $1 and p.due_on <= (now() at time zone 'Asia/Jerusalem')::date order by p.starts_on offset $2 limit 1`,
        [metricId(i), at],
      )
      if (owner)
        await db.query(
          `update metric_periods set sealed_for = $2, sealed = $3, reported_by = $4, reported_at = least(now(), (due_on + time '20:00') at time zone 'Asia/Jerusalem')
           where id = $1`,
          [owner.period, owner.id, close(owner.id, value), owner.contact],
        )
    }
}

// Contract of metrics: numbers that a client reports each week or month, with their parsing and formatting.
import { formatMoney } from '#lib/money.ts'
import { parseMoney } from '#lib/parse-money.ts'
import { Day, Instant, z } from '#lib/schema.ts'
import { formatDayInYear, monthAndYear } from '#lib/time/dates.ts'

export const metricUnits = ['money', 'percent', 'count'] as const
export type MetricUnit = (typeof metricUnits)[number]
export const unitLabels: Record<MetricUnit, string> = { money: 'סכום בשקלים', percent: 'אחוזים', count: 'מספר' }

export const metricFrequencies = ['week', 'month'] as const
export type MetricFrequency = (typeof metricFrequencies)[number]
export const frequencyLabels: Record<MetricFrequency, string> = { week: 'כל שבוע', month: 'כל חודש' }

const sharedWith = z.enum(['client', 'household'])

const Metric = z.object({
  id: z.uuid(),
  contact_id: z.uuid(),
  name: z.string(),
  unit: z.enum(metricUnits),
  every: z.enum(metricFrequencies),
  starts_on: Day,
  shared_with: sharedWith,
  ended_at: Instant.nullable(),
  created_at: Instant,
  is_demo: z.boolean(),
  version: z.int(),
})
export type Metric = z.infer<typeof Metric>

const MetricPeriod = z.object({
  id: z.uuid(),
  metric_id: z.uuid(),
  starts_on: Day,
  due_on: Day,
  sealed_for: z.uuid().nullable(),
  sealed: z.string().nullable(),
  reported_by: z.uuid().nullable(),
  reported_at: Instant.nullable(),
})

const MetricRead = z.object({
  id: z.uuid(),
  contact_id: z.uuid(),
  read_by: z.uuid(),
  reader_name: z.string(),
  at: Instant,
})

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { metrics: Metric, metric_periods: MetricPeriod, metric_reads: MetricRead }

/** Agorot, hundredths of a percent, or a count. */
export const MetricValue = z.int().min(-99_999_999_999).max(99_999_999_999)

export const ShownPeriod = z.object({
  id: z.uuid(),
  startsOn: Day,
  dueOn: Day,
  /** Null: not reported, or the encryption key is lost. */
  value: MetricValue.nullable(),
  isReported: z.boolean(),
})
export const ShownMetric = z.object({
  id: z.uuid(),
  name: z.string(),
  unit: z.enum(metricUnits),
  every: z.enum(metricFrequencies),
  isShared: z.boolean(),
  isEnded: z.boolean(),
  /** Earliest first. */
  periods: z.array(ShownPeriod),
})
export type ShownMetric = z.infer<typeof ShownMetric>
export type ShownPeriod = z.infer<typeof ShownPeriod>

export const MyMetrics = z.object({
  metrics: z.array(ShownMetric),
  reads: z.array(z.object({ at: Instant, reader: z.string() })),
})
export type MyMetrics = z.infer<typeof MyMetrics>

export const ReadClientMetrics = z.strictObject({ contactId: z.uuid() })
export const ClientMetrics = z.object({ metrics: z.array(ShownMetric) })
export type ClientMetrics = z.infer<typeof ClientMetrics>

export const ReportMetric = z.strictObject({ periodId: z.uuid(), value: MetricValue })
export type ReportMetric = z.infer<typeof ReportMetric>

/** Parses an entered number into the stored unit. Undefined if it is not a number of this unit. */
export function parseMetric(unit: MetricUnit, typed: string): number | undefined {
  const text = typed.trim().replace(/^[\u200e\u2066]*/, '')
  const isNegative = /^[-−]/.test(text)
  const digits = text.replace(/^[-−]/, '').replace(unit === 'percent' ? /\s*%$/ : /$^/, '')
  const value =
    unit === 'count'
      ? /^\d{1,3}(,?\d{3})*$|^\d{1,9}$/.test(digits)
        ? Number(digits.replaceAll(',', ''))
        : undefined
      : parseMoney(digits)
  if (value === undefined || value > 99_999_999_999) return undefined
  return isNegative && value !== 0 ? -value : value
}

const percents = new Intl.NumberFormat('he-IL', { style: 'percent', maximumFractionDigits: 2 })
const counts = new Intl.NumberFormat('he-IL')

export function formatMetric(unit: MetricUnit, value: number): string {
  if (unit === 'money') return formatMoney(value)
  return unit === 'percent' ? percents.format(value / 10_000) : counts.format(value)
}

/** "נובמבר 2026", "השבוע של 22 בנובמבר". */
export const periodName = (every: MetricFrequency, startsOn: string): string =>
  every === 'month' ? monthAndYear(`${startsOn}T12:00:00Z`) : `השבוע של ${formatDayInYear(startsOn)}`

/** The period to report next: the earliest past period without a value, otherwise the current one if it has none. */
export const periodToReport = ({ isEnded, periods }: ShownMetric): ShownPeriod | undefined =>
  isEnded ? undefined : periods.find(({ isReported }) => !isReported)

export const isMissing = ({ isReported, dueOn }: ShownPeriod, today: string) => !isReported && dueOn <= today

export const refusals = {
  metric_name_length: 'שם המספר: בין תו אחד ל־80',
  metric_gone: 'המספר הזה כבר לא ברשימה',
  metric_ended: 'כבר לא מבקשים את המספר הזה',
  metric_value_invalid: 'כתבו מספר, למשל 1,250',
  no_client_file: 'לא נמצא תיק לקוחות לחשבון הזה',
  client_gone: 'הלקוחות לא נמצאו, או שאין לכם גישה אליהם',
} as const

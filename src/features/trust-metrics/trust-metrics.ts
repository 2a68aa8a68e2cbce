// Trust metrics shown on the site, each with source and date.
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { Day, z } from '#lib/schema.ts'

export const TrustMetric = z.object({
  id: z.uuid(),
  value: z.string(),
  label: z.string(),
  source: z.string(),
  measured_on: Day,
  position: z.int(),
  is_shown: z.boolean(),
  is_demo: z.boolean(),
  version: z.int(),
})
export type TrustMetric = z.infer<typeof TrustMetric>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { trust_figures: TrustMetric }

/** The columns the site shows. */
export type Figure = Pick<TrustMetric, 'id' | 'value' | 'label' | 'source' | 'measured_on'>

/** Maximum number of metrics in the strip. */
export const maxShown = 4

const line = (max: number) =>
  z
    .string()
    .transform(oneLine)
    .pipe(z.string().min(1, 'שדה חובה').max(max, `עד ${max} תווים`))

export const TrustMetricEdit = z.object({
  value: line(16).refine((text) => /\d/.test(text), 'צריך להיות כאן מספר'),
  label: line(60).pipe(z.string().min(2, 'לפחות 2 תווים')),
  source: line(200).pipe(z.string().min(2, 'לפחות 2 תווים')),
  measured_on: Day.refine((day) => Date.parse(day) <= Date.now() + 86_400_000, 'התאריך עוד לא הגיע'),
})
export type TrustMetricEdit = z.output<typeof TrustMetricEdit>

export const refusals = {
  row_gone: 'המספר כבר נמחק. אפשר להעתיק מכאן את מה שכתבתם',
  figure_value_length: 'המספר: עד 16 תווים, וצריכה להיות בו ספרה',
  figure_label_length: 'התיאור: מ־2 עד 60 תווים',
  figure_source_length: 'המקור: מ־2 עד 200 תווים',
  figure_of_the_future: 'התאריך עוד לא הגיע',
} as const

// Form input of an opportunity, and the description of concurrent changes.
import type { OpportunityDetail } from '#features/opportunities/detail/opportunity-detail.data.ts'
import { formatDate } from '#lib/time/dates.ts'
import { formatMoney } from '#lib/money.ts'
import { parseMoney } from '#lib/parse-money.ts'
import { OptionalChoice, OptionalDay, requiredLine } from '#lib/forms/form-fields.ts'
import { z } from '#lib/schema.ts'

type EditableOpportunity = Pick<
  OpportunityDetail,
  'name' | 'amount_agorot' | 'probability_override' | 'expected_close_on' | 'owner_id' | 'source' | 'product_id'
>

/** Form input of an opportunity. */
export const OpportunityEdit = z.object({
  name: requiredLine(160),
  amount_agorot: z
    .string()
    .transform((typed) => (typed.trim() ? parseMoney(typed.trim()) : 0))
    .pipe(z.int('יש להזין סכום במספרים, למשל 7,740')),
  probability_override: z
    .string()
    .trim()
    .regex(/^(\d{1,2}|100)?$/, 'מספר בין 0 ל־100, או ריק')
    .transform((typed) => (typed ? Number(typed) : null)),
  expected_close_on: OptionalDay,
  owner_id: OptionalChoice,
  source: OptionalChoice,
  product_id: OptionalChoice,
}) satisfies z.ZodType<EditableOpportunity>
export type OpportunityEdit = z.output<typeof OpportunityEdit>

const labels: Record<keyof EditableOpportunity, string> = {
  name: 'שם',
  amount_agorot: 'סכום',
  probability_override: 'הסתברות',
  expected_close_on: 'סגירה צפויה',
  owner_id: 'באחריות',
  source: 'מקור',
  product_id: 'מוצר',
}

/** The fields in which two versions differ, formatted; `nameOf` resolves staff ids. */
export function differencesOf(
  mine: OpportunityDetail,
  theirs: OpportunityDetail,
  nameOf: (id: string | null) => string | undefined,
) {
  const shown = (opportunity: OpportunityDetail): Record<keyof EditableOpportunity, string> => ({
    name: opportunity.name,
    amount_agorot: formatMoney(opportunity.amount_agorot),
    probability_override:
      opportunity.probability_override === null ? 'לפי השלב' : `${opportunity.probability_override}%`,
    expected_close_on: opportunity.expected_close_on ? formatDate(opportunity.expected_close_on) : 'לא נקבעה',
    owner_id: opportunity.owner_id ? (nameOf(opportunity.owner_id) ?? 'מי שכבר לא בצוות') : 'לא נקבע',
    source: opportunity.source ?? 'לא ידוע',
    product_id: opportunity.product?.name ?? 'לא נבחר',
  })
  const [before, after] = [shown(mine), shown(theirs)]
  const keys = Object.keys(labels) as (keyof EditableOpportunity)[]
  return keys
    .filter((key) => before[key] !== after[key])
    .map((key) => ({ label: labels[key], was: before[key], is: after[key] }))
}

// Reads the opportunity form, and describes concurrent changes.
import type { OpportunityDetail, OpportunityPatch } from '#features/opportunities/detail/opportunity-detail.data.ts'
import { formatDate } from '#lib/time/dates.ts'
import { formText } from '#lib/forms/form-text.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { formatMoney, parseMoney } from '#lib/money.ts'

type Edited = Pick<
  OpportunityDetail,
  'name' | 'amount_agorot' | 'probability_override' | 'expected_close_on' | 'owner_id' | 'source' | 'product_id'
>
export type Faults = Partial<Record<keyof Edited, string>>

/** Only the changed fields, so that concurrent edits survive; or the validation errors. */
export function readOpportunityForm(base: Edited, form: FormData): { changes: OpportunityPatch } | { faults: Faults } {
  const amount = formText(form, 'amount').trim()
  const amountAgorot = amount ? parseMoney(amount) : 0
  const probability = formText(form, 'probability').trim()
  const name = oneLine(formText(form, 'name'))
  const faults: Faults = {
    ...(!name && { name: 'שדה חובה' }),
    ...(amountAgorot === undefined && { amount_agorot: 'יש להזין סכום במספרים, למשל 7,740' }),
    ...(!/^(\d{1,2}|100)?$/.test(probability) && { probability_override: 'מספר בין 0 ל־100, או ריק' }),
  }
  if (Object.keys(faults).length > 0) return { faults }
  const written: Edited = {
    name,
    amount_agorot: amountAgorot ?? 0,
    probability_override: probability ? Number(probability) : null,
    expected_close_on: formText(form, 'closes') || null,
    owner_id: formText(form, 'owner') || null,
    source: formText(form, 'source') || null,
    product_id: formText(form, 'product') || null,
  }
  const keys = Object.keys(written) as (keyof Edited)[]
  return {
    changes: Object.fromEntries(keys.filter((key) => written[key] !== base[key]).map((key) => [key, written[key]])),
  }
}

const labels: Record<keyof Edited, string> = {
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
  const shown = (opportunity: OpportunityDetail): Record<keyof Edited, string> => ({
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
  const keys = Object.keys(labels) as (keyof Edited)[]
  return keys
    .filter((key) => before[key] !== after[key])
    .map((key) => ({ label: labels[key], was: before[key], is: after[key] }))
}

// What was typed about a deal, and what two people made of it at the same time.
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

/** Only what the person has changed, so that nobody's other facts are overwritten; or what has to be mended first. */
export function readDealForm(base: Edited, form: FormData): { changes: OpportunityPatch } | { faults: Faults } {
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

/** What somebody else has changed, in words; `nameOf` knows the colleagues. */
export function differencesOf(
  mine: OpportunityDetail,
  theirs: OpportunityDetail,
  nameOf: (id: string | null) => string | undefined,
) {
  const shown = (deal: OpportunityDetail): Record<keyof Edited, string> => ({
    name: deal.name,
    amount_agorot: formatMoney(deal.amount_agorot),
    probability_override: deal.probability_override === null ? 'לפי השלב' : `${deal.probability_override}%`,
    expected_close_on: deal.expected_close_on ? formatDate(deal.expected_close_on) : 'לא נקבעה',
    owner_id: deal.owner_id ? (nameOf(deal.owner_id) ?? 'מי שכבר לא בצוות') : 'לא נקבע',
    source: deal.source ?? 'לא ידוע',
    product_id: deal.product?.name ?? 'לא נבחר',
  })
  const [before, after] = [shown(mine), shown(theirs)]
  const keys = Object.keys(labels) as (keyof Edited)[]
  return keys
    .filter((key) => before[key] !== after[key])
    .map((key) => ({ label: labels[key], was: before[key], is: after[key] }))
}

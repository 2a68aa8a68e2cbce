import { count } from '#lib/hebrew/count.ts'
import { formatMoney } from '#lib/money.ts'
import { installmentsOf } from './sums.ts'

/** תשלום אחד של 690 ₪; שני תשלומים של 345 ₪; 7 תשלומים: הראשון 98.58 ₪, והשאר 98.57 ₪ */
export function installmentText(amountAgorot: number, installments: number): string {
  const { first, others } = installmentsOf(amountAgorot, installments)
  const many = count(installments, { one: 'תשלום אחד', two: 'שני תשלומים', other: '# תשלומים' })
  return first === others || installments === 1
    ? `${many} של ${formatMoney(first)}`
    : `${many}: הראשון ${formatMoney(first)}, והשאר ${formatMoney(others)}`
}

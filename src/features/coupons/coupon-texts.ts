import { count } from '#lib/hebrew/count.ts'
import { formatMoney } from '#lib/money.ts'
import { formatDate } from '#lib/time/dates.ts'
import type { Coupon } from './coupons.ts'

/** 10% הנחה; 100 ₪ הנחה */
export const discountText = ({ percent, amount_agorot: amount }: Pick<Coupon, 'percent' | 'amount_agorot'>) =>
  `${percent === null ? formatMoney(amount ?? 0) : `${percent}%`} הנחה`

/** The limits of a coupon in one line. */
export function limitsText({
  max_uses: max,
  per_contact: each,
  active_from: from,
  active_to: to,
}: Pick<Coupon, 'max_uses' | 'per_contact' | 'active_from' | 'active_to'>): string {
  const uses = { one: 'שימוש אחד', two: 'שני שימושים', other: '# שימושים' }
  return [
    `${formatDate(from)}${to ? ` עד ${formatDate(new Date(Date.parse(to) - 1))}` : ' והלאה'}`,
    max === null ? 'בלי מגבלת שימושים' : `עד ${count(max, uses)}`,
    each !== null && `${count(each, uses)} לכל לקוח`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Whether the coupon is currently valid, as a badge label. */
export function stateOf(
  { is_active: isActive, active_from: from, active_to: to, max_uses: max }: Pick<Coupon, 'is_active' | 'active_from' | 'active_to' | 'max_uses'>, // prettier-ignore
  uses: number,
  now: number,
): { kind?: 'success' | 'info'; text: string } {
  if (!isActive) return { text: 'מופסק' }
  if (Date.parse(from) > now) return { kind: 'info', text: 'בהמשך' }
  if (to && Date.parse(to) <= now) return { text: 'הסתיים' }
  return max !== null && uses >= max ? { text: 'נוצל' } : { kind: 'success', text: 'פעיל' }
}

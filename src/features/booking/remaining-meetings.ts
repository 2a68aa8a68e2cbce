import { count } from '#lib/hebrew/count.ts'
import type { Package } from './packages.data.ts'

/** Formats the remaining meetings of a package. */
export function remainingMeetingsText({ remaining, total }: Pick<Package, 'remaining' | 'total'>): string {
  if (remaining === 0)
    return count(total, { one: 'הפגישה נקבעה', two: 'שתי הפגישות נקבעו', other: 'כל # הפגישות נקבעו' })
  if (total === 1) return 'הפגישה עוד לא נקבעה'
  return remaining === 1 ? `נשארה פגישה אחת מתוך ${total}` : `נשארו ${remaining} מתוך ${total}`
}

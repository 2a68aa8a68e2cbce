// Formats how late an appointment may be cancelled or rescheduled.
import { count } from '#lib/hebrew/count.ts'
import { type BookableType, durationText } from './booking-offer.ts'

/** Formats a notice: from one hour on in whole hours or days where possible. */
export function noticeText(minutes: number): string {
  if (minutes >= 2880 && minutes % 1440 === 0)
    return count(minutes / 1440, { one: 'יום', two: 'יומיים', other: '# ימים' })
  return durationText(minutes)
}

/** The change policy as a sentence; undefined while changes are allowed until the start. `aheadMin`: minutes from now to the start. */
export function policyLine(
  { cancelNoticeMin, rescheduleNoticeMin }: Pick<BookableType, 'cancelNoticeMin' | 'rescheduleNoticeMin'>,
  aheadMin: number,
): string | undefined {
  if (cancelNoticeMin === 0 && rescheduleNoticeMin === 0) return undefined
  if (aheadMin < Math.min(cancelNoticeMin, rescheduleNoticeMin))
    return 'המועד קרוב: לביטול או לשינוי צריך ליצור איתנו קשר.'
  if (cancelNoticeMin === rescheduleNoticeMin)
    return `אפשר לבטל או לשנות מועד עד ${noticeText(cancelNoticeMin)} לפני הפגישה.`
  const before = (minutes: number) => (minutes === 0 ? 'עד תחילת הפגישה' : `עד ${noticeText(minutes)} לפניה`)
  return `אפשר לבטל ${before(cancelNoticeMin)}, ולשנות מועד ${before(rescheduleNoticeMin)}.`
}

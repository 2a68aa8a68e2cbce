// Contract of launches in the CRM: form schemas, labels and refusals.
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { z } from '#lib/schema.ts'
import { instantAt } from '#lib/time/dates.ts'
import { isClosedHoliday, isSaturday } from '#lib/time/holidays.ts'
import type { LaunchPhase, ParticipantStatus } from './launch-clock.ts'
import { type contentKinds, launchModes } from './launches.ts'

export const phaseLabels: Record<LaunchPhase, string> = {
  draft: 'טיוטה',
  waiting: 'לפני הפתיחה',
  prelaunch: 'טרום השקה',
  cart_open: 'מכירה פתוחה',
  cart_closed: 'מכירה נסגרה',
  ended: 'הסתיימה',
  archived: 'בארכיון',
}
export const participantLabels: Record<ParticipantStatus, string> = {
  joined: 'הצטרפו',
  active: 'פעילים',
  buyer: 'רכשו',
  lapsed: 'לא רכשו',
  opted_out: 'ויתרו',
}
export const kindLabels: Record<(typeof contentKinds)[number], string> = {
  video: 'וידאו',
  live: 'שידור חי',
  pdf: 'קובץ',
  quiz: 'שאלון',
  sales: 'הזמנה להרשמה',
}

const Title = z.string().transform(oneLine).pipe(z.string().min(2, 'לפחות שני תווים').max(120, 'עד 120 תווים'))
const Day = z.iso.date('צריך יום')
const Clock = z.string().regex(/^\d\d:\d\d$/, 'צריך שעה')
const Hours = (min: number) =>
  z.coerce.number<unknown>('מספר שעות').int('מספר שלם').min(min, `לפחות ${min}`).max(2160, 'עד 2,160')

export const AddLaunch = z.object({ title: Title, mode: z.enum(launchModes) })

const instant = (day: string, time: string) => instantAt(day, time).toISOString()

/** Dates of a fixed launch, in Israel time. */
export const FixedDates = z
  .object({ startDay: Day, startTime: Clock, openDay: Day, openTime: Clock, closeDay: Day, closeTime: Clock })
  .transform((typed) => ({
    prelaunch_at: instant(typed.startDay, typed.startTime),
    cart_opens_at: instant(typed.openDay, typed.openTime),
    cart_closes_at: instant(typed.closeDay, typed.closeTime),
  }))
  .refine((dates) => dates.prelaunch_at < dates.cart_opens_at && dates.cart_opens_at < dates.cart_closes_at, {
    path: ['closeDay'],
    message: 'הסדר צריך להיות: תחילת הסדרה, פתיחת ההרשמה, סגירת ההרשמה',
  })
export const EvergreenDates = z
  .object({ startDay: Day, startTime: Clock, cart_after_hours: Hours(1), cart_hours: Hours(1) })
  .transform(({ startDay, startTime, ...hours }) => ({ prelaunch_at: instant(startDay, startTime), ...hours }))

export const Extend = z.object({
  day: Day,
  time: Clock,
  reason: z.string().trim().min(2, 'צריך לכתוב סיבה').max(300, 'עד 300 תווים'),
})
export const CommentAnswer = z.object({ body: z.string().trim().min(1, 'כדאי לכתוב משהו').max(1500, 'עד 1,500 תווים') })
export const CloneLaunch = z.object({ title: Title, day: Day })

/** The reason why a day is unsuitable for a launch: Shabbat or a holiday. */
export function restDayOf(day: string): string | undefined {
  if (isSaturday(day)) return 'שבת'
  return isClosedHoliday(day) ? 'חג' : undefined
}

export const staffRefusals = {
  launch_title_length: 'שם: בין 2 ל־120 תווים',
  launch_dates_in_order: 'הסדר צריך להיות: תחילת הסדרה, פתיחת ההרשמה, סגירת ההרשמה',
  launch_without_dates: 'לפני הפרסום צריך לקבוע תאריכים',
  evergreen_cart_is_relative: 'בהשקה קבועה ההרשמה נפתחת לפי מועד ההצטרפות',
  content_title_length: 'שם: בין 2 ל־120 תווים',
  content_position_taken: 'מישהו הוסיף תוכן בינתיים. אפשר לנסות שוב',
  release_is_whole: 'צריך לקבוע מתי התוכן נפתח',
  release_after_another_launch: 'תוכן אחר נפתח אחרי התוכן הזה. קודם משנים את מועד הפתיחה שלו',
  changed_meanwhile: 'מישהו שמר בזמן שערכתם. סגרו ופתחו שוב כדי לראות את השינוי',
  content_not_found: 'התוכן כבר לא כאן',
  worksheet_type: 'אפשר להעלות PDF, גיליון XLSX או תמונה, והתוכן צריך להתאים לסיומת',
  file_empty: 'הקובץ ריק',
  payload_too_large: 'הקובץ גדול מ־20 מ״ב',
  extension_in_past: 'המועד כבר עבר',
  extension_reason_length: 'צריך לכתוב סיבה',
  launch_over: 'ההשקה הסתיימה, והקישורים האישיים אליה כבר סגורים',
  participant_not_found: 'המשתתף כבר לא כאן, או שכבר רכש',
  comment_not_found: 'התגובה כבר לא כאן',
  launch_not_found: 'ההשקה כבר לא כאן',
  not_allowed: 'אין הרשאה לפעולה הזאת',
} as const

// Formats the slot diagnosis of a day as text.
import { count } from '#lib/hebrew/count.ts'
import { z } from '#lib/schema.ts'
import type { TimeReason } from './slots/reason-at.ts'
import type { SlotReason } from './slots/slot-rules.ts'

export const ExplainSlots = z.object({ typeId: z.uuid('יש לבחור סוג פגישה'), day: z.iso.date('יום, למשל 24.11.2026') })

/** The number of slots excluded by each rule, in rule order, and the number left. */
export type SlotExplanation = {
  isOpen: boolean
  calendar: 'read' | 'none' | 'closed'
  taken: { reason: SlotReason; taken: number }[]
  free: number
}

const slots = (many: number) => count(many, { one: 'שעה אחת', two: 'שתי שעות', other: '# שעות' })

const causes: Record<Exclude<TimeReason['code'], 'holiday' | 'closed_day'>, string> = {
  outside_hours: 'מחוץ לשעות של לוח השעות',
  override_closed: 'התאריך סומן כסגור',
  clock_gap: 'השעון מוזז קדימה בלילה הזה',
  shabbat: 'שבת, או יום שישי אחרי שעת הסגירה',
  time_off: 'היעדרות',
  appointment: 'פגישה אחרת, עם המרווחים סביבה',
  google: 'היומן המחובר תפוס',
  hold: 'מישהו ממלא עכשיו את הטופס לשעה הזו',
  min_notice: 'קרוב מדי: פחות מההודעה מראש',
  window: 'מחוץ לטווח שאפשר לקבוע בו',
  max_per_day: 'מספר הפגישות ליום מלא',
  max_per_week: 'מספר הפגישות לשבוע מלא',
}

/** "חג, יום כיפור" */
export const causeText = (reason: TimeReason): string =>
  reason.code === 'holiday' || reason.code === 'closed_day'
    ? `${reason.code === 'holiday' ? 'חג' : 'יום סגור'}, ${reason.name}`
    : causes[reason.code]

/** "12 שעות: חג, יום כיפור" */
export const reasonText = ({ reason, taken }: SlotExplanation['taken'][number]): string =>
  `${slots(taken)}: ${causeText(reason)}`

/** The headline of the diagnosis. */
export function explainedHeading({ isOpen, calendar, taken, free }: SlotExplanation): string {
  if (!isOpen) return 'הקביעה סגורה: סוג הפגישה כבוי, או שהיומן לא מקבל פגישות'
  if (calendar === 'closed') return 'היומן המחובר לא עונה, ולכן לא מוצעות שעות'
  if (free > 0) return `${free === 1 ? 'פנויה' : 'פנויות'} ${slots(free)}`
  return taken.length > 0 ? 'אין שעות פנויות. זה מה שתפס אותן' : 'ביום הזה אין שעות בלוח השבועי'
}

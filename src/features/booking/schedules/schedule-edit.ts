// Form input of a schedule's name and zone, and its refusal messages.
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { z } from '#lib/schema.ts'
import { isTimeZone } from '#lib/time/zoned-time.ts'
import { refusals } from '../booking-labels.ts'

export const ScheduleEdit = z.object({
  name: z.string().transform(oneLine).pipe(z.string().min(1, 'שדה חובה').max(60, 'שם: עד 60 תווים')),
  zone: z.string().refine(isTimeZone, 'אזור הזמן אינו מוכר'),
})
export type ScheduleEdit = z.infer<typeof ScheduleEdit>

export const scheduleRefusals = {
  ...refusals,
  stale_version: 'מישהו שמר בזמן שערכתם. סגרו ופתחו שוב כדי לראות את השינוי',
  usual_schedule: 'זה הלוח הרגיל, והוא נשאר. אפשר לשנות את השעות שלו',
  schedule_of_another_host: 'יש סוגי פגישות שנקבעים לפי הלוח הזה. קודם בוחרים להם לוח אחר, במסך ״סוגי פגישות״',
} as const

// Merge fields of a webinar registration, formatted as in its mails.
import { count } from '#lib/hebrew/count.ts'
import { meetingMoment } from '#lib/time/meeting-moment.ts'
import type { MergeContext, MergeField } from '#platform/merge-fields/merge-fields.ts'

export const durationText = (minutes: number): string =>
  count(minutes, { one: 'דקה', two: 'שתי דקות', other: '# דקות' })

const field = (name: string, label: string, sample: MergeField['sample'], kind: MergeField['kind'] = 'text') => ({
  name,
  label,
  group: 'הדרכה',
  kind,
  sample,
})

const fields: readonly MergeField[] = [
  field('שם_הדרכה', 'שם ההדרכה', 'תקציב שמחזיק'),
  field('תאריך_הדרכה', 'מועד ההדרכה', { at: '2026-11-29T18:00:00Z', zone: 'Asia/Jerusalem' }, 'instant'),
  field('שעון_הדרכה', 'השעון של המועד', 'שעון ישראל'),
  field('משך_הדרכה', 'משך ההדרכה', '60 דקות'),
  field('סוף_הקלטה', 'עד מתי ההקלטה פתוחה', { at: '2026-12-01T20:00:00Z', zone: 'Asia/Jerusalem' }, 'instant'),
  field('קישור.הדרכה', 'כניסה להדרכה, ואחריה להקלטה', '/webinar/-', 'link'),
]

type Facts = {
  title: string
  starts_at: string | null
  duration_minutes: number
  client_zone: string
  replay_until: string | null
}

export const webinarMergeContext: MergeContext = {
  label: 'הרשמה להדרכה',
  fields,
  valuesOf(facts) {
    const {
      title,
      starts_at: startsAt,
      duration_minutes: minutes,
      client_zone: zone,
      replay_until: until,
    } = facts as Facts
    return {
      שם_הדרכה: title,
      תאריך_הדרכה: startsAt && { at: startsAt, zone },
      שעון_הדרכה: startsAt && meetingMoment(new Date(startsAt), zone).zone,
      משך_הדרכה: durationText(minutes),
      סוף_הקלטה: until && { at: until, zone },
    }
  },
}

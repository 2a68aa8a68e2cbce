// Launch merge fields of message templates for a participant.
import type { MergeContext, MergeField } from '#platform/merge-fields/merge-fields.ts'

const field = (name: string, label: string, sample: MergeField['sample'], kind: MergeField['kind'] = 'text') => ({
  name,
  label,
  group: 'השקה',
  kind,
  sample,
})

const fields: readonly MergeField[] = [
  field('שם_השקה', 'שם ההשקה', 'שלושה שיעורים על תקציב'),
  field('שיעור_השקה', 'השיעור האחרון שנפתח', 'למה תקציבים נופלים'),
  field('פתיחת_הרשמה', 'מתי ההרשמה נפתחת', { at: '2026-11-29T18:00:00Z', zone: 'Asia/Jerusalem' }, 'instant'),
  field('סגירת_הרשמה', 'מתי ההרשמה נסגרת', { at: '2026-12-03T20:00:00Z', zone: 'Asia/Jerusalem' }, 'instant'),
  field('קישור.השקה', 'כניסה לשיעורים', '/plf/-', 'link'),
  field('קישור.הרשמה_להשקה', 'כניסה להצעה', '/plf/-', 'link'),
]

type Facts = { title: string; content: string | null; opens_at: string | null; closes_at: string | null; zone: string }

export const launchMergeContext: MergeContext = {
  label: 'השקה',
  fields,
  valuesOf(facts) {
    const { title, content, opens_at: opensAt, closes_at: closesAt, zone } = facts as Facts
    return {
      שם_השקה: title,
      שיעור_השקה: content,
      פתיחת_הרשמה: opensAt && { at: opensAt, zone },
      סגירת_הרשמה: closesAt && { at: closesAt, zone },
    }
  },
}

// Contract of merges: two contacts of one person become one, with the chosen fields.
import { Instant, JsonObject, z } from '#lib/schema.ts'

const Side = z.enum(['winner', 'loser'])
export type Side = z.infer<typeof Side>

/** The side whose value is used, per column; a custom field as `custom.key`. Default: the winner's, unless it is empty. */
export const Choices = z.record(z.string(), Side)
export type Choices = z.infer<typeof Choices>

export const Merge = z.object({
  id: z.uuid(),
  winner_id: z.uuid(),
  loser_id: z.uuid(),
  field_choices: Choices,
  snapshot: JsonObject,
  merged_by: z.uuid().nullable(),
  merged_at: Instant,
  undone_by: z.uuid().nullable(),
  undone_at: Instant.nullable(),
})
export type Merge = z.infer<typeof Merge>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { merges: Merge }

/** The result of an undo: rows changed or deleted since the merge, and columns that retain a later edit. */
export const UnmergeResult = z.object({ changed: z.int(), gone: z.int(), kept: z.array(z.string()) })
export type UnmergeResult = z.infer<typeof UnmergeResult>

/** Labels of the reassigned tables. A table without a label is counted under the last label. */
export const tableLabels: Record<string, { one: string; two: string; other: string }> = {
  opportunities: { one: 'הזדמנות אחת', two: 'שתי הזדמנויות', other: '# הזדמנויות' },
  tasks: { one: 'משימה אחת', two: 'שתי משימות', other: '# משימות' },
  activities: { one: 'שורה אחת בציר הזמן', two: 'שתי שורות בציר הזמן', other: '# שורות בציר הזמן' },
  contact_points: { one: 'פרט קשר אחד', two: 'שני פרטי קשר', other: '# פרטי קשר' },
  contact_requests: { one: 'פנייה אחת', two: 'שתי פניות', other: '# פניות' },
  threads: { one: 'שיחה אחת', two: 'שתי שיחות', other: '# שיחות' },
  thread_messages: { one: 'הודעה אחת באזור האישי', two: 'שתי הודעות באזור האישי', other: '# הודעות באזור האישי' },
  client_invitations: { one: 'הזמנה לאזור האישי', two: 'שתי הזמנות לאזור האישי', other: '# הזמנות לאזור האישי' },
  client_processes: { one: 'תהליך אחד', two: 'שני תהליכים', other: '# תהליכים' },
  consents: { one: 'רישום הסכמה אחד', two: 'שני רישומי הסכמה', other: '# רישומי הסכמה' },
  files: { one: 'קובץ אחד', two: 'שני קבצים', other: '# קבצים' },
  charges: { one: 'חיוב אחד', two: 'שני חיובים', other: '# חיובים' },
  payments: { one: 'תשלום אחד', two: 'שני תשלומים', other: '# תשלומים' },
  tax_documents: { one: 'מסמך אחד', two: 'שני מסמכים', other: '# מסמכים' },
  orders: { one: 'הזמנה אחת', two: 'שתי הזמנות', other: '# הזמנות' },
  enrolments: { one: 'השתתפות אחת במוצר', two: 'השתתפות בשני מוצרים', other: 'השתתפות ב־# מוצרים' },
  messages: { one: 'הודעה אחת', two: 'שתי הודעות', other: '# הודעות' },
  contact_tags: { one: 'תגית אחת', two: 'שתי תגיות', other: '# תגיות' },
}
export const otherRows = { one: 'רישום נוסף', two: 'שני רישומים נוספים', other: '# רישומים נוספים' }

export const refusals = {
  merge_with_itself: 'אי אפשר לאחד רשומה עם עצמה. בחרו רשומה אחרת',
  contact_merged_already: 'אחת הרשומות כבר אוחדה עם אחרת',
  contact_not_found: 'אחת הרשומות נמחקה בינתיים',
  stale_version: 'מישהו שינה את אחת הרשומות בינתיים. הנה הפרטים העדכניים, בדקו ואחדו שוב',
  choice_invalid: 'הבחירה אינה ברורה. בחרו שוב',
  merge_not_found: 'האיחוד הזה כבר לא רשום',
  merge_undone_already: 'הרשומות כבר הופרדו',
  later_merge_first: 'הרשומה אוחדה שוב מאז. הפרידו קודם את האיחוד המאוחר יותר',
  winner_in_bin: 'הרשומה המאוחדת נמצאת בסל. שחזרו אותה קודם',
  not_allowed: 'האיחוד פתוח לבעלים ולמנהלים',
} as const

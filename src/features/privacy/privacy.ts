// Contract of privacy: export and erasure of a person's data.
import { Instant, z } from '#lib/schema.ts'

export const PrivacyEvent = z.object({
  id: z.uuid(),
  person_id: z.uuid(),
  kind: z.enum(['exported', 'anonymised']),
  by: z.uuid().nullable(),
  at: Instant,
})
export type PrivacyEvent = z.infer<typeof PrivacyEvent>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { privacy_events: PrivacyEvent }

export const ExportPerson = z.object({ id: z.uuid() })

/** How erasure treats the rows of a table. */
type ErasureRule = { label: string; stays?: string; unless?: string }

const proof = 'הוכחה שההסכמה ניתנה או בוטלה, עם הכתובת או המספר שעליהם ניתנה'
const books = 'החוק מחייב לשמור 7 שנים'

/** Every table with personal data, its label, and why rows are retained. A test compares it with the database. */
export const holdings: Readonly<Record<string, ErasureRule>> = {
  contacts: { label: 'שם ותאריכים' },
  contact_staff_details: { label: 'שדות נוספים, היתר לשיחות שיווק, ומאין הגיעו' },
  contact_points: { label: 'טלפונים וכתובות דוא״ל' },
  households: { label: 'משק הבית', unless: 'נשאר אם יש בו עוד מישהו' },
  budget_items: { label: 'התקציב של הבית', unless: 'המשותף נשאר אם יש בבית עוד מישהו' },
  budget_sharing: { label: 'שיתוף התקציב עם המאמן/ת' },
  metrics: { label: 'מספרים שהתבקשו' },
  metric_periods: { label: 'מספרים שדווחו' },
  metric_reads: { label: 'מי מהצוות ראה את המספרים' },
  contact_tags: { label: 'תגיות' },
  activities: { label: 'יומן: הערות, שיחות ומה שקרה' },
  domain_events: { label: 'רישום של מה שקרה' },
  tasks: { label: 'משימות' },
  appointments: { label: 'פגישות' },
  session_packages: { label: 'חבילות פגישות' },
  appointment_attendees: { label: 'משתתפים בפגישות' },
  opportunities: { label: 'הזדמנויות' },
  opportunity_stage_history: { label: 'מהלך ההזדמנויות' },
  client_processes: { label: 'תהליך הליווי' },
  session_notes: { label: 'סיכומי פגישות' },
  session_summaries: { label: 'סיכומי פגישות ששותפו' },
  threads: { label: 'שיחות באזור האישי' },
  thread_messages: { label: 'הודעות באזור האישי' },
  action_links: { label: 'קישורים לפעולה במיילים' },
  client_invitations: { label: 'הזמנות לאזור האישי' },
  files: { label: 'קבצים' },
  signature_requests: { label: 'חתימות על מסמכים' },
  stage_document_files: { label: 'מסמכים שנשלחו לשלבים, ולמה הוחזרו' },
  contact_requests: { label: 'פניות מהאתר' },
  form_submissions: { label: 'טפסים שמולאו' },
  form_links: { label: 'קישורים אישיים לטפסים' },
  booking_links: { label: 'קישורים אישיים לקביעת פגישה' },
  form_files: { label: 'קבצים שצורפו לטפסים' },
  form_former_answers: { label: 'תשובות קודמות בטפסים' },
  form_sealed_answers: { label: 'תשובות רגישות בטפסים' },
  quiz_attempts: { label: 'שאלון השלב הכלכלי' },
  quiz_sealed_answers: { label: 'תשובות בשאלון השלב הכלכלי' },
  quiz_deliveries: { label: 'תוצאות שאלון שנשלחו' },
  quiz_reminders: { label: 'בקשות לקישור להמשך השאלון' },
  launch_participants: { label: 'השתתפות בהשקות' },
  group_waits: { label: 'רשימות המתנה למפגשים' },
  launch_waitlist: { label: 'רשימות המתנה של השקות' },
  lead_magnet_requests: { label: 'מדריכים שהתבקשו' },
  webinar_registrations: { label: 'הרשמות להדרכות, צפייה ומה שנכתב בהן' },
  webinar_invites: { label: 'הזמנות להדרכות' },
  product_waitlist: { label: 'רשימות המתנה' },
  subscriptions: { label: 'הרשמות לניוזלטר' },
  newsletter_requests: { label: 'בקשות הרשמה לניוזלטר' },
  preference_links: { label: 'קישורים אישיים במיילים' },
  automation_runs: { label: 'מסלולים באוטומציות' },
  automation_list_members: { label: 'רשימות של אוטומציות' },
  campaign_recipients: { label: 'דיוורים שנשלחו' },
  scheduled_messages: { label: 'הודעות שתוזמנו' },
  messages: { label: 'הודעות שנשלחו' },
  received_messages: { label: 'הודעות שהתקבלו' },
  reviews: { label: 'המלצות', unless: 'מה שפורסם נשאר באתר בעילום שם' },
  review_authors: { label: 'מי כתב את ההמלצות' },
  review_photos: { label: 'תמונות שצורפו להמלצות' },
  review_requests: { label: 'בקשות להמלצה' },
  duplicate_pairs: { label: 'חשד לכפילות' },
  merges: { label: 'איחודים של רשומות' },
  audit_log: { label: 'פרטים ביומן השינויים' },
  consents: { label: 'הסכמות לדיוור', stays: proof },
  charges: { label: 'חיובים', stays: books },
  payments: { label: 'תשלומים', stays: books },
  payment_plans: { label: 'תוכניות תשלום', stays: books },
  tax_documents: { label: 'חשבוניות וקבלות', stays: books },
  enrolments: { label: 'רכישות', stays: books },
  orders: { label: 'הזמנות', stays: books },
  cancellation_requests: { label: 'בקשות לביטול עסקה', stays: 'הוכחה שהבקשה התקבלה וטופלה, עם השם ופרטי הקשר שבה' },
}

export const refusals = {
  person_not_found: 'האדם הזה כבר לא כאן, או שפרטיו נמחקו',
  stale_version: 'מישהו עדכן את איש הקשר בינתיים. הנתונים נטענו מחדש, אפשר לבדוק ולנסות שוב',
  too_many_requests: 'נעשו הרבה ייצואים בזמן קצר. אפשר לנסות שוב בעוד כמה דקות',
} as const

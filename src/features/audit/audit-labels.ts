// Labels of audited tables and columns. Columns without a label are not shown.
import { roleLabels } from '#platform/accounts/accounts.ts'
import { genderFormLabels, lifecycleLabel, lifecycles } from '#features/contacts/contacts.ts'
import { kindLabels } from '#platform/pipelines/pipelines.ts'
import { tagColorLabels } from '#platform/tags/tags.ts'
import { priorityLabels, typeLabels } from '#features/tasks/tasks.ts'

type AuditedTable = { one: string; many: string; columns?: Record<string, string> }

const money = { amount_agorot: 'סכום', note: 'הערה' }

export const auditedTables: Record<string, AuditedTable> = {
  contacts: { one: 'איש קשר', many: 'אנשי קשר' },
  contact_staff_details: { one: 'פרטים לצוות', many: 'פרטים לצוות' },
  contact_points: { one: 'פרט קשר', many: 'פרטי קשר', columns: { kind: 'אמצעי' } },
  households: { one: 'משק בית', many: 'משקי בית' },
  contact_tags: { one: 'תגית של איש קשר', many: 'תגיות של אנשי קשר' },
  tags: { one: 'תגית', many: 'תגיות' },
  files: { one: 'קובץ', many: 'קבצים' },
  activities: { one: 'רשומה בציר הזמן', many: 'רשומות בציר הזמן' },
  opportunities: { one: 'הזדמנות', many: 'הזדמנויות', columns: { source: 'מקור' } },
  tasks: { one: 'משימה', many: 'משימות', columns: { user_id: 'באחריות', status: 'מצב', type: 'סוג' } },
  imports: { one: 'ייבוא', many: 'ייבואים', columns: { status: 'מצב' } },
  merges: { one: 'איחוד רשומות', many: 'איחודי רשומות' },
  client_processes: { one: 'תהליך', many: 'תהליכים', columns: { status: 'מצב' } },
  process_stage_instances: { one: 'שלב בתהליך', many: 'שלבים בתהליכים', columns: { status: 'מצב' } },
  orders: { one: 'הזמנה', many: 'הזמנות' },
  order_refunds: { one: 'החזר דרך חברת הסליקה', many: 'החזרים דרך חברת הסליקה' },
  gateway_settings: { one: 'הגדרות סליקה', many: 'הגדרות סליקה' },
  tax_document_settings: { one: 'הגדרות מסמכים', many: 'הגדרות מסמכים' },
  enrolments: { one: 'השתתפות במוצר', many: 'השתתפויות במוצרים' },
  charges: { one: 'חיוב', many: 'חיובים', columns: money },
  payments: { one: 'תשלום', many: 'תשלומים', columns: money },
  payment_plans: { one: 'תוכנית תשלומים', many: 'תוכניות תשלומים', columns: money },
  pipelines: { one: 'צינור מכירות', many: 'צינורות מכירות' },
  pipeline_stages: { one: 'שלב מכירה', many: 'שלבי מכירה' },
  lost_reasons: { one: 'סיבת אי־סגירה', many: 'סיבות אי־סגירה' },
  custom_field_defs: { one: 'שדה', many: 'שדות', columns: { type: 'סוג' } },
  saved_views: { one: 'תצוגה', many: 'תצוגות' },
  process_templates: { one: 'תבנית תהליך', many: 'תבניות תהליך' },
  process_stages: { one: 'שלב בתבנית', many: 'שלבים בתבניות' },
  products: { one: 'מוצר', many: 'מוצרים' },
  prices: { one: 'מחיר', many: 'מחירים', columns: money },
  user_roles: { one: 'הרשאה', many: 'הרשאות', columns: { user_id: 'של' } },
  staff_profiles: { one: 'פרופיל בצוות', many: 'פרופילים בצוות' },
  staff_invitations: { one: 'הזמנה לצוות', many: 'הזמנות לצוות', columns: { email: 'דוא״ל' } },
  team_rules: { one: 'כללי הצוות', many: 'כללי הצוות' },
  handovers: { one: 'העברת אחריות', many: 'העברות אחריות' },
  business_profiles: { one: 'פרופיל העסק', many: 'פרופילי עסק' },
  mailing_lists: { one: 'רשימת דיוור', many: 'רשימות דיוור' },
  message_settings: { one: 'הגדרות דיוור', many: 'הגדרות דיוור' },
  message_rules: { one: 'שורה בתוכנית ההודעות', many: 'שורות בתוכנית ההודעות' },
  closed_days: { one: 'יום סגור', many: 'ימים סגורים' },
  email_texts: { one: 'נוסח דוא״ל', many: 'נוסחי דוא״ל' },
  booking_hosts: { one: 'הגדרות קביעת פגישות', many: 'הגדרות קביעת פגישות' },
  schedules: { one: 'לוח שעות', many: 'לוחות שעות' },
  time_off: { one: 'היעדרות', many: 'היעדרויות' },
  school_breaks: { one: 'חופשת לימודים', many: 'חופשות לימודים' },
  appointment_types: { one: 'סוג פגישה', many: 'סוגי פגישות' },
  booking_settings: { one: 'כפתור קביעת השיחה', many: 'כפתור קביעת השיחה' },
  session_packages: {
    one: 'חבילת פגישות',
    many: 'חבילות פגישות',
    columns: { total: 'מספר הפגישות', expires_on: 'בתוקף עד' },
  },
  launches: { one: 'השקה', many: 'השקות' },
  launch_contents: { one: 'תוכן של השקה', many: 'תכנים של השקות' },
  webinars: { one: 'הדרכה', many: 'הדרכות' },
  webinar_team: { one: 'צוות של הדרכה', many: 'צוותים של הדרכות' },
  webinar_muted_messages: { one: 'הודעה כבויה בהדרכה', many: 'הודעות כבויות בהדרכות' },
  webinar_sessions: { one: 'מפגש של הדרכה', many: 'מפגשים של הדרכות' },
  webinar_templates: { one: 'תבנית של הדרכה', many: 'תבניות של הדרכות' },
  webinar_interactions: { one: 'פעילות בהדרכה', many: 'פעילויות בהדרכות' },
  client_invitations: { one: 'הזמנה לאזור האישי', many: 'הזמנות לאזור האישי' },
  lead_magnets: { one: 'מדריך להורדה', many: 'מדריכים להורדה' },
  quizzes: { one: 'שאלון', many: 'שאלונים', columns: { status: 'מצב' } },
  quiz_stage_actions: { one: 'המשך של שלב בשאלון', many: 'המשך של שלבים בשאלון' },
  forms: { one: 'טופס', many: 'טפסים', columns: { status: 'מצב', draft: 'טיוטה' } },
  form_submissions: { one: 'תשובות רגישות של טופס', many: 'תשובות רגישות של טפסים' },
  quiz_attempts: { one: 'תשובות של שאלון', many: 'תשובות של שאלונים' },
  form_passwords: { one: 'סיסמה של טופס', many: 'סיסמאות של טפסים' },
  appointments: { one: 'פגישה', many: 'פגישות', columns: { starts_at: 'מתחילה', ends_at: 'מסתיימת', status: 'מצב' } },
  automations: { one: 'אוטומציה', many: 'אוטומציות' },
  business_exports: {
    one: 'הורדת כל נתוני העסק',
    many: 'הורדות של כל נתוני העסק',
    columns: { state: 'מצב', downloads: 'מספר ההורדות' },
  },
  suppressions: { one: 'הסרה מדיוור', many: 'הסרות מדיוור' },
  legal_settings: { one: 'פרטים משפטיים', many: 'פרטים משפטיים' },
  seo_settings: { one: 'הגדרות קידום', many: 'הגדרות קידום' },
  page_comparisons: {
    one: 'השוואת דפי בית',
    many: 'השוואות דפי בית',
    columns: { ended_at: 'הסתיימה', winner: 'נבחר' },
  },
  tracking_settings: { one: 'פיקסל פרסום', many: 'פיקסל פרסום' },
}

const columns: Record<string, string> = {
  first_name: 'שם פרטי',
  last_name: 'שם משפחה',
  gender_form: 'לשון פנייה',
  birth_date: 'תאריך לידה',
  lifecycle: 'סוג',
  do_not_contact: 'אין ליצור קשר שיווקי',
  owner_id: 'באחריות',
  source: 'מקור',
  household_id: 'משק בית',
  household_role: 'מקום במשק הבית',
  merged_into_id: 'אוחד לתוך',
  call_basis: 'בסיס לשיחה',
  call_basis_note: 'הוכחה',
  dnc_checked_at: 'בדיקה במאגר "אל תתקשרו אליי"',
  external_id: 'מזהה חיצוני',
  deleted_at: 'בסל המיחזור',
  value_norm: 'ערך',
  is_primary: 'ראשי',
  shared_in_household: 'משותף במשק הבית',
  verified_at: 'אומת',
  bounced_at: 'חזר',
  name: 'שם',
  full_name: 'שם',
  address: 'כתובת',
  notes: 'הערות',
  note: 'הערה',
  color: 'צבע',
  contact_id: 'איש קשר',
  tag_id: 'תגית',
  stage_id: 'שלב',
  status: 'מצב',
  amount_agorot: 'סכום',
  probability: 'סיכוי',
  probability_override: 'סיכוי',
  expected_close_on: 'סגירה צפויה',
  lost_reason_id: 'סיבת אי־סגירה',
  lost_note: 'פירוט',
  reopened_because: 'סיבת הפתיחה מחדש',
  product_id: 'מוצר',
  due_date: 'לתאריך',
  due_at: 'לשעה',
  due_on: 'לתאריך',
  priority: 'עדיפות',
  rrule: 'תדירות',
  opportunity_id: 'הזדמנות',
  label: 'שם השדה',
  required: 'חובה',
  position: 'מקום ברשימה',
  kind: 'סוג',
  rot_days: 'ימים עד שמתיישן',
  is_default: 'ברירת מחדל',
  is_active: 'פעיל',
  shared: 'משותף לצוות',
  role: 'תפקיד',
  email: 'דוא״ל',
  phone: 'טלפון',
  signature: 'חתימה',
  second_factor_required: 'חובת אימות דו־שלבי',
  expires_at: 'בתוקף עד',
  revoked_at: 'בוטלה',
  accepted_at: 'התקבלה',
  business_name: 'שם העסק',
  legal_name: 'שם משפטי',
  company_number: 'מספר חברה',
  login_url: 'קישור לאזור האישי',
  description: 'תיאור',
  subject: 'נושא',
  body: 'תוכן',
  heading: 'כותרת',
  paid_on: 'תאריך התשלום',
  method: 'אמצעי תשלום',
  document_number: 'מספר מסמך',
  void_reason: 'סיבת הביטול',
  voided_at: 'בוטל',
  undone_at: 'הוחזר',
  target_end: 'סיום מתוכנן',
  coach_id: 'מלווים',
  pixel_id: 'מזהה הפיקסל',
  reason: 'סיבה',
  text: 'מה נכתב',
}

/** Label of a column; undefined for a column that the log does not show. */
export const columnLabel = (entity: string, column: string): string | undefined =>
  auditedTables[entity]?.columns?.[column] ?? columns[column]

const statuses: Record<string, Record<string, string>> = {
  opportunities: kindLabels,
  tasks: { 'To Do': 'לביצוע', 'In Progress': 'בעבודה', Done: 'בוצעה', Cancelled: 'בוטלה' },
}
const values: Record<string, Record<string, string>> = {
  lifecycle: Object.fromEntries(lifecycles.map((one) => [one, lifecycleLabel(one)])),
  gender_form: genderFormLabels,
  call_basis: { callback: 'ביקשו שנתקשר', consent: 'הסכימו לשיחות שיווק', customer: 'לקוחות שלנו, בעניין דומה' },
  household_role: { partner: 'בן/בת זוג', child: 'ילד/ה', other: 'אחר' },
  priority: priorityLabels,
  color: tagColorLabels,
  role: roleLabels,
  winner: { '/': 'עמוד הבית', '/home-2': 'גרסה ב׳', '/home-3': 'גרסה ג׳' },
}

/** Label of an enumerated value, such as a status. */
export const valueLabel = (entity: string, column: string, value: string): string | undefined => {
  if (column === 'status') return statuses[entity]?.[value]
  if (column === 'type' && entity === 'tasks') return (typeLabels as Record<string, string>)[value]
  if (column === 'kind' && entity === 'contact_points') return value === 'phone' ? 'טלפון' : 'דוא״ל'
  return values[column]?.[value]
}

/** The table a foreign key column refers to, so that the row's name is shown instead of its id. */
export const referenceOf = (column: string): 'staff' | keyof typeof namedBy | undefined => {
  if (/(^|_)by$/.test(column) || ['owner_id', 'user_id', 'coach_id', 'member_id'].includes(column)) return 'staff'
  return references[column]
}

/** Tables with display names, and the column that holds the name. */
export const namedBy = {
  contacts: 'full_name',
  households: 'name',
  pipeline_stages: 'name',
  lost_reasons: 'name',
  tags: 'name',
  opportunities: 'name',
  products: 'name',
} as const

const references: Record<string, keyof typeof namedBy> = {
  contact_id: 'contacts',
  merged_into_id: 'contacts',
  household_id: 'households',
  stage_id: 'pipeline_stages',
  lost_reason_id: 'lost_reasons',
  tag_id: 'tags',
  opportunity_id: 'opportunities',
  product_id: 'products',
}

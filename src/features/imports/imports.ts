// Contact imports: files, column mappings and row outcomes.
import { Instant, JsonObject, z } from '#lib/schema.ts'
import { dateOrders } from '#lib/time/parse-day.ts'

export const statuses = [
  'uploaded',
  'mapped',
  'previewed',
  'running',
  'done',
  'failed',
  'rolling_back',
  'rolled_back',
] as const
export type ImportStatus = (typeof statuses)[number]

export const statusLabels: Record<ImportStatus, string> = {
  uploaded: 'ממתין למיפוי',
  mapped: 'בבדיקה',
  previewed: 'מוכן לייבוא',
  running: 'בייבוא',
  done: 'הושלם',
  failed: 'נעצר',
  rolling_back: 'מתבטל',
  rolled_back: 'בוטל',
}

export const outcomes = ['created', 'updated', 'skipped', 'error'] as const
export type Outcome = (typeof outcomes)[number]
export const outcomeLabels: Record<Outcome, string> = {
  created: 'חדשים',
  updated: 'עודכנו',
  skipped: 'דולגו',
  error: 'שגיאות',
}

/** Labels of planned outcomes, in the future tense. */
export const planLabels: Record<Outcome, string> = { ...outcomeLabels, updated: 'יעודכנו', skipped: 'ידולגו' }

/** Name of an import: the file name without extension, because a Latin extension reorders a Hebrew name. */
export const importName = (fileName: string) => fileName.replace(/\.(csv|tsv|txt|xlsx?)$/i, '') || fileName

export const matches = ['phone_or_email', 'phone', 'email', 'external_id'] as const
export const matchLabels: Record<(typeof matches)[number], string> = {
  phone_or_email: 'טלפון או דוא״ל',
  phone: 'טלפון',
  email: 'דוא״ל',
  external_id: 'מזהה במערכת הקודמת',
}

export const policies = ['fill_empty', 'overwrite', 'skip'] as const
export const policyLabels: Record<(typeof policies)[number], { name: string; text: string }> = {
  fill_empty: { name: 'השלמת מה שחסר', text: 'פרטים שכבר רשומים אצלנו נשארים כמו שהם, ושדות ריקים מתמלאים מהקובץ' },
  overwrite: { name: 'הקובץ קובע', text: 'מה שכתוב בקובץ מחליף את מה שרשום. תא ריק בקובץ לא מוחק דבר' },
  skip: { name: 'דילוג', text: 'מי שכבר רשומים נשארים בלי שום שינוי' },
}

/** Formats are checked by the database. Defaults apply to new contacts, tags to all. */
export const ImportDefaults = z.object({
  owner_id: z.uuid().optional(),
  lifecycle: z.string().optional(),
  source: z.string().optional(),
  tags: z.array(z.string().trim().min(1).max(40)).max(20).optional(),
})
export type ImportDefaults = z.infer<typeof ImportDefaults>

/** How many dates of a column are valid in one order only. Both non-zero: the column mixes the orders. */
export const DateEvidence = z.object({ day_first: z.int(), month_first: z.int(), either: z.int() })
export type DateEvidence = z.infer<typeof DateEvidence>

export const Import = z.object({
  id: z.uuid(),
  file_name: z.string(),
  file_hash: z.string(),
  file_bytes: z.number(),
  kind: z.enum(['csv', 'xlsx']),
  encoding: z.string().nullable(),
  separator: z.string().nullable(),
  header_row: z.int(),
  header: z.array(z.string()),
  row_count: z.int(),
  mapping: z.array(z.string().nullable()),
  date_evidence: z.array(DateEvidence.nullable()),
  date_orders: z.array(z.enum(dateOrders).nullable()),
  match_by: z.enum(matches),
  on_match: z.enum(policies),
  links_households: z.boolean(),
  defaults: ImportDefaults,
  consent_proof: z.string().nullable(),
  status: z.enum(statuses),
  handled: z.int(),
  counts: z.record(z.string(), z.int()),
  made: JsonObject,
  created_by: z.uuid().nullable(),
  created_at: Instant,
  run_at: Instant.nullable(),
  finished_at: Instant.nullable(),
  rolled_back_at: Instant.nullable(),
  forgotten_at: Instant.nullable(),
  version: z.int(),
})
export type Import = z.infer<typeof Import>

export const ImportRow = z.object({
  import_id: z.uuid(),
  n: z.int(),
  raw: z.array(z.string()),
  clean: JsonObject.nullable(),
  duplicate_of: z.int().nullable(),
  household_of: z.int().nullable(),
  plan: z.enum(outcomes).nullable(),
  result: z.enum(outcomes).nullable(),
  reason: z.string().nullable(),
  reason_column: z.int().nullable(),
  faults: z.array(z.object({ reason: z.string(), column: z.int() })),
  record_id: z.uuid().nullable(),
  before: JsonObject.nullable(),
  after_hash: z.string().nullable(),
  activity_at: Instant.nullable(),
  undone: z.enum(['deleted', 'restored', 'kept']).nullable(),
  kept_because: z.string().nullable(),
})
export type ImportRow = z.infer<typeof ImportRow>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { imports: Import, import_rows: ImportRow }

export const maxBytes = 60 * 1024 * 1024
/** Data rows per file. */
export const maxRows = 250_000
export const maxColumns = 200
/** Rollback window. */
export const rollbackDays = 30

/** Response of upload-import. `before` lists earlier imports of the identical file. */
export const ImportUploaded = z.object({
  importId: z.uuid(),
  before: z.array(z.object({ id: z.uuid(), status: z.enum(statuses), created_at: Instant })),
})
export type ImportUploaded = z.infer<typeof ImportUploaded>

/** Input of check-import: the column mapping, and the policy for existing contacts. */
export const CheckImport = z.object({
  importId: z.uuid(),
  headerRow: z.int().min(0),
  mapping: z.array(z.string().max(60).nullable()).max(maxColumns),
  dateOrders: z.array(z.enum(dateOrders).nullable()).max(maxColumns),
  matchBy: z.enum(matches),
  onMatch: z.enum(policies),
  linksHouseholds: z.boolean(),
  defaults: ImportDefaults,
  consentProof: z.string().trim().min(4, 'כתבו בכמה מילים מאיפה ההסכמה').max(500, 'עד 500 תווים').nullable(),
})
export type CheckImport = z.infer<typeof CheckImport>

export const ImportId = z.object({ importId: z.uuid() })
export const ImportStarted = z.object({ status: z.enum(statuses) })

/** Row errors and reasons for skipped rows. */
export const reasons: Record<string, string> = {
  name_missing: 'חסר שם',
  name_too_long: 'השם ארוך מ־120 תווים',
  phone_invalid: 'מספר הטלפון אינו תקין',
  email_invalid: 'כתובת הדוא״ל אינה תקינה',
  date_invalid: 'התאריך אינו תקין. דוגמה: 31.12.1990',
  birth_date_in_future: 'תאריך הלידה הוא בעתיד',
  lifecycle_unknown: 'סוג הקשר אינו מוכר',
  owner_unknown: 'אין בצוות מישהו בשם הזה',
  yes_or_no_unclear: 'יש לכתוב כן או לא',
  cell_too_long: 'הטקסט ארוך מ־10,000 תווים',
  tag_too_long: 'תגית באורך של עד 40 תווים',
  field_invalid: 'הערך אינו מתאים לשדה',
  in_file_duplicate: 'מופיע כבר קודם בקובץ',
  already_there: 'רשום כבר אצלנו',
  nothing_new: 'רשום כבר אצלנו, ואין בקובץ שום דבר חדש',
  line_refused: 'אי אפשר היה לרשום את השורה',
  person_forgotten: 'הפרטים נמחקו לבקשת האדם',
  first_name_length: 'השם ארוך מ־120 תווים',
  last_name_length: 'השם ארוך מ־120 תווים',
  name_has_controls: 'השם כולל תווים נסתרים',
  external_id_length: 'המזהה ארוך מ־120 תווים',
  custom_invalid: 'הערך אינו מתאים לשדה',
}

/** Reasons why a rollback did not revert a row. */
export const rollbackReasons: Record<string, string> = {
  gone: 'איש הקשר כבר אינו קיים',
  changed_since: 'הפרטים השתנו מאז הייבוא',
  used_since: 'נוספו מאז פעילות, משימות או הזדמנויות',
  written_to_since: 'מאז הייבוא נשלח דיוור על סמך ההסכמה שבקובץ',
}

export const refusals = {
  not_a_table: 'זה לא קובץ של טבלה. אפשר להעלות CSV או Excel ‏(xlsx)',
  old_excel: 'קובץ Excel בפורמט ישן (xls) או מוגן בסיסמה. שמרו אותו כ־xlsx בלי סיסמה ונסו שוב',
  file_broken: 'הקובץ פגום, ואי אפשר לקרוא אותו. שמרו אותו מחדש ונסו שוב',
  file_too_large_inside: 'הקובץ גדול מדי לאחר פתיחה. פצלו אותו לכמה קבצים',
  payload_too_large: 'הקובץ גדול מ־60 מ״ב. פצלו אותו לכמה קבצים',
  unclosed_quote: 'מרכאות שנפתחו בקובץ ולא נסגרו בולעות את ההמשך שלו. תקנו אותן ונסו שוב',
  file_empty: 'אין בקובץ שורות של אנשים',
  too_many_rows: 'בקובץ יותר מ־250,000 שורות. פצלו אותו לכמה קבצים',
  too_many_columns: 'בקובץ יותר מ־200 עמודות',
  no_name_column: 'צריך לבחור איזו עמודה היא השם',
  match_not_mapped: 'כדי לזהות לפי הפרט הזה, צריך לבחור גם את העמודה שלו',
  column_mapped_twice: 'שתי עמודות מסומנות כאותו שדה',
  unknown_column_field: 'אחד השדות שנבחרו כבר לא קיים. רעננו ובחרו מחדש',
  import_not_found: 'הייבוא לא נמצא. ייתכן שנמחק',
  import_step_not_possible: 'הייבוא כבר בשלב אחר. העמוד רוענן',
  import_too_old: 'אפשר לבטל ייבוא במשך 30 ימים בלבד',
  too_many_requests: 'יותר מדי קבצים בזמן קצר. נסו שוב בעוד כמה דקות',
} as const

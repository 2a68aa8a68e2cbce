// Contract of processes: templates of coaching stages, and a client's progress through them.
import { Day, Instant, z } from '#lib/schema.ts'
import { stageStatuses } from './stage-progress.ts'

export const stageTypes = [
  'meeting',
  'form',
  'task',
  'document',
  'payment',
  'content',
  'milestone',
  'discovery',
  'plan',
  'action',
  'review',
  'build',
  'close',
] as const

export const stageTypeLabels: Record<(typeof stageTypes)[number], string> = {
  meeting: 'פגישה',
  form: 'שאלון',
  task: 'משימה',
  document: 'מסמכים',
  payment: 'תשלום',
  content: 'תוכן',
  milestone: 'אבן דרך',
  discovery: 'היכרות ומיפוי',
  plan: 'תכנון',
  action: 'עשייה',
  review: 'בדיקה',
  build: 'בנייה',
  close: 'סיכום',
}

/** A task of a stage and who does it. `due_offset` counts days from the opening of the stage. */
export const StageTask = z.object({
  name: z.string(),
  owner: z.enum(['client', 'coach', 'both']),
  due_offset: z.int(),
  minutes: z.int(),
})
export type StageTask = z.infer<typeof StageTask>

export const ProcessTemplate = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  is_active: z.boolean(),
  edition: z.int(),
  published_at: Instant.nullable(),
  draft_of: z.uuid().nullable(),
  version_of: z.uuid().nullable(),
  created_at: Instant,
  version: z.int(),
})
export type ProcessTemplate = z.infer<typeof ProcessTemplate>

export const ProcessStage = z.object({
  id: z.uuid(),
  template_id: z.uuid(),
  lineage: z.uuid(),
  name: z.string(),
  stage_order: z.int(),
  description: z.string(),
  stage_type: z.enum(stageTypes),
  goal: z.string(),
  completion_rule: z.string(),
  default_days: z.int().nullable(),
  is_skippable: z.boolean(),
  visible_to_client: z.boolean(),
  task_template: z.array(StageTask),
  form_id: z.uuid().nullable(),
  asks_for_review: z.boolean(),
  version: z.int(),
})
export type ProcessStage = z.infer<typeof ProcessStage>

export const ClientProcess = z.object({
  id: z.uuid(),
  contact_id: z.uuid(),
  household_id: z.uuid().nullable(),
  process_template_id: z.uuid(),
  template_version: z.int(),
  status: z.enum(['active', 'paused', 'completed', 'cancelled']),
  coach_id: z.uuid().nullable(),
  started_on: Day,
  target_end: Day.nullable(),
  completed_at: Instant.nullable(),
  created_at: Instant,
  is_demo: z.boolean(),
  version: z.int(),
})
export type ClientProcess = z.infer<typeof ClientProcess>

export const ProcessStageInstance = z.object({
  id: z.uuid(),
  client_process_id: z.uuid(),
  process_stage_id: z.uuid(),
  status: z.enum(stageStatuses),
  opened_at: Instant.nullable(),
  due_on: Day.nullable(),
  done_at: Instant.nullable(),
  done_by: z.uuid().nullable(),
  note: z.string().nullable(),
  goal_target: z.int().nullable(),
  goal_reached: z.int(),
  goal_unit: z.string(),
  is_demo: z.boolean(),
  version: z.int(),
})
export type ProcessStageInstance = z.infer<typeof ProcessStageInstance>

export const StageMaterial = z.object({
  id: z.uuid(),
  stage_id: z.uuid(),
  position: z.int(),
  title: z.string(),
  url: z.string(),
})

export const StageDocument = z.object({
  id: z.uuid(),
  stage_id: z.uuid(),
  lineage: z.uuid(),
  position: z.int(),
  name: z.string(),
  hint: z.string(),
})

export const StageDocumentFile = z.object({
  file_id: z.uuid(),
  stage_instance_id: z.uuid(),
  stage_document_id: z.uuid(),
  status: z.enum(['received', 'approved', 'returned']),
  reason: z.string().nullable(),
  decided_at: Instant.nullable(),
  decided_by: z.uuid().nullable(),
  version: z.int(),
})
export type StageDocumentFile = z.infer<typeof StageDocumentFile>

/** Status of a document that a stage requests. */
export type DocumentStatus = 'missing' | StageDocumentFile['status']
export const documentStatusLabels: Record<DocumentStatus, string> = {
  missing: 'חסר',
  received: 'התקבל',
  approved: 'אושר',
  returned: 'הוחזר',
}
/** Colours of document statuses, for families and staff. */
export const documentKinds = { missing: 'warning', received: 'info', approved: 'success', returned: 'danger' } as const

/** Status of a stage's form for one client. */
export type StageFormState = 'none' | 'draft' | 'sent'

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = {
  process_templates: ProcessTemplate,
  process_stages: ProcessStage,
  stage_materials: StageMaterial,
  stage_documents: StageDocument,
  stage_document_files: StageDocumentFile,
  client_processes: ClientProcess,
  process_stage_instances: ProcessStageInstance,
}

/** @public Refusal texts of the database. */
export const refusals = {
  already_on_this_way: 'כבר יש תהליך פעיל מהסוג הזה לאיש הקשר',
  stage_of_another_template: 'השלב שייך לתהליך אחר',
  stage_already_there: 'השלב הזה כבר נמצא בתהליך',
  stage_order_taken: 'כבר יש שלב במקום הזה',
  template_in_use: 'אי אפשר למחוק תבנית שמשפחות נמצאות בתוכה',
  stage_in_use: 'אי אפשר למחוק שלב שמשפחות נמצאות בתוכו',
  stage_gone: 'השלב כבר לא כאן, או שאין לכם גישה אליו',
  process_not_active: 'התהליך אינו פעיל',
  stage_move_unknown: 'אי אפשר להעביר את השלב לשם. המסך רוענן',
  another_stage_open: 'שלב אחר פתוח. סיימו אותו קודם',
  stage_not_skippable: 'אי אפשר לדלג על השלב הזה',
  reopen_reason_missing: 'יש לכתוב למה פותחים מחדש, עד 300 תווים',
  stage_not_done: 'השלב עוד לא הסתיים',
  ends_before_it_starts: 'מועד הסיום מוקדם ממועד ההתחלה',
  template_gone: 'התבנית כבר לא כאן. אולי פורסמה בינתיים גרסה חדשה',
  template_published: 'הגרסה הזאת כבר פורסמה. פתחו את התבנית לעריכה שוב',
  template_not_published: 'התבנית עוד לא פורסמה',
  template_without_stages: 'צריך לפחות שלב אחד לפני פרסום',
  template_name_length: 'שם התבנית: בין תו אחד ל־120',
  template_description_length: 'התיאור ארוך מדי',
  stage_name_length: 'לכל שלב צריך שם, עד 80 תווים',
  stage_description_length: 'התיאור של שלב ארוך מדי: עד 2,000 תווים',
  stage_goal_length: 'היעד של שלב ארוך מדי: עד 300 תווים',
  goal_target_range: 'הפירוט של היעד: מספר בין 1 ל־1,000',
  goal_reached_range: 'ההתקדמות לא יכולה לעבור את היעד',
  goal_unit_length: 'יחידת היעד: עד 30 תווים',
  completion_rule_length: 'תנאי הסיום ארוך מדי: עד 500 תווים',
  default_days_positive: 'משך השלב: מספר ימים חיובי',
  stage_tasks_invalid: 'לכל משימה צריך שם עד 200 תווים, ימים בין 0 ל־365 ודקות בין 0 ל־1,440',
  stage_materials_invalid: 'לכל חומר צריך שם עד 120 תווים, וקישור שמתחיל ב־https או ב־/',
  stage_documents_invalid: 'לכל מסמך צריך שם עד 120 תווים, והסבר עד 300',
  stage_document_twice: 'אותו מסמך מופיע פעמיים בשלב',
  stage_document_gone: 'המסמך הזה כבר לא מבוקש בשלב. המסך רוענן',
  return_reason_length: 'יש לכתוב למה המסמך מוחזר, עד 500 תווים',
  stage_form_gone: 'השאלון הזה כבר לא פתוח',
  form_link_used: 'השאלון כבר נשלח',
  too_many_stages: 'עד 40 שלבים בתבנית',
  open_stage_removed: 'השלב שהמשפחה נמצאת בו לא קיים בגרסה החדשה. סיימו אותו קודם',
  family_is_current: 'המשפחה כבר בגרסה הנוכחית',
} as const

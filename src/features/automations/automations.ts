// Contract of automations: rows, labels, inputs and results of the functions.
import { Instant, JsonObject, z } from '#lib/schema.ts'
import { Definition } from './engine/definition.ts'

export const kinds = ['automation', 'sequence'] as const
export const statuses = ['draft', 'enabled', 'paused', 'archived'] as const
export type AutomationStatus = (typeof statuses)[number]
export const runStatuses = ['queued', 'waiting', 'running', 'completed', 'exited', 'failed', 'canceled'] as const
export type RunStatus = (typeof runStatuses)[number]

export const Automation = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(kinds),
  status: z.enum(statuses),
  definition: Definition,
  current_version: z.int().nullable(),
  paused_because: z.enum(['owner', 'breaker', 'loop']).nullable(),
  enabled_at: Instant.nullable(),
  recipe: z.string().nullable(),
  created_by: z.uuid().nullable(),
  created_at: Instant,
  updated_at: Instant,
  version: z.int(),
  is_demo: z.boolean(),
})
export type Automation = z.infer<typeof Automation>

const AutomationVersion = z.object({
  automation_id: z.uuid(),
  version: z.int(),
  definition: Definition,
  trigger_types: z.array(z.string()),
  listens: z.array(z.string()),
  touches: z.array(z.string()),
  published_by: z.uuid().nullable(),
  published_at: Instant,
})

const AutomationRun = z.object({
  id: z.uuid(),
  automation_id: z.uuid(),
  version: z.int(),
  contact_id: z.uuid(),
  status: z.enum(runStatuses),
  trigger_event_id: z.int().nullable(),
  trigger_type: z.string().nullable(),
  subject_type: z.string().nullable(),
  subject_id: z.uuid().nullable(),
  depth: z.int(),
  state: JsonObject,
  current_step: z.string().nullable(),
  due_at: Instant.nullable(),
  resume_at: Instant.nullable(),
  attempts: z.int(),
  error: z.string().nullable(),
  exit_reason: z.string().nullable(),
  entered_at: Instant,
  ended_at: Instant.nullable(),
  is_dry_run: z.boolean(),
  is_demo: z.boolean(),
})

const AutomationRunStep = z.object({
  run_id: z.uuid(),
  seq: z.int(),
  step_id: z.string(),
  status: z.string(),
  input: JsonObject.nullable(),
  output: JsonObject.nullable(),
  error: z.string().nullable(),
  at: Instant,
  finished_at: Instant,
})

const AutomationListMember = z.object({ automation_id: z.uuid(), contact_id: z.uuid() })

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = {
  automations: Automation,
  automation_versions: AutomationVersion,
  automation_runs: AutomationRun,
  automation_run_steps: AutomationRunStep,
  automation_list_members: AutomationListMember,
}

export const statusLabels: Record<AutomationStatus, string> = {
  draft: 'טיוטה',
  enabled: 'פעילה',
  paused: 'מושהית',
  archived: 'בארכיון',
}

export const runStatusLabels: Record<RunStatus, string> = {
  queued: 'בתור',
  waiting: 'בהמתנה',
  running: 'בתהליך',
  completed: 'הסתיימה',
  exited: 'יציאה',
  failed: 'נכשלה',
  canceled: 'בוטלה',
}

/** Reasons why a run ended early. */
export const exitReasonLabels: Record<string, string> = {
  bought: 'רכישה',
  booked: 'נקבעה פגישה',
  replied: 'התקבלה תשובה',
  refused: 'סירוב לדיוור',
  do_not_contact: 'לא ליצור קשר',
  gone: 'איש הקשר נמחק או אוחד',
  exit_step: 'צעד יציאה',
  goal_not_reached: 'המטרה לא הושגה',
  unenrolled: 'הוצאה ידנית או מאוטומציה אחרת',
  restarted: 'כניסה מחדש',
  archived: 'האוטומציה הועברה לארכיון',
  ended_by_edit: 'פורסמה גרסה חדשה',
}

/** Outcomes of a step. */
export const outcomeLabels: Record<string, string> = {
  done: 'בוצע',
  skipped: 'דילוג',
  waiting: 'המתנה',
  waited: 'ההמתנה הסתיימה',
  happened: 'האירוע קרה',
  timed_out: 'הזמן עבר בלי האירוע',
  yes: 'התנאי התקיים',
  no: 'התנאי לא התקיים',
  goal: 'המטרה הושגה',
  exited: 'יציאה',
  failed: 'כישלון',
}

export const skipReasonLabels: Record<string, string> = {
  no_change: 'כבר במצב הזה',
  condition_not_met: 'התנאי של ההודעה לא התקיים',
  no_opportunity: 'אין הזדמנות פתוחה בצינור הזה',
  no_date: 'אין תאריך בשדה',
  date_passed: 'התאריך עבר',
  goal_not_reached: 'המטרה עוד לא הושגה',
}

const failureLabels: Record<string, string> = {
  contact_gone: 'איש הקשר נמחק או אוחד',
  automation_archived: 'האוטומציה הועברה לארכיון',
  run_exited: 'איש הקשר כבר לא באוטומציה',
  not_public: 'הכתובת אינה ברשת הציבורית',
  not_reached: 'לא התקבלה תשובה מהכתובת',
  answered: 'הכתובת לא קיבלה את הפרטים',
  redirected: 'הכתובת מפנה לכתובת אחרת, ולכן הפרטים לא נמסרו. כדאי לרשום בצעד את הכתובת הסופית',
}

/** Outbox states of the webhook step. */
export const webhookChannel = 'webhook'

/** Why a step failed. A webhook failure has a code with the HTTP status or the network error: `answered_410`, `not_reached: ENOTFOUND`. */
export function failureText(error: string): string {
  const [, code = '', detail] = /^([a-z_]+?)(?:(?:: |_)([A-Z\d_]+))?$/.exec(error) ?? []
  const label = failureLabels[code]
  return label ? `${label}${detail ? ` (${detail})` : ''}` : error
}

/** Reasons why a contact did not enter. */
export const admissionLabels: Record<string, string> = {
  filtered: 'לא עמדו בתנאי הכניסה',
  inside: 'כבר היו בתוך האוטומציה',
  was_inside: 'כבר עברו אותה פעם אחת',
  do_not_contact: 'מסומנים ״לא ליצור קשר״',
  gone: 'נמחקו או אוחדו',
  too_deep: 'מעגל של אוטומציות',
}

/** Options for active runs when a version is published. */
export const moves = ['stay', 'move', 'end'] as const

const Target = z.object({ id: z.uuid(), definition: Definition })
export const CheckAutomation = Target
export const PublishAutomation = z.object({ id: z.uuid(), version: z.int(), move: z.enum(moves) })
/** With `contactId`: a dry run of this contact from the current time, without further events. */
export const SimulateAutomation = Target.extend({ contactId: z.uuid().optional() })

export const AutomationIssue = z.object({
  code: z.string(),
  stepId: z.string().optional(),
  text: z.string(),
  isError: z.boolean(),
})
export type AutomationIssue = z.infer<typeof AutomationIssue>
export const CheckedAutomation = z.object({ issues: z.array(AutomationIssue) })

export const PublishedAutomation = z.object({ version: z.int(), moved: z.int(), stayed: z.int() })

export const SimulatedAutomation = z.object({
  from: z.string(),
  to: z.string(),
  entered: z.int(),
  /** Counts by step and outcome. */
  steps: z.array(z.object({ stepId: z.string(), outcome: z.string(), runs: z.int() })),
  refused: z.array(z.object({ why: z.string(), contacts: z.int() })),
  exits: z.array(z.object({ reason: z.string(), runs: z.int() })),
  /** The first runs only; `entered` is the count of all. */
  runs: z.array(
    z.object({
      contactId: z.uuid(),
      name: z.string(),
      enteredAt: z.string(),
      endedAt: z.string().nullable(),
      status: z.string(),
      exitReason: z.string().nullable(),
      lines: z.array(
        z.object({
          at: z.string(),
          stepId: z.string(),
          outcome: z.string(),
          reason: z.string().optional(),
          /** For a message: when quiet hours end, and why it would not be sent. */
          sendAt: z.string().optional(),
          unsent: z.string().optional(),
        }),
      ),
    }),
  ),
  /** Some conditions depend on facts without stored history, so current values are used. */
  isApproximate: z.boolean(),
  /** More contacts match than one simulation reads. */
  isPartial: z.boolean(),
})
export type SimulatedAutomation = z.infer<typeof SimulatedAutomation>

export const refusals = {
  automation_not_found: 'האוטומציה לא נמצאה. ייתכן שנמחקה.',
  automation_changed: 'האוטומציה נשמרה בינתיים במקום אחר. טענו את הדף ונסו שוב.',
  automation_invalid: 'אי אפשר לפרסם לפני שמתקנים את מה שמסומן.',
  automation_not_enabled: 'האוטומציה לא פעילה.',
  automation_version_is_final: 'גרסה שפורסמה לא משתנה. שמרו טיוטה ופרסמו גרסה חדשה.',
  automation_name_length: 'שם: בין תו אחד ל־120 תווים',
  not_published: 'האוטומציה עוד לא פורסמה.',
  run_not_active: 'איש הקשר כבר לא בתוך האוטומציה.',
  run_not_failed: 'הצעד הזה לא נכשל, ואין מה לנסות שוב.',
  contact_already_inside: 'איש הקשר כבר בתוך האוטומציה.',
  contact_was_inside: 'איש הקשר כבר עבר את האוטומציה, והיא מוגדרת לפעם אחת בלבד.',
  contact_do_not_contact: 'איש הקשר סומן ״אין ליצור קשר״.',
  too_many_contacts: 'אפשר לצרף עד 10,000 אנשי קשר בבת אחת.',
  message_template_name_taken: 'כבר יש תבנית בשם של אחת התבניות של הרצף. שנו את שמה ונסו שוב.',
  contact_not_found: 'איש הקשר לא נמצא.',
  filter_invalid: 'אחד התנאים של הרשימה כבר לא קיים. בחרו תצוגה מחדש.',
} as const

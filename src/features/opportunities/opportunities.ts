// Contract of opportunities: potential sales to a contact, drawn as cards on a pipeline's board.
import { OpportunityStatus, type PipelineStage } from '#platform/pipelines/pipelines.ts'
import { Day, Instant, JsonObject, z } from '#lib/schema.ts'

export const Opportunity = z.object({
  id: z.uuid(),
  name: z.string(),
  contact_id: z.uuid(),
  household_id: z.uuid().nullable(),
  pipeline_id: z.uuid(),
  stage_id: z.uuid(),
  stage: z.string(),
  amount_agorot: z.int(),
  probability_override: z.int().nullable(),
  expected_close_on: Day.nullable(),
  owner_id: z.uuid().nullable(),
  source: z.string().nullable(),
  product_id: z.uuid().nullable(),
  status: OpportunityStatus,
  lost_reason_id: z.uuid().nullable(),
  lost_note: z.string().nullable(),
  reopened_because: z.string().nullable(),
  stage_entered_at: Instant,
  closed_at: Instant.nullable(),
  next_step_at: Instant.nullable(),
  next_step_task_id: z.uuid().nullable(),
  rank: z.string(),
  custom: JsonObject,
  created_at: Instant,
  deleted_at: Instant.nullable(),
  is_demo: z.boolean(),
  version: z.int(),
})
export type Opportunity = z.infer<typeof Opportunity>

export const StageHistory = z.object({
  id: z.uuid(),
  opportunity_id: z.uuid(),
  from_stage: z.string().nullable(),
  to_stage: z.string(),
  at: Instant,
  actor_id: z.uuid().nullable(),
  seconds_in_from: z.int().nullable(),
  is_demo: z.boolean(),
})
export type StageHistory = z.infer<typeof StageHistory>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = {
  opportunities: Opportunity,
  opportunity_stage_history: StageHistory,
}

/** The arguments of the call move_opportunity. `before_id`: the opportunity it is placed before; null: the end of the column. */
export type MoveOpportunity = {
  opportunity_id: string
  to_stage_id: string
  expected_version: number
  before_id?: string | null
  lost_reason_id?: string | null
  lost_note?: string | null
  reopened_because?: string | null
}

type Ranked = Pick<Opportunity, 'rank' | 'id'>

/** Order inside a column, byte by byte as in the database. */
export const byRank = (a: Ranked, b: Ranked) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0)

/** Probability of winning in percent: the opportunity's own, otherwise its stage's. */
export const probabilityOf = (
  opportunity: Pick<Opportunity, 'probability_override'>,
  stage: Pick<PipelineStage, 'probability'>,
) => opportunity.probability_override ?? stage.probability

/** Whole days in the current stage. */
export const daysInStage = (opportunity: Pick<Opportunity, 'stage_entered_at'>, now: Date) =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(opportunity.stage_entered_at)) / 86_400_000))

/** Whether it has exceeded the time limit of its stage. */
export const isRotting = (
  opportunity: Pick<Opportunity, 'stage_entered_at'>,
  stage: Pick<PipelineStage, 'rot_days'>,
  now: Date,
) => stage.rot_days !== null && daysInStage(opportunity, now) >= stage.rot_days

/** State of the next step: none, planned or overdue. */
export function nextStepState(opportunity: Pick<Opportunity, 'next_step_at' | 'next_step_task_id'>, now: Date) {
  if (opportunity.next_step_task_id === null) return 'none'
  return opportunity.next_step_at !== null && Date.parse(opportunity.next_step_at) < now.getTime()
    ? 'overdue'
    : 'planned'
}

export const refusals = {
  opportunity_not_found: 'ההזדמנות נמחקה או שאין לכם גישה אליה',
  stale_version: 'מישהו עדכן את ההזדמנות לפניכם. הלוח רוענן, אפשר לנסות שוב',
  lost_reason_required: 'יש לבחור סיבה לאי־סגירה',
  unknown_lost_reason: 'הסיבה שנבחרה כבר לא קיימת. בחרו סיבה אחרת',
  unknown_stage: 'השלב הזה נמחק בינתיים. הלוח רוענן, בחרו שלב אחר',
  already_on_this_way: 'לאיש הקשר כבר יש תהליך פעיל מהסוג הזה. אפשר לסגור את ההזדמנות בלי לפתוח תהליך',
  not_a_won_stage: 'השלב הזה אינו שלב של הצלחה',
  not_an_open_stage: 'השלב הזה אינו שלב פתוח',
  reopen_reason_required: 'כדי לפתוח מחדש הזדמנות שנסגרה צריך לכתוב למה',
  reopen_reason_length: 'הסיבה ארוכה מדי: עד 500 תווים',
  stage_of_another_pipeline: 'השלב שייך לצינור מכירות אחר',
  opportunity_name_length: 'יש להזין שם באורך של עד 160 תווים',
  amount_negative: 'הסכום אינו יכול להיות שלילי',
  probability_out_of_range: 'ההסתברות היא בין 0 ל־100',
  lost_note_length: 'ההערה ארוכה מדי: עד 2,000 תווים',
  rank_taken: 'מישהו הזיז כרטיס לאותו מקום. נסו שוב',
} as const

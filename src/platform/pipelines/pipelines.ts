// Contract of pipelines: stages in order, and loss reasons.
import { requiredLine } from '#lib/forms/form-fields.ts'
import { Instant, z } from '#lib/schema.ts'

export const OpportunityStatus = z.enum(['open', 'won', 'lost'])
export type OpportunityStatus = z.infer<typeof OpportunityStatus>

export const Pipeline = z.object({
  id: z.uuid(),
  name: z.string(),
  is_default: z.boolean(),
  created_at: Instant,
  version: z.int(),
})

export const PipelineStage = z.object({
  id: z.uuid(),
  pipeline_id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  position: z.int(),
  probability: z.int(),
  kind: OpportunityStatus,
  rot_days: z.int().nullable(),
  color: z.string(),
  version: z.int(),
})
export type PipelineStage = z.infer<typeof PipelineStage>

export const LostReason = z.object({
  id: z.uuid(),
  name: z.string(),
  position: z.int(),
  is_active: z.boolean(),
  version: z.int(),
})
export type LostReason = z.infer<typeof LostReason>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { pipelines: Pipeline, pipeline_stages: PipelineStage, lost_reasons: LostReason }

/** A pipeline with its stages in order. */
export type WholePipeline = Pick<z.infer<typeof Pipeline>, 'id' | 'name' | 'is_default' | 'version'> & {
  stages: Stage[]
}
export type Stage = Omit<PipelineStage, 'pipeline_id'>

/** Form input of a stage. Closed stages have a fixed probability and no waiting limit. */
export const StageEdit = z
  .object({
    name: requiredLine(60),
    kind: OpportunityStatus,
    probability: z.string().trim().default(''),
    rot_days: z.string().trim().default(''),
    color: z.string(),
  })
  .superRefine(({ kind, probability, rot_days }, context) => {
    if (kind !== 'open') return
    if (!/^(\d{1,2}|100)$/.test(probability))
      context.addIssue({ code: 'custom', path: ['probability'], message: 'מספר בין 0 ל־100' })
    if (rot_days && !/^[1-9]\d{0,3}$/.test(rot_days))
      context.addIssue({ code: 'custom', path: ['rot_days'], message: 'מספר ימים, או ריק' })
  })
  .transform(({ probability, rot_days, ...stage }) => ({
    ...stage,
    probability: stage.kind === 'open' ? Number(probability) : stage.kind === 'won' ? 100 : 0,
    rot_days: stage.kind === 'open' && rot_days ? Number(rot_days) : null,
  }))
export type StageEdit = z.output<typeof StageEdit>

/** The loss reason from the list, with an optional note. */
export type LossDetails = { reasonId: string; note: string }

export const stageColors = ['stage-1', 'stage-2', 'stage-3', 'stage-4', 'stage-5', 'stage-6'] as const
export const kindLabels: Record<OpportunityStatus, string> = { open: 'פתוחה', won: 'נסגרה בהצלחה', lost: 'לא הבשילה' }

export const refusals = {
  stale_version: 'מישהו שינה את זה לפניכם. מוצג המצב העדכני, ואפשר לנסות שוב',
  row_gone: 'מישהו מחק את זה לפניכם',
  stage_not_found: 'השלב הזה כבר נמחק',
  stage_holds_deals: 'אי אפשר לשנות את הסוג של שלב שיש בו הזדמנויות',
  stage_destination_missing: 'בחרו שלב אחר מאותו סוג, שאליו יעברו ההזדמנויות',
  last_stage_of_its_kind: 'בכל צינור נשארים לפחות שלב פתוח אחד, שלב הצלחה אחד ושלב אי־סגירה אחד',
  stage_slug_taken: 'כבר יש שלב כזה. נסו שוב',
  pipeline_stages_name_check: 'שם השלב: עד 60 תווים',
  pipeline_stages_probability_check: 'ההסתברות היא בין 0 ל־100',
  pipeline_stages_rot_days_check: 'מספר הימים: 1 ומעלה, או ריק',
  pipelines_name_check: 'שם הצינור: עד 80 תווים',
  pipeline_not_found: 'הצינור הזה כבר לא קיים',
  pipeline_in_use: 'יש בצינור הזה הזדמנויות. העבירו או מחקו אותן קודם',
  default_pipeline: 'זה הצינור הראשי. בחרו קודם צינור ראשי אחר',
  lost_reasons_name_key: 'כבר יש סיבה בשם הזה',
  lost_reasons_name_check: 'הסיבה: עד 60 תווים',
  unknown_lost_reason: 'הסיבה הזאת כבר מופיעה בהזדמנויות, ולכן אפשר רק להסתיר אותה',
} as const

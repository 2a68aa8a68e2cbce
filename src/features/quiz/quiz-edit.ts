// Inputs and outputs of staff functions: publishing a version, answers of an attempt, stage actions.
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { JsonObject, z } from '#lib/schema.ts'
import { sheetFormats } from '#lib/spreadsheets/sheet-formats.ts'
import type { rowSchemas } from './quiz.ts'

/** `edited`: the number of the edited version. The function parses the definition and returns the first problem. */
export const PublishQuiz = z.object({ id: z.uuid(), edited: z.int(), definition: JsonObject })
export const QuizPublished = z.object({ version: z.int() })

export const ReadQuizAnswers = z.object({ id: z.uuid() })
/**
 * Points by question, null if skipped. The object itself is null if the caller may not read the answers, or their
 * encryption key is lost.
 */
export const QuizAnswersRead = z.object({
  answers: z.record(z.string(), z.int().nullable()).nullable(),
  isLost: z.boolean(),
})
export type QuizAnswersRead = z.infer<typeof QuizAnswersRead>

/** `stage`: `none` for results with too few answers; undefined for all results. */
export const ExportResults = z.object({
  format: z.enum(sheetFormats),
  quizId: z.uuid(),
  stage: z.union([z.int(), z.literal('none')]).optional(),
})
export type ExportResults = z.infer<typeof ExportResults>

const OptionalId = z.preprocess((value) => (value === '' ? null : value), z.uuid().nullable())

export const StageActionEdit = z.object({
  tag_id: OptionalId,
  automation_id: OptionalId,
  opens_opportunity: z.boolean(),
  task: z
    .string()
    .transform(oneLine)
    .pipe(z.string().max(120, 'עד 120 תווים'))
    .refine((task) => task.length !== 1, 'יש להזין לפחות 2 תווים')
    .transform((task) => task || null),
})
export type StageActionEdit = z.infer<typeof StageActionEdit>

export type Quiz = z.infer<(typeof rowSchemas)['quizzes']>
export type StageAction = z.infer<(typeof rowSchemas)['quiz_stage_actions']>
export type QuizStatus = Quiz['status']

export const staffRefusals = {
  quiz_not_found: 'השאלון הזה כבר לא כאן',
  quiz_invalid: 'יש בשאלון משהו שצריך לתקן לפני הפרסום',
  stale_version: 'פורסם נוסח אחר בזמן שערכתם',
  result_not_found: 'התוצאה הזאת כבר לא כאן, או שאין לכם גישה אליה',
  quiz_task_length: 'שם המשימה: בין 2 ל־120 תווים',
  changed_meanwhile: 'מישהו שמר בזמן שערכתם. מוצג עכשיו מה שנשמר',
} as const

// Ratings of the answers on the FAQ page.
import { Instant, z } from '#lib/schema.ts'

export const AnswerRating = z.object({
  question: z.string(),
  helped: z.int(),
  missed: z.int(),
  first_at: Instant,
  last_at: Instant,
})
export type AnswerRating = z.infer<typeof AnswerRating>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { answer_ratings: AnswerRating }

/** The question text as displayed, and whether its answer helped. */
export const RateAnswer = z.object({ question: z.string().min(1).max(200), hasHelped: z.boolean() })
export type RateAnswer = z.infer<typeof RateAnswer>

export const refusals = {
  answer_gone: 'השאלה כבר לא נמצאת בעמוד. תודה בכל זאת',
  too_many_requests: 'הגיעו מכאן הרבה תשובות בזמן קצר. אפשר לנסות שוב מאוחר יותר',
} as const

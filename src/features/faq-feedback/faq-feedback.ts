// Whether the answers on the page of questions help those who read them.
import { Instant, z } from '#lib/schema.ts'

export const AnswerRating = z.object({
  question: z.string(),
  helped: z.int(),
  missed: z.int(),
  first_at: Instant,
  last_at: Instant,
})
export type AnswerRating = z.infer<typeof AnswerRating>

/** @public Each table with its row: a test marries them. */
export const rows = { answer_ratings: AnswerRating }

/** The question as its page shows it, and whether its answer helped. */
export const RateAnswer = z.object({ question: z.string().min(1).max(200), hasHelped: z.boolean() })
export type RateAnswer = z.infer<typeof RateAnswer>

export const refusals = {
  answer_gone: 'השאלה כבר לא נמצאת בעמוד. תודה בכל זאת',
  too_many_requests: 'הגיעו מכאן הרבה תשובות בזמן קצר. אפשר לנסות שוב מאוחר יותר',
} as const

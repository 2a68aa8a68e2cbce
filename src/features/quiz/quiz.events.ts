// Events of the quiz: names and payloads, without answers and scores. Written by triggers.
import { z } from '#lib/schema.ts'
import type { EventDeclarations } from '#platform/events/events.ts'

/** The stage is missing if too few questions were answered. */
const QuizFacts = z.strictObject({ quiz_id: z.uuid(), stage: z.int().optional() })

/** @public A test compares them with what the database writes. */
export const events = {
  'quiz.completed': { label: 'מילאו את השאלון והשאירו פרטים', payload: QuizFacts, about: 'quiz_attempt' },
  'quiz.partner_completed': { label: 'גם הצד השני בבית מילא את השאלון', payload: QuizFacts },
} as const satisfies EventDeclarations

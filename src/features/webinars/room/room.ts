// Contract of the room's functions.
import { plainText } from '#lib/hebrew/hebrew-text.ts'
import { z } from '#lib/schema.ts'
import { exitAnswers, reactionKinds } from '../webinar-labels.ts'

const Body = z
  .string()
  .transform((text) => plainText(text).trim())
  .refine((text) => text.length > 0 && text.length <= 1000)

export const Heartbeat = z.object({
  viewId: z.uuid(),
  kind: z.enum(['live', 'sim', 'replay']),
  seq: z.int().min(0).max(1_000_000),
  position: z.number().min(0).max(28_800),
  /** Whether the video played visibly since the previous heartbeat. */
  playing: z.boolean(),
  rate: z.number().min(0.25).max(2),
})

export const Say = z.object({ kind: z.enum(['chat', 'question']), body: Body, position: z.number().min(0).default(0) })
export const React = z.object({ kind: z.enum(reactionKinds) })
export const AnswerExit = z.object({ answer: z.enum(exitAnswers) })
export const Vote = z.object({ messageId: z.uuid() })
export const AnswerInteraction = z
  .object({
    interactionId: z.uuid(),
    kind: z.enum(['clicked', 'answered']),
    choice: z.int().min(0).max(7).optional(),
  })
  .refine(({ kind, choice }) => kind !== 'answered' || choice !== undefined)
/** Built in SQL, see webinar_rooms. */
export const RoomAnswer = z.looseObject({ now: z.string() })

// Events of tasks: their names and payloads. Written by triggers.
import { z } from '#lib/schema.ts'
import type { EventDeclarations } from '#platform/events/events.ts'
import { types } from './task-labels.ts'

/** @public A test compares them with what the database writes. */
const Task = z.strictObject({ user_id: z.uuid().optional(), opportunity_id: z.uuid().optional(), kind: z.enum(types) })

export const events = {
  'task.created': { label: 'נוספה משימה', payload: Task },
  'task.done': { label: 'משימה הושלמה', payload: Task },
  'task.overdue': { label: 'מועד המשימה עבר', payload: Task },
} as const satisfies EventDeclarations

// Contract of tasks.
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { Day, Instant, z } from '#lib/schema.ts'
import { priorities, statuses, types } from './task-labels.ts'

export { isOverdue, priorityLabels, refusals, typeLabels } from './task-labels.ts'

export const Task = z.object({
  id: z.uuid(),
  name: z.string(),
  due_date: Day.nullable(),
  due_at: Instant.nullable(),
  status: z.enum(statuses),
  user_id: z.uuid().nullable(),
  contact_id: z.uuid().nullable(),
  opportunity_id: z.uuid().nullable(),
  type: z.enum(types),
  priority: z.enum(priorities),
  completed_at: Instant.nullable(),
  created_at: Instant,
  deleted_at: Instant.nullable(),
  restores_as: z.enum(['To Do', 'In Progress']).nullable(),
  rrule: z.string().nullable(),
  created_by: z.uuid().nullable(),
  follows_id: z.uuid().nullable(),
  shared_with: z.enum(['client', 'household']).nullable(),
  stage_instance_id: z.uuid().nullable(),
  minutes: z.int().nullable(),
  is_demo: z.boolean(),
  version: z.int(),
})
export type Task = z.infer<typeof Task>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { tasks: Task }

export const NewTask = z.object({
  name: z.string('שדה חובה').transform(oneLine).pipe(z.string().min(1, 'שדה חובה').max(200, 'עד 200 תווים')),
  due_date: Day.nullable().optional(),
  due_at: Instant.nullable().optional(),
  type: Task.shape.type.optional(),
  priority: Task.shape.priority.optional(),
  rrule: z.string().nullable().optional(),
  user_id: z.uuid().nullable().optional(),
  contact_id: z.uuid().nullable().optional(),
  opportunity_id: z.uuid().nullable().optional(),
})
export type NewTask = z.infer<typeof NewTask>

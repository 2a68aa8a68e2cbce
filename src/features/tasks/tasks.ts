// What somebody promised to do, and until when.
import { oneLine } from '#lib/hebrew-text.ts'
import { Day, Instant, z } from '#lib/schema.ts'

/** The words themselves are fixed: the specification's queries ask for 'To Do'. */
export const statuses = ['To Do', 'In Progress', 'Done', 'Cancelled'] as const
export const Task = z.object({
  id: z.uuid(),
  name: z.string(),
  due_date: Day.nullable(),
  due_at: Instant.nullable(),
  status: z.enum(statuses),
  user_id: z.uuid().nullable(),
  contact_id: z.uuid().nullable(),
  opportunity_id: z.uuid().nullable(),
  type: z.enum(['todo', 'call', 'email', 'whatsapp', 'meeting']),
  priority: z.enum(['low', 'medium', 'high']),
  completed_at: Instant.nullable(),
  created_at: Instant,
  deleted_at: Instant.nullable(),
  restores_as: z.enum(['To Do', 'In Progress']).nullable(),
  rrule: z.string().nullable(),
  created_by: z.uuid().nullable(),
  follows_id: z.uuid().nullable(),
  is_demo: z.boolean(),
  version: z.int(),
})
export type Task = z.infer<typeof Task>

/** @public Each table with its row: a test marries them. */
export const rows = { tasks: Task }

export const typeLabels: Record<Task['type'], string> = {
  todo: 'לביצוע',
  call: 'שיחה',
  whatsapp: 'וואטסאפ',
  email: 'דוא״ל',
  meeting: 'פגישה',
}
export const priorityLabels: Record<Task['priority'], string> = { high: 'גבוהה', medium: 'רגילה', low: 'נמוכה' }

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

type Dated = Pick<Task, 'status' | 'due_date' | 'due_at'>

export const isOpen = (task: Pick<Task, 'status'>) => task.status === 'To Do' || task.status === 'In Progress'

/** Whether an open task is late: past its hour, or past its day when it has none. `today` is the day in Israel. */
export function isOverdue(task: Dated, today: string, now: Date): boolean {
  if (!isOpen(task)) return false
  if (task.due_at) return Date.parse(task.due_at) < now.getTime()
  return task.due_date !== null && task.due_date < today
}

export const refusals = {
  task_name_length: 'יש להזין שם באורך של עד 200 תווים',
  repeat_needs_day: 'משימה שחוזרת צריכה מועד ראשון',
  repeat_unknown: 'הקצב הזה לא מוכר. בחרו קצב מהרשימה',
  too_many_tasks: 'אפשר לשנות עד 1,000 משימות בפעם אחת',
  opportunity_of_another_contact: 'ההזדמנות שייכת לאיש קשר אחר',
} as const

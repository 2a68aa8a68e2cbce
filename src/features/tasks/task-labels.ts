// Enums and labels of tasks, and when one is overdue. No schema import: task lists do not need it.

/** Fixed by the specification: its queries filter by 'To Do'. */
export const statuses = ['To Do', 'In Progress', 'Done', 'Cancelled'] as const
type Status = (typeof statuses)[number]
export const types = ['todo', 'call', 'email', 'whatsapp', 'meeting'] as const
export const priorities = ['low', 'medium', 'high'] as const

export const typeLabels: Record<(typeof types)[number], string> = {
  todo: 'לביצוע',
  call: 'שיחה',
  whatsapp: 'וואטסאפ',
  email: 'דוא״ל',
  meeting: 'פגישה',
}
export const priorityLabels: Record<(typeof priorities)[number], string> = {
  high: 'גבוהה',
  medium: 'רגילה',
  low: 'נמוכה',
}

type Dated = { status: Status; due_date: string | null; due_at: string | null }

export const isOpen = (task: { status: Status }) => task.status === 'To Do' || task.status === 'In Progress'

/** Whether an open task is overdue: past its time, or past its date if it has no time. `today` is the day in Israel. */
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

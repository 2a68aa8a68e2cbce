// Data access of the Today screen, and snoozing its items.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend, useUserId } from '#client/session-context.tsx'
import type { Snooze } from './today.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    today: Today
    today_charts: Charts
  }
}

/** In display order. */
export const kinds = ['now', 'lead', 'overdue', 'today', 'aimless', 'rotting', 'waiting', 'payment'] as const
export type Kind = (typeof kinds)[number]

export type TodayContact = { id: string; full_name: string; phone: string | null; email: string | null }
type TodayRow = {
  id: string
  /** The task that is completed with this item, if any. */
  task_id: string | null
  opportunity_id: string | null
  title: string
  words: string | null
  /** The time since which the item is waiting; for a task, its due time. */
  since: string
  contact: TodayContact | null
}
export type TaskItem = TodayRow & {
  kind: 'now' | 'overdue' | 'today'
  task_id: string
  due_date: string
  due_at: string | null
  type: 'todo' | 'call' | 'email' | 'whatsapp' | 'meeting'
  priority: 'low' | 'medium' | 'high'
  rrule: string | null
  status: 'To Do' | 'In Progress'
  version: number
}
export type LeadItem = TodayRow & { kind: 'lead' }
export type OpportunityItem = TodayRow & {
  kind: 'aimless' | 'rotting'
  opportunity_id: string
  amount_agorot: number
  color: string
  rot_days: number | null
}
export type WaitingItem = TodayRow & { kind: 'waiting' }
/** A contact with an overdue charge: `id` is the contact's. */
export type PaymentItem = TodayRow & { kind: 'payment'; late_agorot: number }
export type TodayItem = TaskItem | LeadItem | OpportunityItem | WaitingItem | PaymentItem

/** A task of type meeting, or an appointment. */
export type Meeting = {
  id: string
  kind: 'task' | 'appointment'
  name: string
  due_at: string
  is_done: boolean
  join_url: string | null
  contact: Pick<TodayContact, 'id' | 'full_name'> | null
}
export type Today = {
  items: TodayItem[]
  /** Counts per kind, including items beyond the limit. */
  counts: Partial<Record<Kind, number>>
  figures: {
    leads: number
    oldest_lead_at: string | null
    open: number
    open_agorot: number
    overdue: number
    oldest_due: string | null
  }
  meetings: Meeting[]
}

const todayKey = (userId: string) => ['today', 'list', userId] as const

export async function readToday(backend: Backend): Promise<Today> {
  const { data } = await backend.rpc('today').throwOnError()
  return data
}

/** Refetched on relevant changes, and every five minutes because items become due. */
export function useToday() {
  const backend = useBackend()
  const queries = useQueryClient()
  const userId = useUserId()
  const queryKey = todayKey(userId)
  const invalidate = () => void queries.invalidateQueries({ queryKey })
  // Leads, moves and replies write activities; a task without a contact does not, so tasks are subscribed as well.
  useTableChanges({ table: 'tasks', onChanges: invalidate, onReconnect: invalidate })
  useTableChanges({ table: 'activities', onChanges: invalidate, onReconnect: invalidate })
  useTableChanges({ table: 'appointments', onChanges: invalidate, onReconnect: invalidate })
  return useQuery({ queryKey, queryFn: () => readToday(backend), staleTime: 0, refetchInterval: 300_000 })
}

const entities = {
  lead: 'contact_request',
  aimless: 'opportunity',
  rotting: 'opportunity',
  waiting: 'process_stage_instance',
  payment: 'contact',
} as const satisfies Record<string, Snooze['entity']>

/** Snoozes an item for this user until the given time; null ends the snooze. */
export async function snoozeItem(
  backend: Backend,
  item: Exclude<TodayItem, TaskItem>,
  until: Date | null,
): Promise<void> {
  await backend
    .rpc('put_off', { entity: entities[item.kind], entity_id: item.id, until: until?.toISOString() ?? null })
    .throwOnError()
}

/** Logs a reply, or that an external app was opened, on the contact's timeline. Returns the activity's id. */
export async function addToTimeline(
  backend: Backend,
  contactId: string,
  line: { type: 'note' | 'whatsapp' | 'email'; text: string },
): Promise<string> {
  const { data } = await backend
    .from('activities')
    .insert({ type: line.type, contact_id: contactId, payload: { text: line.text } })
    .select('id')
    .single()
    .throwOnError()
  return data.id
}

export const removeFromTimeline = async (backend: Backend, id: string) =>
  void (await backend.rpc('put_activity_away', { activity: id, away: true }).throwOnError())

export type Charts = {
  weeks: { starts_on: string; requests: number }[]
  stages: { id: string; name: string; color: string; count: number; sum_agorot: number }[]
  months: { starts_on: string; won: number; sum_agorot: number }[]
}

export function useCharts() {
  const backend = useBackend()
  return useQuery({
    queryKey: ['today', 'charts'],
    queryFn: async () => (await backend.rpc('today_charts').throwOnError()).data,
  })
}

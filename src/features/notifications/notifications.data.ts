// A user's notifications. Spec §7: the newest 50, mark one, mark all unread, delete one. Notifications are also
// derived from tasks due today and tomorrow.
import { type QueryClient, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Backend } from '#client/backend.ts'
import { addTaskKey } from '#client/mutation-keys.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend, useUserId } from '#client/session-context.tsx'
import { dayOf } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import {
  applyLocalState,
  derivedLimits,
  deriveNotices,
  type LocalReadState,
  isDerived,
  mergeNotices,
} from './derived-notices.ts'
import { updateLocalState, pruneLocalState } from './local-read-state.ts'
import { limits } from './notice-texts.ts'
import type { Notification } from './notifications.ts'
import { useMuted } from './preferences.data.ts'

const storedKey = (userId: string) => ['notifications', 'stored', userId]
const derivedKey = (userId: string) => ['notifications', 'generated', userId]

/** The user's newest notifications. An expired token is handled by the session, so it is not an error here (spec §8). */
export async function readNotifications(backend: Backend, userId: string): Promise<Notification[]> {
  const { data, error } = await backend
    .from('notifications')
    .select('*')
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .limit(limits.stored)
  if (!error) return data
  if (isExpiredToken(error)) return []
  throw error
}

/** Notifications derived from the user's tasks. `now` determines today in Israel. */
export async function readDerivedNotices(backend: Backend, userId: string, now: Date): Promise<Notification[]> {
  const today = dayOf(now)
  const tasks = () =>
    backend.from('tasks').select('id, name, due_date, status').eq('user_id', userId).eq('status', 'To Do')
  const [upcoming, overdue] = await Promise.all([
    tasks().gte('due_date', today).lte('due_date', addDays(today, 1)).order('due_date').limit(derivedLimits.upcoming),
    tasks().lt('due_date', today).order('due_date', { ascending: false }).limit(derivedLimits.overdue),
  ])
  const error = upcoming.error ?? overdue.error
  if (error && !isExpiredToken(error)) throw error
  return deriveNotices({ upcoming: upcoming.data ?? [], overdue: overdue.data ?? [] }, { userId, today })
}

export const isExpiredToken = (error: { code?: string; message?: string }) =>
  error.code === 'PGRST303' || error.message?.includes('JWT expired') === true

/** The user's stored and derived notifications, refetched by the change feed. */
export function useNotifications() {
  const backend = useBackend()
  const userId = useUserId()
  const queries = useQueryClient()
  const invalidate = () => void queries.invalidateQueries({ queryKey: storedKey(userId) })
  useTableChanges({
    table: 'notifications',
    filter: `user_id=eq.${userId}`,
    onChanges: invalidate,
    onReconnect: invalidate,
  })
  const tasksChanged = () => void queries.invalidateQueries({ queryKey: derivedKey(userId) })
  useTableChanges({
    table: 'tasks',
    filter: `user_id=eq.${userId}`,
    onChanges: tasksChanged,
    onReconnect: tasksChanged,
  })
  // The derived notification may be fetched before the mutation that added its task has succeeded.
  const ownTasks = useMutationState({ filters: { mutationKey: addTaskKey, status: 'success' } }).length
  useEffect(() => {
    if (ownTasks > 0) void queries.invalidateQueries({ queryKey: derivedKey(userId) })
  }, [queries, userId, ownTasks])
  const { data: muted = [] } = useMuted()
  const stored = useQuery({
    queryKey: storedKey(userId),
    queryFn: () => readNotifications(backend, userId),
    staleTime: limits.storedStaleMs,
    retry: limits.retries,
  })
  const generated = useQuery({
    queryKey: derivedKey(userId),
    async queryFn() {
      const notices = await readDerivedNotices(backend, userId, new Date())
      const ids = notices.map(({ id }) => id)
      markOwnAsRead(queries, userId, ids)
      return applyLocalState(notices, pruneLocalState(userId, ids))
    },
    staleTime: derivedLimits.staleMs,
    retry: limits.retries,
  })
  return {
    isPending: stored.isPending,
    // If the query of derived notifications fails, the stored notifications are still shown.
    isError: stored.isLoadingError,
    // Muted stored notifications are never written; muted derived ones are filtered here.
    list: mergeNotices(
      stored.data ?? [],
      (generated.data ?? []).filter(({ type }) => !muted.includes(type)),
    ),
    refetch: () => Promise.all([stored.refetch(), generated.refetch()]),
    /** Refetches stale queries when the list is opened. */
    refresh: () => void queries.refetchQueries({ queryKey: ['notifications'], stale: true }),
  }
}

/** Marks the notifications of tasks that the user has just added as read. */
function markOwnAsRead(queries: QueryClient, userId: string, ids: readonly string[]) {
  const added = queries.getMutationCache().findAll({ mutationKey: addTaskKey, status: 'success' })
  const own = added.map(({ state }) => `task-${(state.data as { id: string }).id}`).filter((id) => ids.includes(id))
  if (own.length > 0) updateLocalState(userId, Object.fromEntries(own.map((id) => [id, 'read'])))
}

/** Passed to the hook, because mutate() callbacks do not run after a deleted row unmounts. */
type ChangeCallbacks = { onFail: () => void; onDone?: () => void }
type Change = {
  /** Sends the change; undefined if only derived notifications change. */
  send: ((backend: Backend, userId: string) => PromiseLike<{ error: unknown }>) | undefined
  show: (list: Notification[]) => Notification[]
  /** The new local state of the derived notifications among those shown. */
  handle: (shown: readonly string[]) => LocalReadState
}

/** An optimistic update, rolled back when the server refuses. */
function useChange<Input>(change: (input: Input) => Change, { onFail, onDone }: ChangeCallbacks) {
  const backend = useBackend()
  const userId = useUserId()
  const queries = useQueryClient()
  const key = storedKey(userId)
  return useMutation({
    async mutationFn(input: Input) {
      const answer = await change(input).send?.(backend, userId)
      if (answer?.error) throw answer.error
    },
    async onMutate(input) {
      const { show, handle, send } = change(input)
      const shown = (queries.getQueryData<Notification[]>(derivedKey(userId)) ?? []).map(({ id }) => id)
      updateLocalState(userId, handle(shown))
      queries.setQueryData<Notification[]>(derivedKey(userId), (list) => list && show(list))
      if (!send) return undefined
      await queries.cancelQueries({ queryKey: key })
      const before = queries.getQueryData<Notification[]>(key)
      queries.setQueryData<Notification[]>(key, (list) => list && show(list))
      return before
    },
    onError(_error, _input, before) {
      if (before) queries.setQueryData(key, before)
      onFail()
    },
    onSuccess: () => onDone?.(),
    onSettled: (_data, _error, input) =>
      change(input).send ? queries.invalidateQueries({ queryKey: key }) : Promise.resolve(),
  })
}

export const useMarkRead = (callbacks: ChangeCallbacks) =>
  useChange(
    (id: string) => ({
      send: isDerived(id)
        ? undefined
        : (backend) => backend.from('notifications').update({ is_read: true }).eq('id', id),
      show: (list) => list.map((item) => (item.id === id ? { ...item, is_read: true } : item)),
      handle: (): LocalReadState => (isDerived(id) ? { [id]: 'read' } : {}),
    }),
    callbacks,
  )

export const useMarkAllRead = (callbacks: ChangeCallbacks) =>
  useChange<void>(
    () => ({
      send: (backend, userId) =>
        backend.from('notifications').update({ is_read: true }).eq('user_id', userId).eq('is_read', false),
      show: (list) => list.map((item) => ({ ...item, is_read: true })),
      handle: (shown): LocalReadState => Object.fromEntries(shown.map((id) => [id, 'read'] as const)),
    }),
    callbacks,
  )

export const useDeleteNotification = (callbacks: ChangeCallbacks) =>
  useChange(
    (id: string) => ({
      send: isDerived(id) ? undefined : (backend) => backend.from('notifications').delete().eq('id', id),
      show: (list) => list.filter((item) => item.id !== id),
      handle: (): LocalReadState => (isDerived(id) ? { [id]: 'deleted' } : {}),
    }),
    callbacks,
  )

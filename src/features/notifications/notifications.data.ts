// What the browser reads and changes of a person's notifications. Spec §7: the newest 50, mark one, mark all unread, delete one.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend, useUserId } from '#client/session-context.tsx'
import { limits, type Notification } from './notifications.ts'

const keyOf = (userId: string) => ['notifications', userId]

/** The newest notifications of the user. An expired token is the session's business, not an error of this list (spec §8). */
export async function readNotifications(backend: Backend, userId: string): Promise<Notification[]> {
  const { data, error } = await backend
    .from('notifications')
    .select('*')
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .limit(limits.stored)
    .overrideTypes<Notification[], { merge: false }>()
  if (!error) return data
  if (isExpiredToken(error)) return []
  throw error
}

export const isExpiredToken = (error: { code?: string; message?: string }) =>
  error.code === 'PGRST303' || error.message?.includes('JWT expired') === true

/** The person's notifications, kept up to date by live arrivals. */
export function useNotifications() {
  const backend = useBackend()
  const userId = useUserId()
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: keyOf(userId) })
  useTableChanges({
    table: 'notifications',
    filter: `user_id=eq.${userId}`,
    onChanges: readAgain,
    onReconnect: readAgain,
  })
  return useQuery({
    queryKey: keyOf(userId),
    queryFn: () => readNotifications(backend, userId),
    staleTime: limits.storedStaleMs,
    retry: limits.retries,
  })
}

/** Said when the server refused, or when it is done. Given to the hook, because a deleted row is gone before the answer comes. */
type Say = { onFail: () => void; onDone?: () => void }
type Change = {
  send: (backend: Backend, userId: string) => PromiseLike<{ error: unknown }>
  show: (list: Notification[]) => Notification[]
}

/** One change, shown at once and taken back when the server refuses. */
function useChange<Input>(change: (input: Input) => Change, { onFail, onDone }: Say) {
  const backend = useBackend()
  const userId = useUserId()
  const queries = useQueryClient()
  const key = keyOf(userId)
  return useMutation({
    async mutationFn(input: Input) {
      const { error } = await change(input).send(backend, userId)
      if (error) throw error
    },
    async onMutate(input) {
      await queries.cancelQueries({ queryKey: key })
      const before = queries.getQueryData<Notification[]>(key)
      queries.setQueryData<Notification[]>(key, (list) => list && change(input).show(list))
      return before
    },
    onError(_error, _input, before) {
      queries.setQueryData(key, before)
      onFail()
    },
    onSuccess: () => onDone?.(),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

export const useMarkRead = (say: Say) =>
  useChange(
    (id: string) => ({
      send: (backend) => backend.from('notifications').update({ is_read: true }).eq('id', id),
      show: (list) => list.map((item) => (item.id === id ? { ...item, is_read: true } : item)),
    }),
    say,
  )

export const useMarkAllRead = (say: Say) =>
  useChange<void>(
    () => ({
      send: (backend, userId) =>
        backend.from('notifications').update({ is_read: true }).eq('user_id', userId).eq('is_read', false),
      show: (list) => list.map((item) => ({ ...item, is_read: true })),
    }),
    say,
  )

export const useDeleteNotification = (say: Say) =>
  useChange(
    (id: string) => ({
      send: (backend) => backend.from('notifications').delete().eq('id', id),
      show: (list) => list.filter((item) => item.id !== id),
    }),
    say,
  )

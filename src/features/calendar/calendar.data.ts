// Reads and changes a user's calendar connection.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { invoke } from '#client/invoke.ts'
import { useBackend, useUserId } from '#client/session-context.tsx'
import type { CalendarAnswers, CalendarCall, CalendarChoice, CalendarConnection } from './calendar.ts'

const key = (userId: string) => ['calendar', 'connection', userId]

const ask = <A extends CalendarCall['action']>(backend: Backend, call: Extract<CalendarCall, { action: A }>) =>
  invoke<CalendarAnswers[A]>(backend, 'google-calendar-sync', call)

export async function readConnection(backend: Backend, userId: string): Promise<CalendarConnection | null> {
  const { data } = await backend
    .from('calendar_connections')
    .select('*')
    .eq('user_id', userId)
    .maybeSingle()
    .throwOnError()
  return data
}

/** The user's calendar connection. `pollMs`: refetch interval while the screen is open. */
export function useCalendarConnection({ pollMs }: { pollMs?: number } = {}) {
  const backend = useBackend()
  const userId = useUserId()
  return useQuery({
    queryKey: key(userId),
    queryFn: () => readConnection(backend, userId),
    staleTime: 0,
    ...(pollMs && { refetchInterval: pollMs }),
  })
}

/** Whether this installation has Google OAuth credentials. */
export function useCalendarAvailability() {
  const backend = useBackend()
  return useQuery({
    queryKey: ['calendar', 'availability'],
    queryFn: async () => (await ask(backend, { action: 'availability' })).available,
  })
}

/** The calendars of the connected account, from Google. */
export function useAccountCalendars(account: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['calendar', 'calendars', account],
    queryFn: async () => (await ask(backend, { action: 'calendars' })).calendars,
    staleTime: 60_000,
    retry: false,
  })
}

export function useChooseCalendars() {
  const backend = useBackend()
  const userId = useUserId()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (choice: CalendarChoice) => ask(backend, { action: 'choose', ...choice }),
    onSuccess: () => queries.invalidateQueries({ queryKey: key(userId) }),
  })
}

/** URL of Google's consent screen. */
export const beginConnection = async (backend: Backend, state: string) =>
  (await ask(backend, { action: 'oauth_start', state })).address

/** spec §7: the OAuth callback's call, with the user id in its body. */
export const finishConnection = (backend: Backend, code: string, userId: string) =>
  ask(backend, { action: 'oauth_callback', code, user_id: userId })

function useCalendarAction<A extends 'check' | 'disconnect'>(action: A) {
  const backend = useBackend()
  const userId = useUserId()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => invoke<CalendarAnswers[A]>(backend, 'google-calendar-sync', { action }),
    onSettled: () => queries.invalidateQueries({ queryKey: key(userId) }),
  })
}

export const useCheckConnection = () => useCalendarAction('check')
export const useDisconnect = () => useCalendarAction('disconnect')

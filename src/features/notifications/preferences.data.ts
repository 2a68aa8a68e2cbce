// Notification types that the user muted in the bell. Loads only these, because the bell is on every screen.
import { useQuery } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend, useUserId } from '#client/session-context.tsx'

export const mutedKey = (userId: string) => ['notification_preferences', userId]

/** The types that the user has muted. */
export async function readMuted(backend: Backend, userId: string): Promise<string[]> {
  const { data } = await backend
    .from('notification_preferences')
    .select('type')
    .eq('user_id', userId)
    .eq('in_app', false)
    .throwOnError()
  return data.map(({ type }) => type)
}

export function useMuted() {
  const backend = useBackend()
  const userId = useUserId()
  return useQuery({ queryKey: mutedKey(userId), queryFn: () => readMuted(backend, userId) })
}

// Notification preferences of the signed-in user.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend, useUserId } from '#client/session-context.tsx'

const key = (userId: string) => ['notification_preferences', userId]

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
  return useQuery({ queryKey: key(userId), queryFn: () => readMuted(backend, userId) })
}

/** Mutes or unmutes one type. Optimistic, rolled back on error. */
export function useSetPreference(onFail: (error: unknown) => void) {
  const backend = useBackend()
  const userId = useUserId()
  const queries = useQueryClient()
  const show = (type: string, isOn: boolean) =>
    queries.setQueryData<string[]>(key(userId), (muted = []) => [
      ...muted.filter((other) => other !== type),
      ...(isOn ? [] : [type]),
    ])
  return useMutation({
    mutationFn: async ({ type, isOn }: { type: string; isOn: boolean }) => {
      await backend.from('notification_preferences').upsert({ user_id: userId, type, in_app: isOn }).throwOnError()
    },
    onMutate: ({ type, isOn }) => void show(type, isOn),
    onError(error, { type, isOn }) {
      show(type, !isOn)
      onFail(error)
    },
  })
}

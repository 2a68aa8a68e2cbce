// Notification channels per type and daily digest settings of the signed-in user. Loaded only by the settings screen.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useBackend, useUserId } from '#client/session-context.tsx'
import { type Channels, defaultChannels } from './preferences.ts'
import { mutedKey } from './preferences.data.ts'

export function useChannelChoices() {
  const backend = useBackend()
  const userId = useUserId()
  return useQuery({
    queryKey: ['notification_channels', userId],
    async queryFn() {
      const { data } = await backend
        .from('notification_preferences')
        .select('type, in_app, digest, push')
        .eq('user_id', userId)
        .throwOnError()
      return new Map<string, Channels>(data.map(({ type, ...channels }) => [type, channels]))
    },
  })
}

type Choice = { type: string; channel: keyof Channels; isOn: boolean }

/** Toggles one channel of one type. Optimistic, rolled back on error. */
export function useChooseChannel(onFail: (error: unknown) => void) {
  const backend = useBackend()
  const userId = useUserId()
  const queries = useQueryClient()
  const key = ['notification_channels', userId]
  const selected = (type: string) => queries.getQueryData<Map<string, Channels>>(key)?.get(type) ?? defaultChannels
  const show = ({ type, channel, isOn }: Choice) =>
    queries.setQueryData<Map<string, Channels>>(key, (all) =>
      new Map(all).set(type, { ...selected(type), [channel]: isOn }),
    )
  return useMutation({
    mutationFn: async ({ type }: Choice) => {
      await backend
        .from('notification_preferences')
        .upsert({ user_id: userId, type, ...selected(type) })
        .throwOnError()
    },
    onMutate: (choice) => void show(choice),
    onError(error, choice) {
      show({ ...choice, isOn: !choice.isOn })
      onFail(error)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: mutedKey(userId) }),
  })
}

export type DigestSettings = { is_on: boolean; zone: string }

export function useDigest() {
  const backend = useBackend()
  const userId = useUserId()
  return useQuery({
    queryKey: ['staff_digests', userId],
    async queryFn() {
      const { data } = await backend
        .from('staff_digests')
        .select('is_on, zone')
        .eq('user_id', userId)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
}

/** Saves the digest settings. Optimistic, rolled back on error. */
export function useSaveDigest(onFail: (error: unknown) => void) {
  const backend = useBackend()
  const userId = useUserId()
  const queries = useQueryClient()
  const key = ['staff_digests', userId]
  return useMutation({
    mutationFn: async (settings: DigestSettings) => {
      await backend
        .from('staff_digests')
        .upsert({ user_id: userId, ...settings })
        .throwOnError()
    },
    onMutate(settings) {
      const before = queries.getQueryData<DigestSettings | null>(key)
      queries.setQueryData(key, settings)
      return { before }
    },
    onError(error, _settings, context) {
      queries.setQueryData(key, context?.before)
      onFail(error)
    },
  })
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'

/** The rules of the message plan that follow from a registration, in display order. */
export function useWebinarMessages() {
  const backend = useBackend()
  return useQuery({
    queryKey: ['message-plan', 'webinars'],
    queryFn: async () =>
      (
        await backend
          .from('message_rules')
          .select('id, key, name, anchor, offset_minutes, template_key, channel, is_active')
          .eq('context_type', 'webinar_registration')
          .order('position')
          .order('id')
          .throwOnError()
      ).data,
  })
}
export type WebinarMessageRule = NonNullable<ReturnType<typeof useWebinarMessages>['data']>[number]

const mutedKey = (webinar: string) => ['webinars', 'muted-messages', webinar]

/** Keys of the rules that a webinar disabled. */
export function useMutedMessages(webinar: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: mutedKey(webinar),
    queryFn: async () => {
      const { data } = await backend
        .from('webinar_muted_messages')
        .select('rule_key')
        .eq('webinar_id', webinar)
        .throwOnError()
      return new Set(data.map(({ rule_key: key }) => key))
    },
  })
}

/** Disables or enables a rule of the plan for one webinar. Idempotent. */
export function useMuteMessage(webinar: string) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ rule, isMuted }: { rule: string; isMuted: boolean }) {
      const muted = backend.from('webinar_muted_messages')
      const row = { webinar_id: webinar, rule_key: rule }
      await (
        isMuted
          ? muted.upsert(row, { onConflict: 'webinar_id,rule_key', ignoreDuplicates: true })
          : muted.delete().match(row)
      ).throwOnError()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: mutedKey(webinar) }),
  })
}

// Data access for mailing lists and their subscribers.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'
import { requireUpdated } from '#platform/editing/edit-conflict.ts'
import type { MailingList } from './newsletter.ts'

const listsKey = ['mailing-lists'] as const

export type SavedList = Pick<MailingList, 'id' | 'name' | 'description' | 'is_public' | 'archived_at' | 'version'>

/** Active lists, in the order subscribers see. */
export function useMailingLists() {
  const backend = useBackend()
  return useQuery({
    queryKey: listsKey,
    queryFn: async () => {
      const { data } = await backend
        .from('mailing_lists')
        .select('id, name, description, is_public, archived_at, version')
        .is('archived_at', null)
        .order('position')
        .order('created_at')
        .throwOnError()
      return data
    },
  })
}

/** Confirmed subscribers per list id, and the number of pending sign-up requests. */
export function useSubscriberCounts() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...listsKey, 'counts'],
    queryFn: async () => {
      const [lists, waiting] = await Promise.all([
        backend
          .from('mailing_lists')
          .select('id, subscriptions(count)')
          .eq('subscriptions.status', 'confirmed')
          .throwOnError(),
        backend
          .from('newsletter_requests')
          .select('id', { count: 'exact', head: true })
          .is('confirmed_at', null)
          .gt('expires_at', new Date().toISOString())
          .throwOnError(),
      ])
      const subscribers = new Map(lists.data.map(({ id, subscriptions }) => [id, subscriptions[0]?.count ?? 0]))
      return { subscribers, waiting: waiting.count ?? 0 }
    },
    staleTime: 0,
  })
}

type ListChange =
  | { seen: SavedList; edit: Partial<MailingList> }
  | { seen?: undefined; edit: Pick<MailingList, 'name'> & Partial<MailingList> }

/** Adds a list or, with `seen`, updates it; a newer version is not overwritten. */
export function useSaveList() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ seen, edit }: ListChange) {
      const table = backend.from('mailing_lists')
      if (!seen) return void (await table.insert(edit).throwOnError())
      const { data } = await table
        .update(edit)
        .eq('id', seen.id)
        .eq('version', seen.version)
        .select('id')
        .throwOnError()
      await requireUpdated(
        data,
        backend.from('mailing_lists').select('id').eq('id', seen.id).maybeSingle().throwOnError(),
      )
      return undefined
    },
    onSettled: () => queries.invalidateQueries({ queryKey: listsKey }),
  })
}

/** Recent unsubscribe reasons, of all campaigns or of one. */
export function useRecentReasons(campaignId?: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['unsubscribe-reasons', campaignId],
    queryFn: async () => {
      const reasons = backend.from('unsubscribe_reasons').select('reason, campaign_id')
      const { data } = await (campaignId ? reasons.eq('campaign_id', campaignId) : reasons)
        .order('created_at', { ascending: false })
        .limit(1000)
        .throwOnError()
      return data
    },
  })
}

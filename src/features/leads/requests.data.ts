// Requests from the site that nobody has answered yet.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'
import type { Contact } from '#features/contacts/contacts.ts'
import type { ContactRequest } from './leads.ts'
import { type Answer, unanswered } from './unanswered.ts'

export type ShownRequest = Pick<ContactRequest, 'id' | 'contact_id' | 'topic' | 'message' | 'created_at'> & {
  contact: Pick<Contact, 'full_name'>
}
const LOOKED_AT = 50
const DAYS_BACK = 30

/** The newest first. An answer is anything that somebody of the staff did with the person after the request. */
export async function readUnanswered(backend: Backend, now: Date): Promise<ShownRequest[]> {
  const since = new Date(now.getTime() - DAYS_BACK * 86_400_000).toISOString()
  const { data: requests } = await backend
    .from('contact_requests')
    .select('id, contact_id, topic, message, created_at, contact:contacts(full_name)')
    .gte('created_at', since)
    .order('created_at', { ascending: false })
    .limit(LOOKED_AT)
    .throwOnError()
    .overrideTypes<ShownRequest[], { merge: false }>()
  if (requests.length === 0) return []
  const { data: answers } = await backend
    .from('activities')
    .select('contact_id, happened_at')
    .eq('actor_kind', 'user')
    .gte('happened_at', requests.at(-1)!.created_at)
    .in('contact_id', [...new Set(requests.map(({ contact_id }) => contact_id))])
    .throwOnError()
    .overrideTypes<Answer[], { merge: false }>()
  return unanswered(requests, answers)
}

export function useUnanswered() {
  const backend = useBackend()
  const queries = useQueryClient()
  const key = ['contact_requests', 'unanswered']
  const readAgain = () => void queries.invalidateQueries({ queryKey: key })
  // Every request and every answer leaves a line on a timeline.
  useTableChanges({ table: 'activities', onChanges: readAgain, onReconnect: readAgain })
  return useQuery({ queryKey: key, queryFn: () => readUnanswered(backend, new Date()), staleTime: 0 })
}

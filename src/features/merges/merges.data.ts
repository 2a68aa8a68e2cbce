// Data access for merging two contacts and undoing a merge.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'
import type { Contact, ContactPoint, ContactStaffDetails, Household } from '#features/contacts/contacts.ts'
import type { Choices, Merge, UnmergeResult } from './merges.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    preview_merge: Record<string, number>
    unmerge_contacts: UnmergeResult
  }
}

export type MergeRecord = Omit<Contact, 'search_name'> &
  Pick<ContactStaffDetails, 'call_basis' | 'custom'> & {
    household: Pick<Household, 'id' | 'name'> | null
    points: Pick<ContactPoint, 'id' | 'kind' | 'value_norm' | 'is_primary' | 'verified_at' | 'bounced_at'>[]
  }

const recordColumns = `*, household:households(id, name),
  points:contact_points(id, kind, value_norm, is_primary, verified_at, bounced_at), details:contact_staff_details(call_basis, custom)`

/** The two contacts in the order of the ids; null for a contact that is deleted or hidden from the caller. */
export async function readPair(backend: Backend, ids: readonly [string, string]): Promise<(MergeRecord | null)[]> {
  const { data } = await backend
    .from('contacts')
    .select(recordColumns)
    .in('id', [...ids])
    .is('deleted_at', null)
    .throwOnError()
  const records = data.map(({ details, ...record }) => ({
    ...record,
    call_basis: details?.call_basis ?? null,
    custom: details?.custom ?? {},
  }))
  return ids.map((id) => records.find((record) => record.id === id) ?? null)
}

/** Under the 'contacts' key, so that every invalidation of contacts includes it. */
export const pairKey = (ids: readonly string[]) => ['contacts', 'two', ...ids] as const

export function usePair(ids: readonly [string, string]) {
  const backend = useBackend()
  return useQuery({ queryKey: pairKey(ids), queryFn: () => readPair(backend, ids), staleTime: 0 })
}

/** The number of rows per table that would be reassigned. */
export function useMergePreview(winnerId: string, loserId: string, isWanted: boolean) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['merges', 'preview', winnerId, loserId],
    queryFn: async () => {
      const { data } = await backend.rpc('preview_merge', { winner_id: winnerId, loser_id: loserId }).throwOnError()
      return data
    },
    enabled: isWanted,
    staleTime: 0,
  })
}

export type MergeRequest = {
  winner: Pick<Contact, 'id' | 'version'>
  loser: Pick<Contact, 'id' | 'version'>
  choices: Choices
}

/** Returns the merge id, which undoing the merge requires. */
export async function mergeContacts(backend: Backend, { winner, loser, choices }: MergeRequest): Promise<string> {
  const { data } = await backend
    .rpc('merge_contacts', {
      winner_id: winner.id,
      loser_id: loser.id,
      winner_version: winner.version,
      loser_version: loser.version,
      choices,
    })
    .throwOnError()
  return data
}

export async function unmergeContacts(backend: Backend, merge: string): Promise<UnmergeResult> {
  const { data } = await backend.rpc('unmerge_contacts', { merge }).throwOnError()
  return data
}

/** Any list or page may show one of the two contacts, so every query is invalidated. */
function useInvalidateAll() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries()
}

export function useMergeContacts() {
  const backend = useBackend()
  const invalidate = useInvalidateAll()
  return useMutation({
    mutationFn: (order: MergeRequest) => mergeContacts(backend, order),
    // Not awaited, so that the next pair is shown immediately.
    onSettled: () => void invalidate(),
  })
}

export function useUnmergeContacts() {
  const backend = useBackend()
  const invalidate = useInvalidateAll()
  return useMutation({
    mutationFn: (merge: string) => unmergeContacts(backend, merge),
    onSettled: () => void invalidate(),
  })
}

type MergedContact = Pick<Contact, 'id' | 'full_name'>
export type ShownMerge = Pick<Merge, 'id' | 'merged_by' | 'merged_at' | 'undone_at' | 'undone_by'> & {
  winner: MergedContact
  loser: MergedContact
}

/** The last hundred merges, newest first. */
export async function readMerges(backend: Backend): Promise<ShownMerge[]> {
  const { data } = await backend
    .from('merges')
    .select(
      `id, merged_by, merged_at, undone_at, undone_by,
       winner:contacts!merges_winner_id_fkey(id, full_name), loser:contacts!merges_loser_id_fkey(id, full_name)`,
    )
    .order('merged_at', { ascending: false })
    .limit(100)
    .throwOnError()
  return data
}

export function useMerges() {
  const backend = useBackend()
  return useQuery({ queryKey: ['merges', 'list'], queryFn: () => readMerges(backend), staleTime: 0 })
}

// Reads and decisions on possible duplicate contacts.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import type { Json } from '#client/database.types.ts'
import { useBackend } from '#client/session-context.tsx'
import type { Contact, ContactPoint } from '#features/contacts/contacts.ts'
import type { DuplicatePair } from './duplicates.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'known_people.looks_like': DuplicatePair['looks_like']
    'duplicate_pairs.reasons': DuplicatePair['reasons']
    'known_people.reasons': DuplicatePair['reasons']
  }
}

export type PersonInPair = Pick<Contact, 'id' | 'full_name' | 'lifecycle'> & {
  points: Pick<ContactPoint, 'kind' | 'value_norm' | 'is_primary'>[]
}
export type ShownPair = Pick<DuplicatePair, 'first_id' | 'second_id' | 'score' | 'reasons' | 'looks_like'> & {
  first: PersonInPair
  second: PersonInPair
}

const person = 'id, full_name, lifecycle, points:contact_points(kind, value_norm, is_primary)'
const pairColumns = `first_id, second_id, score, reasons, looks_like,
  first:contacts!duplicate_pairs_first_id_fkey(${person}), second:contacts!duplicate_pairs_second_id_fkey(${person})`

/** Page size of the pairs, highest score first. */
export const PAIRS_PAGE_SIZE = 50

/** Undecided pairs, all or of one contact; `total` is the count over all pages. */
export async function readPairs(backend: Backend, contactId?: string): Promise<{ pairs: ShownPair[]; total: number }> {
  const all = backend.from('duplicate_pairs').select(pairColumns, { count: 'exact' }).is('dismissed_at', null)
  const { data, count } = await (contactId ? all.or(`first_id.eq.${contactId},second_id.eq.${contactId}`) : all)
    .order('score', { ascending: false })
    .order('first_id')
    .order('second_id')
    .limit(PAIRS_PAGE_SIZE)
    .throwOnError()
  // A pair with one contact hidden by row-level security cannot be compared.
  const pairs = data.filter((pair) => pair.first !== null && pair.second !== null)
  return { pairs, total: count ?? pairs.length }
}

export const pairsKey = ['duplicates', 'pairs'] as const

export function usePairs(contactId?: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...pairsKey, contactId ?? null],
    queryFn: () => readPairs(backend, contactId),
    staleTime: 0,
  })
}

type ContactPair = readonly [one: string, other: string]

function useDecision<Input, Output>(decide: (backend: Backend, input: Input) => Promise<Output>) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => decide(backend, input),
    onSettled: () =>
      Promise.all([pairsKey, ['contacts'], ['households']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}

/** Marks a pair as not duplicates, or undoes that. */
export const useDecidePair = () =>
  useDecision(async (backend, { two: [one, other], isDismissed }: { two: ContactPair; isDismissed: boolean }) => {
    await backend.rpc('decide_pair', { one, other, is_dismissed: isDismissed }).throwOnError()
  })

/** Adds two contacts to one household. Returns the undo argument for `useUnlinkHousehold`. */
export const useLinkAsHousehold = () =>
  useDecision(async (backend, [one, other]: ContactPair): Promise<Json> => {
    const { data } = await backend.rpc('link_as_household', { one, other }).throwOnError()
    return data
  })

export const useUnlinkHousehold = () =>
  useDecision(async (backend, before: Json) => {
    await backend.rpc('unlink_household', { before }).throwOnError()
  })

/** An existing contact that may match. */
export type ExistingContact = Pick<Contact, 'id' | 'full_name'> &
  Pick<DuplicatePair, 'score' | 'reasons' | 'looks_like'>

/** Details of a contact about to be created: phone as E.164, e-mail in lower case. */
export type NewContactDetails = {
  first_name: string
  last_name: string | null
  phone: string | null
  email: string | null
}

/** Possible matches, highest score first. Empty without phone, e-mail or name. */
export async function readExistingContacts(backend: Backend, described: NewContactDetails): Promise<ExistingContact[]> {
  if (!described.phone && !described.email && !described.last_name) return []
  const { data } = await backend.rpc('known_people', described).throwOnError()
  return data
}

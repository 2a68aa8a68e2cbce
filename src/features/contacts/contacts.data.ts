// Queries and mutations of one contact: details, household and contact points.
import { mutationOptions, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { latestOwnVersion, recordSave } from '#client/save-chain.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'
import { isUuid } from '#lib/is-uuid.ts'
import { EditConflict } from '#platform/editing/edit-conflict.ts'
import type { Contact, ContactPoint, ContactStaffDetails, Household } from './contacts.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'contact_staff_details.first_touch': ContactStaffDetails['first_touch']
    'contact_staff_details.last_touch': ContactStaffDetails['last_touch']
  }
}

type Facts =
  | 'id'
  | 'first_name'
  | 'last_name'
  | 'full_name'
  | 'gender_form'
  | 'birth_date'
  | 'lifecycle'
  | 'do_not_contact'
  | 'owner_id'
  | 'client_user_id'
  | 'source'
  | 'household_role'
  | 'external_id'
  | 'merged_into_id'
  | 'created_at'
  | 'deleted_at'
  | 'version'
export type Point = Pick<
  ContactPoint,
  | 'id'
  | 'kind'
  | 'value_raw'
  | 'value_norm'
  | 'is_primary'
  | 'shared_in_household'
  | 'verified_at'
  | 'bounced_at'
  | 'complained_at'
>
type Member = Pick<Contact, 'id' | 'full_name' | 'gender_form' | 'household_role' | 'deleted_at'>
export type ShownContact = Pick<Contact, Facts> & {
  household: (Pick<Household, 'id' | 'name' | 'address'> & { members: Member[] }) | null
  points: Point[]
  staff_details: ContactStaffDetails | null
}

const shownColumns = `id, first_name, last_name, full_name, gender_form, birth_date, lifecycle, do_not_contact, owner_id,
  client_user_id, source, household_role, external_id, merged_into_id, created_at, deleted_at, version,
  staff_details:contact_staff_details(*),
  household:households(id, name, address, members:contacts(id, full_name, gender_form, household_role, deleted_at)),
  points:contact_points(id, kind, value_raw, value_norm, is_primary, shared_in_household, verified_at, bounced_at, complained_at)`

/**
 * Null if the id is unknown or hidden by row-level security. Deleted and merged contacts are returned with their
 * status.
 */
export async function readContact(backend: Backend, id: string): Promise<ShownContact | null> {
  if (!isUuid(id)) return null
  const { data } = await backend.from('contacts').select(shownColumns).eq('id', id).maybeSingle().throwOnError()
  return data
}

export const contactKey = (id: string) => ['contacts', 'one', id] as const

export function useContact(id: string, isWanted = true) {
  const backend = useBackend()
  return useQuery({ queryKey: contactKey(id), queryFn: () => readContact(backend, id), enabled: isWanted })
}

/** Refetches the contact when the change feed reports it. */
export function useLiveContact(id: string) {
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: contactKey(id) })
  useTableChanges({ table: 'contacts', filter: `id=eq.${id}`, onChanges: readAgain, onReconnect: readAgain })
  useTableChanges({ table: 'contact_staff_details', filter: `contact_id=eq.${id}`, onChanges: readAgain })
}

export type ContactChanges = Partial<
  Pick<
    Contact,
    | 'first_name'
    | 'last_name'
    | 'gender_form'
    | 'birth_date'
    | 'lifecycle'
    | 'do_not_contact'
    | 'owner_id'
    | 'source'
    | 'external_id'
    | 'household_id'
    | 'household_role'
    | 'home_mail'
    | 'deleted_at'
  >
>

/** Updates the contact if its version is unchanged. */
export async function changeContact(
  backend: Backend,
  seen: Pick<ShownContact, 'id' | 'version'>,
  changes: ContactChanges,
): Promise<ShownContact> {
  const { data } = await backend
    .from('contacts')
    .update(changes)
    .eq('id', seen.id)
    .eq('version', seen.version)
    .select(shownColumns)
    .throwOnError()
  if (data[0]) return data[0]
  const theirs = await readContact(backend, seen.id)
  throw new EditConflict(theirs?.deleted_at === null ? theirs : null)
}

type Change = { seen: ShownContact; changes: ContactChanges }

/**
 * Optimistic edit with rollback. Edits of one contact are queued. Each is based on the displayed version, incremented
 * by the user's preceding edits.
 */
export function contactChange(backend: Backend, queries: QueryClient, id: string) {
  const mutationKey = ['contacts', 'change', id]
  const show = (changes: ContactChanges) =>
    queries.setQueryData<ShownContact>(contactKey(id), (contact) => contact && withFacts(contact, changes))
  const showPending = (but: Change) => {
    for (const { state } of queries.getMutationCache().findAll({ mutationKey, status: 'pending' })) {
      const change = state.variables as Change | undefined
      if (change && change !== but) show(change.changes)
    }
  }
  return mutationOptions({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    async mutationFn({ seen, changes }: Change) {
      const over = { id, version: latestOwnVersion(queries, seen) }
      const saved = await changeContact(backend, over, changes)
      recordSave(queries, over, saved.version)
      return saved
    },
    onMutate: ({ seen, changes }) => {
      queries.setQueryData<ShownContact>(contactKey(id), (contact) => contact ?? seen)
      show(changes)
    },
    onSuccess(contact, change) {
      queries.setQueryData(contactKey(id), contact)
      showPending(change)
    },
    onError(error, change) {
      if (error instanceof EditConflict) queries.setQueryData(contactKey(id), error.theirs)
      else
        show(
          Object.fromEntries(
            Object.keys(change.changes).map((name) => [name, change.seen[name as Facts & keyof ContactChanges]]),
          ),
        )
      showPending(change)
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['contacts', 'list'] }),
        queries.invalidateQueries({ queryKey: ['households'] }),
      ]),
  })
}

function withFacts(contact: ShownContact, changes: ContactChanges): ShownContact {
  const next = { ...contact, ...changes }
  return { ...next, full_name: [next.first_name, next.last_name].filter(Boolean).join(' ') }
}

export const useChangeContact = (id: string) => useMutation(contactChange(useBackend(), useQueryClient(), id))

export type NewContact = {
  first_name: string
  last_name: string | null
  phone: string | null
  email: string | null
  source: string | null
}

export async function addContact(backend: Backend, contact: NewContact): Promise<Pick<Contact, 'id' | 'full_name'>> {
  const { data } = await backend.rpc('add_contact', contact).throwOnError()
  return data
}

export function useAddContact() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (contact: NewContact) => addContact(backend, contact),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['contacts'] }),
  })
}

// Reads and writes of a household: details, members and opportunities.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import type { Tables } from '#client/database.types.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'
import { isUuid } from '#lib/is-uuid.ts'
import { EditConflict } from '#platform/editing/edit-conflict.ts'
import type { Contact, ContactPoint, Household } from '#features/contacts/contacts.ts'

export type Member = Pick<
  Contact,
  'id' | 'full_name' | 'gender_form' | 'household_role' | 'lifecycle' | 'home_mail' | 'deleted_at' | 'version'
> & {
  points: Pick<ContactPoint, 'id' | 'kind' | 'value_norm' | 'is_primary' | 'bounced_at' | 'shared_in_household'>[]
  opportunities: (Pick<Tables<'opportunities'>, 'id' | 'name' | 'amount_agorot' | 'status' | 'deleted_at'> & {
    stage: Pick<Tables<'pipeline_stages'>, 'name' | 'color'> | null
  })[]
}
export type ShownHousehold = Pick<
  Household,
  'id' | 'name' | 'address' | 'notes' | 'custom' | 'deleted_at' | 'version'
> & { members: Member[] }

const shownColumns = `id, name, address, notes, custom, deleted_at, version,
  members:contacts(id, full_name, gender_form, household_role, lifecycle, home_mail, deleted_at, version,
    points:contact_points(id, kind, value_norm, is_primary, bounced_at, shared_in_household),
    opportunities(id, name, amount_agorot, status, deleted_at, stage:pipeline_stages(name, color)))`

/** Null if the household is unknown or hidden by row-level security. Deleted members are omitted. */
export async function readHousehold(backend: Backend, id: string): Promise<ShownHousehold | null> {
  if (!isUuid(id)) return null
  const { data } = await backend
    .from('households')
    .select(shownColumns)
    .eq('id', id)
    .is('deleted_at', null)
    .maybeSingle()
    .throwOnError()
  if (!data) return null
  const members = data.members
    .filter(({ deleted_at }) => deleted_at === null)
    .toSorted((a, b) => a.full_name.localeCompare(b.full_name, 'he'))
  return { ...data, members }
}

const householdKey = (id: string) => ['households', id] as const

export function useHousehold(id: string) {
  const backend = useBackend()
  return useQuery({ queryKey: householdKey(id), queryFn: () => readHousehold(backend, id), staleTime: 0 })
}

export function useLiveHousehold(id: string) {
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: householdKey(id) })
  useTableChanges({
    table: 'contacts',
    filter: `household_id=eq.${id}`,
    onChanges: readAgain,
    onReconnect: readAgain,
  })
}

export type HouseholdChanges = Partial<Pick<Household, 'name' | 'address' | 'notes' | 'custom'>>

/** Updates the household if its version is unchanged. Returns the new version. */
export function useChangeHousehold() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ seen, changes }: { seen: Pick<Household, 'id' | 'version'>; changes: HouseholdChanges }) {
      const { data } = await backend
        .from('households')
        .update(changes)
        .eq('id', seen.id)
        .eq('version', seen.version)
        .select('version')
        .throwOnError()
      if (!data[0]) throw new EditConflict(await readHousehold(backend, seen.id))
      return data[0].version
    },
    onSettled: () =>
      Promise.all(['households', 'contacts'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  })
}

export type MemberChanges = Partial<Pick<Contact, 'household_id' | 'household_role' | 'home_mail'>>

/** Changes a member's role and mail preference, or removes the member. */
export function useChangeMember() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    // Serialized, so that the last choice is also the last write.
    scope: { id: 'household members' },
    mutationFn: async ({ id, changes }: { id: string; changes: MemberChanges }) =>
      void (await backend.from('contacts').update(changes).eq('id', id).select('id').single().throwOnError()),
    onSettled: () =>
      Promise.all(['households', 'contacts'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  })
}

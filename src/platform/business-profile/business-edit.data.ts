// Reads and writes of the business profile for its editors.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend, useUserId } from '#client/session-context.tsx'
import type { BusinessProfile } from './business-profile.ts'
import { businessProfileKey } from './business-profile.data.ts'
import { changedSince, type ProfileChanges } from './profile-changes.ts'

export type StoredProfile = Omit<BusinessProfile, 'created_at' | 'is_demo'>

const profileColumns = `user_id, business_name, legal_name, company_number, address, phone, mobile, email, privacy_email,
  accessibility_email, accessibility_coordinator, product_name, coach_name, hours, login_url, socials, logo_url, logo_light_url,
  logo_dark_url, profile_image_url, brand_colors, published_at, updated_at, updated_by, version`

/** Owner of the business profile and the profile itself; null before the first save. */
export type EditableBusiness = { profileOf: string; profile: StoredProfile | null }

export async function readEditableBusiness(backend: Backend, userId: string): Promise<EditableBusiness> {
  const { data: ownerId } = await backend.rpc('business_owner_id').throwOnError()
  const profileOf = typeof ownerId === 'string' ? ownerId : userId
  return { profileOf, profile: await readProfile(backend, profileOf) }
}

async function readProfile(backend: Backend, profileOf: string): Promise<StoredProfile | null> {
  const { data } = await backend
    .from('business_profiles')
    .select(profileColumns)
    .eq('user_id', profileOf)
    .maybeSingle()
    .throwOnError()
  return data
}

/** Edit conflict: columns of this edit were saved since they were read. `theirs` is the current row. */
export class EditConflict extends Error {
  readonly theirs: StoredProfile
  constructor(theirs: StoredProfile) {
    super('stale_version')
    this.theirs = theirs
  }
}

/**
 * Updates the changed columns only. Concurrent changes of other columns are merged; changes of the same column throw EditConflict. `seen`
 * is the row the form was opened with; null if there was none.
 */
export async function saveProfile(
  backend: Backend,
  { profileOf, seen, changes }: { profileOf: string; seen: StoredProfile | null; changes: ProfileChanges },
): Promise<StoredProfile> {
  const row = { ...changes, updated_at: new Date().toISOString() }
  const table = backend.from('business_profiles')
  if (!seen) {
    const { data } = await table
      .insert({ ...row, user_id: profileOf })
      .select(profileColumns)
      .single()
      .throwOnError()
    return data
  }
  const { data } = await table
    .update(row)
    .eq('user_id', profileOf)
    .eq('version', seen.version)
    .select(profileColumns)
    .throwOnError()
  if (data[0]) return data[0]
  const theirs = await readProfile(backend, profileOf)
  // The row is readable but the update matched no row: the right to update was revoked.
  if (!theirs || theirs.version === seen.version)
    throw Object.assign(new Error('No right to update the profile'), { code: '42501' })
  if (changedSince(seen, theirs, Object.keys(changes)).length > 0) throw new EditConflict(theirs)
  return saveProfile(backend, { profileOf, seen: theirs, changes })
}

const editableBusinessKey = (userId: string) => [...businessProfileKey, 'editable', userId]

export function useEditableBusiness() {
  const backend = useBackend()
  const userId = useUserId()
  return useQuery({ queryKey: editableBusinessKey(userId), queryFn: () => readEditableBusiness(backend, userId) })
}

export function useSaveProfile() {
  const backend = useBackend()
  const userId = useUserId()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (wish: Parameters<typeof saveProfile>[1]) => saveProfile(backend, wish),
    onSuccess: (profile) =>
      queries.setQueryData<EditableBusiness>(editableBusinessKey(userId), { profileOf: profile.user_id, profile }),
    onSettled: () => queries.invalidateQueries({ queryKey: businessProfileKey }),
  })
}

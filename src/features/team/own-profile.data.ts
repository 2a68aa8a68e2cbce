// Data access of a staff member's own profile: name, photo, signature, form of address.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { checkPicture } from '#client/picture-file.ts'
import { useBackend, useUserId } from '#client/session-context.tsx'
import type { ProfileEdit, StaffProfile } from './team.ts'

const key = (userId: string) => ['team', 'profile', userId] as const

/** Null while the user has no profile row. */
export async function readProfile(backend: Backend, userId: string): Promise<StaffProfile | null> {
  const { data } = await backend.from('staff_profiles').select('*').eq('user_id', userId).maybeSingle().throwOnError()
  return data
}

export function useOwnProfile() {
  const backend = useBackend()
  const userId = useUserId()
  return useQuery({ queryKey: key(userId), queryFn: () => readProfile(backend, userId) })
}

type Change = Partial<ProfileEdit & Pick<StaffProfile, 'photo_path'>>
type FirstChange = Change & Pick<ProfileEdit, 'full_name'>

/** The paths of the current and the previous photo; older files are deleted. */
const filesToKeep = 2

/** Uploads a photo to the user's own folder and returns its path. Throws a PictureRefused, or the server's error. */
export async function uploadPhoto(backend: Backend, userId: string, file: Blob): Promise<string> {
  const { type, ending } = await checkPicture(file)
  const bucket = backend.storage.from('business-profiles')
  const { data } = await bucket.list(userId, { search: 'staff_', sortBy: { column: 'created_at', order: 'desc' } })
  const old = (data ?? []).filter(({ name }) => name.startsWith('staff_')).slice(filesToKeep - 1)
  if (old.length > 0) await bucket.remove(old.map(({ name }) => `${userId}/${name}`))
  const path = `${userId}/staff_${Date.now()}.${ending}`
  // The content type follows the file's bytes, not its name.
  const { error } = await bucket.upload(path, new Blob([file], { type }), { contentType: type })
  if (error) throw error
  return path
}

/** Updates only the given version; the first save inserts the row. Another window of the user may have saved since. */
async function saveProfile(
  backend: Backend,
  userId: string,
  { seen, change }: { seen: StaffProfile; change: Change } | { seen: null; change: FirstChange },
) {
  const table = backend.from('staff_profiles')
  if (!seen) return void (await table.insert({ user_id: userId, ...change }).throwOnError())
  if (Object.keys(change).length === 0) return
  const { data } = await table
    .update(change)
    .eq('user_id', userId)
    .eq('version', seen.version)
    .select('user_id')
    .throwOnError()
  if (data.length === 0) throw Object.assign(new Error('profile_changed'), { code: 'PT409' })
}

export function useSaveProfile() {
  const backend = useBackend()
  const userId = useUserId()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (wish: Parameters<typeof saveProfile>[2]) => saveProfile(backend, userId, wish),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: key(userId) }),
        queries.invalidateQueries({ queryKey: ['staff_members'] }),
      ]),
  })
}

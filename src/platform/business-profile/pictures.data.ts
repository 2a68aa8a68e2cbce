// Logos and profile image: the file is uploaded to its bucket, then referenced by the profile (spec §7).
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend, useSession } from '#client/session-context.tsx'
import { type BusinessProfile, type PictureKind, pictureKinds } from './business-profile.ts'
import { businessProfileKey } from './business-profile.data.ts'
import { checkPicture, PictureRefused } from '#client/picture-file.ts'

type Names = Partial<Pick<BusinessProfile, 'logo_url' | 'logo_light_url' | 'logo_dark_url' | 'profile_image_url'>>
type Place = { profileOf: string; kind: PictureKind }

/** Files retained per kind: recently sent mail and cached pages still reference the previous one. */
const maxFiles = 3

/** Uploads an image and references it in the profile of `profileOf`. Throws a PictureRefused, or the server's refusal. */
export async function uploadPicture(
  backend: Backend,
  userId: string | undefined,
  { profileOf, kind, file }: Place & { file: Blob },
): Promise<void> {
  if (userId === undefined) throw new PictureRefused('not_signed_in')
  const { bucket: bucketId } = pictureKinds[kind]
  const { type, ending } = await checkPicture(file)
  const bucket = backend.storage.from(bucketId)
  await deleteOldFiles(bucket, userId, kind)
  const now = Date.now()
  const path = `${userId}/${kind}_${now}.${ending}`
  // The content type follows the detected format, not the file extension.
  const body = new Blob([file], { type })
  const { error } = await bucket.upload(path, body, { contentType: type, cacheControl: '0', upsert: true })
  if (error) throw error
  const { publicUrl } = bucket.getPublicUrl(path).data
  await referencePicture(backend, { profileOf, kind, address: `${publicUrl}?t=${now}` })
}

/** Writes the image URL, or null, into every column of its kind. */
export async function referencePicture(
  backend: Backend,
  { profileOf, kind, address }: Place & { address: string | null },
): Promise<void> {
  const names: Names = Object.fromEntries(pictureKinds[kind].columns.map((column) => [column, address]))
  const { data } = await backend
    .from('business_profiles')
    .update({ ...names, updated_at: new Date().toISOString() })
    .eq('user_id', profileOf)
    .select('user_id')
    .throwOnError()
  if (data.length === 0) throw Object.assign(new Error('No such profile'), { code: '42501' })
}

/** An account stores at most twenty images: the oldest unreferenced ones are deleted. */
async function deleteOldFiles(bucket: ReturnType<Backend['storage']['from']>, userId: string, kind: PictureKind) {
  const { data } = await bucket.list(userId, { search: `${kind}_`, sortBy: { column: 'created_at', order: 'desc' } })
  const old = (data ?? []).filter(({ name }) => name.startsWith(`${kind}_`)).slice(maxFiles - 1)
  if (old.length > 0) await bucket.remove(old.map(({ name }) => `${userId}/${name}`))
}

function useInvalidate() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: businessProfileKey })
}

export function useUploadPicture() {
  const backend = useBackend()
  const { user } = useSession()
  return useMutation({
    mutationFn: (wish: Place & { file: Blob }) => uploadPicture(backend, user?.id, wish),
    onSettled: useInvalidate(),
  })
}

export function useNamePicture() {
  const backend = useBackend()
  return useMutation({
    mutationFn: (wish: Place & { address: string | null }) => referencePicture(backend, wish),
    onSettled: useInvalidate(),
  })
}

// Staff by name, for avatars and owner fields.
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'
import type { StaffMember } from './accounts.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'staff_members.roles': StaffMember['roles']
  }
}

/** A colleague with the URL of the profile image, if there is one. */
export type Colleague = StaffMember & { photo_url: string | null }

/** URL of a staff member's profile image. */
export const photoUrl = (backend: Backend, path: string | null) =>
  path && backend.storage.from('business-profiles').getPublicUrl(path).data.publicUrl

export async function readStaff(backend: Backend): Promise<Colleague[]> {
  const { data } = await backend.rpc('staff_members').throwOnError()
  return data.map((member) => ({ ...member, photo_url: photoUrl(backend, member.photo_path) }))
}

export function useStaff() {
  const backend = useBackend()
  return useQuery({ queryKey: ['staff_members'], queryFn: () => readStaff(backend) })
}

/** Looks up a staff name by user id; undefined while loading and for deactivated users. */
export function useStaffName(): (id: string | null) => string | undefined {
  const { data } = useStaff()
  return useCallback((id) => data?.find(({ user_id }) => user_id === id)?.name, [data])
}

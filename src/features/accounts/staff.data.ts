// The colleagues by name, for avatars and "in whose care".
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'
import type { StaffMember } from './accounts.ts'

export async function readStaff(backend: Backend): Promise<StaffMember[]> {
  const { data } = await backend.rpc('staff_members').throwOnError()
  return data as StaffMember[]
}

export function useStaff() {
  const backend = useBackend()
  return useQuery({ queryKey: ['staff_members'], queryFn: () => readStaff(backend) })
}

/** Finds the name of a colleague by id; undefined while the list is on its way and for whoever has left. */
export function useStaffName(): (id: string | null) => string | undefined {
  const { data } = useStaff()
  return useCallback((id) => data?.find(({ user_id }) => user_id === id)?.name, [data])
}

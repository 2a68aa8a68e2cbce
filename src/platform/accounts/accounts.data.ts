// Active roles of the signed-in user, for routing and navigation. Row-level security checks every row again.
import { useQuery } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend, useUserId } from '#client/session-context.tsx'
import type { Role } from './accounts.ts'

export async function readActiveRoles(backend: Backend, userId: string): Promise<Role[]> {
  const { data } = await backend
    .from('user_roles')
    .select('role')
    .eq('user_id', userId)
    .eq('is_active', true)
    .throwOnError()
  return data.map(({ role }) => role)
}

export function useActiveRoles() {
  const backend = useBackend()
  const userId = useUserId()
  return useQuery({ queryKey: ['user_roles', userId], queryFn: () => readActiveRoles(backend, userId) })
}

/** Whether the user has an active role 'client' (spec §4, §7). */
export async function readIsClient(backend: Backend, userId: string): Promise<boolean> {
  const { data } = await backend
    .from('user_roles')
    .select('user_id, role, is_active')
    .eq('user_id', userId)
    .eq('role', 'client')
    .eq('is_active', true)
    .throwOnError()
  return data.length > 0
}

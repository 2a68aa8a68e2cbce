// Which parts of the house the signed-in person may enter. The database decides again at every row.
import { useQuery } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend, useUserId } from '#client/session-context.tsx'

export async function readActiveRoles(backend: Backend, userId: string): Promise<string[]> {
  const { data, error } = await backend.from('user_roles').select('role').eq('user_id', userId).eq('is_active', true)
  if (error) throw error
  return data.map((row) => row.role as string)
}

export function useActiveRoles() {
  const backend = useBackend()
  const userId = useUserId()
  return useQuery({ queryKey: ['user_roles', userId], queryFn: () => readActiveRoles(backend, userId) })
}

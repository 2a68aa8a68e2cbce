import { useActiveRoles } from '#platform/accounts/accounts.data.ts'
import { type Role, roles } from '#platform/accounts/roles.ts'

/** The signed-in user's roles; empty while loading. */
export function useOwnRoles(): Role[] {
  const { data = [] } = useActiveRoles()
  return roles.filter((role) => data.includes(role))
}

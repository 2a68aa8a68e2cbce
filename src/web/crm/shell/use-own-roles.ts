import { useActiveRoles } from '#features/accounts/accounts.data.ts'
import { type Role, roles } from '#features/accounts/roles.ts'

/** What the signed-in person is in the business; nothing while it is being asked. */
export function useOwnRoles(): Role[] {
  const { data = [] } = useActiveRoles()
  return roles.filter((role) => data.includes(role))
}

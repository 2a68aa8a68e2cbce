import { useActiveRoles } from '#features/accounts/accounts.data.ts'
import { Role } from '#features/accounts/accounts.ts'

/** What the signed-in person is in the business; nothing while it is being asked. */
export function useOwnRoles(): Role[] {
  const { data } = useActiveRoles()
  return (data ?? []).flatMap((role) => Role.safeParse(role).data ?? [])
}

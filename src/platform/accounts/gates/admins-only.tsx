import { Outlet } from 'react-router'
import { useActiveRoles } from '#platform/accounts/accounts.data.ts'
import { isAdmin } from '#platform/accounts/roles.ts'
import { AccessDenied } from '#platform/screens/access-denied.tsx'

/** Route guard of admin pages. The shell has loaded the roles; row-level security enforces access. */
export function Component() {
  const { data } = useActiveRoles()
  if (isAdmin(data ?? [])) return <Outlet />
  return <AccessDenied text="העמודים האלה פתוחים להנהלת העסק. מי שאחראי על העסק יכול לתת גישה." />
}

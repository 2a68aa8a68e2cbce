import { Outlet } from 'react-router'
import { useActiveRoles } from '#features/accounts/accounts.data.ts'
import { isAdmin } from '#features/accounts/roles.ts'
import { AccessDenied } from '../access-denied.tsx'

/** Stands before the pages below /admin. The shell has asked for the roles before; the database decides again at every row. */
export function Component() {
  const { data } = useActiveRoles()
  if (isAdmin(data ?? [])) return <Outlet />
  return <AccessDenied text="העמודים האלה פתוחים להנהלת העסק. מי שאחראי על העסק יכול לתת גישה." />
}

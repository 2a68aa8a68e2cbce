import { Outlet } from 'react-router'
import { useActiveRoles } from '#features/accounts/accounts.data.ts'
import { Role, seesContacts } from '#features/accounts/accounts.ts'
import { NotForYou } from './not-for-you.tsx'

/** Whether the signed-in person works with people and sales. Content staff do not: the database shows them none. */
export function useSeesContacts(): boolean {
  const { data } = useActiveRoles()
  return seesContacts((data ?? []).flatMap((role) => Role.safeParse(role).data ?? []))
}

/** Stands before the rooms in which people and sales are shown. */
export function Component() {
  if (useSeesContacts()) return <Outlet />
  return <NotForYou text="אנשי קשר ומכירות פתוחים לצוות המכירות והליווי. מי שאחראי על העסק יכול לתת גישה." />
}

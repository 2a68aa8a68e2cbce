import { Outlet } from 'react-router'
import { seesContacts } from '#features/accounts/roles.ts'
import { AccessDenied } from '../access-denied.tsx'
import { useOwnRoles } from '../use-own-roles.ts'

/** Whether the signed-in person works with people and sales. Content staff do not: the database shows them none. */
export const useSeesContacts = (): boolean => seesContacts(useOwnRoles())

/** Stands before the rooms in which people and sales are shown. */
export function Component() {
  if (useSeesContacts()) return <Outlet />
  return <AccessDenied text="אנשי קשר ומכירות פתוחים לצוות המכירות והליווי. מי שאחראי על העסק יכול לתת גישה." />
}

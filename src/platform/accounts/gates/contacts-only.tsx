import { Outlet } from 'react-router'
import { seesContacts } from '#platform/accounts/roles.ts'
import { AccessDenied } from '#platform/screens/access-denied.tsx'
import { useOwnRoles } from '../use-own-roles.ts'

/** Whether the user may see contacts and opportunities. Content staff may not; row-level security hides them. */
export const useSeesContacts = (): boolean => seesContacts(useOwnRoles())

/** Route guard of screens with contacts and opportunities. */
export function Component() {
  if (useSeesContacts()) return <Outlet />
  return <AccessDenied text="אנשי קשר ומכירות פתוחים לצוות המכירות והליווי. מי שאחראי על העסק יכול לתת גישה." />
}

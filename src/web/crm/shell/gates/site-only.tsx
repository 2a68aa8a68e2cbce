import { Outlet } from 'react-router'
import { caresForSite } from '#features/accounts/roles.ts'
import { AccessDenied } from '../access-denied.tsx'
import { useOwnRoles } from '../use-own-roles.ts'

/** Stands before the rooms in which the site is written. */
export function Component() {
  if (caresForSite(useOwnRoles())) return <Outlet />
  return <AccessDenied text="תוכן האתר פתוח לבעלות, להנהלה ולצוות התוכן. מי שאחראי על העסק יכול לתת גישה." />
}

import { Outlet } from 'react-router'
import { managesSite } from '#platform/accounts/roles.ts'
import { AccessDenied } from '#platform/screens/access-denied.tsx'
import { useOwnRoles } from '../use-own-roles.ts'

/** Route guard of the site's editing screens. */
export function Component() {
  if (managesSite(useOwnRoles())) return <Outlet />
  return <AccessDenied text="תוכן האתר פתוח לבעלות, להנהלה ולצוות התוכן. מי שאחראי על העסק יכול לתת גישה." />
}

import { Outlet } from 'react-router'
import { managesSite } from '#features/accounts/roles.ts'
import { NotForYou } from '../not-for-you.tsx'
import { useOwnRoles } from '../own-roles.ts'

/** Stands before the rooms in which the site is written. */
export function Component() {
  if (managesSite(useOwnRoles())) return <Outlet />
  return <NotForYou text="תוכן האתר פתוח לבעלות, להנהלה ולצוות התוכן. מי שאחראי על העסק יכול לתת גישה." />
}

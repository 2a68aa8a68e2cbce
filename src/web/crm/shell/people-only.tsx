import { Outlet } from 'react-router'
import { useActiveRoles } from '#features/accounts/accounts.data.ts'
import { Role, seesContacts } from '#features/accounts/accounts.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { useScreenTitle } from './screen-title.tsx'

/** Whether the signed-in person works with people and sales. Content staff do not: the database shows them none. */
export function useSeesContacts(): boolean {
  const { data } = useActiveRoles()
  return seesContacts((data ?? []).flatMap((role) => Role.safeParse(role).data ?? []))
}

/** Stands before the rooms in which people and sales are shown. */
export function Component() {
  if (useSeesContacts()) return <Outlet />
  return <NotForYou />
}

function NotForYou() {
  useScreenTitle('אין גישה למסך הזה')
  return (
    <div className="view">
      <h1 className="vh">אין גישה למסך הזה</h1>
      <EmptyState
        title="המסך הזה אינו פתוח לכם"
        text="אנשי קשר ומכירות פתוחים לצוות המכירות והליווי. מי שאחראי על העסק יכול לתת גישה."
      />
    </div>
  )
}

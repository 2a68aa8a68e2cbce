import { FileDown, UserX } from 'lucide-react'
import { Link } from 'react-router'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { MenuItem } from '#ui/layers/menu.tsx'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'

/** Menu items for data subject requests. Renders nothing without the right. */
export function PersonDataMenuItems({ contactId }: { contactId: string }) {
  const roles = useOwnRoles()
  const to = `/crm/settings?tab=privacy&contact=${contactId}`
  if (!isAdmin(roles)) return null
  return (
    <>
      <MenuItem icon={FileDown} render={<Link to={to} />}>
        ייצוא כל המידע על האדם
      </MenuItem>
      {roles.includes('owner') && (
        <MenuItem icon={UserX} danger render={<Link to={to} />}>
          מחיקת הפרטים לבקשת האדם
        </MenuItem>
      )}
    </>
  )
}

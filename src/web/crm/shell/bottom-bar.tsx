import './bottom-bar.css'
import { LayoutDashboard, Menu as Lines, SquareKanban, Users } from 'lucide-react'
import { NavLink } from 'react-router'
import { Icon } from '#ui/icon.tsx'
import { useSeesContacts } from './people-only.tsx'
import { UserMenu } from './user-menu.tsx'

/** The rooms on a phone, under the thumb. */
export function BottomBar() {
  const seesContacts = useSeesContacts()
  return (
    <nav className="bottom-bar" aria-label="ניווט ראשי">
      <NavLink to="/crm" end className="bottom-bar__item">
        <Icon of={LayoutDashboard} />
        היום
      </NavLink>
      {seesContacts && (
        <>
          <NavLink to="/crm/pipeline" className="bottom-bar__item">
            <Icon of={SquareKanban} />
            מכירות
          </NavLink>
          <NavLink to="/crm/contacts" className="bottom-bar__item">
            <Icon of={Users} />
            אנשי קשר
          </NavLink>
        </>
      )}
      <UserMenu
        settings
        side="top"
        align="end"
        trigger={
          <button type="button" className="bottom-bar__item">
            <Icon of={Lines} />
            עוד
          </button>
        }
      />
    </nav>
  )
}

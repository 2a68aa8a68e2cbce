import './bottom-bar.css'
import { Menu as Lines } from 'lucide-react'
import { NavLink } from 'react-router'
import { Icon } from '#ui/pictures/icon.tsx'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { navigationFor } from '../navigation/navigation.ts'
import { UserMenu } from './user-menu.tsx'

const maxOnBar = 4

/** Mobile navigation: the most used items in the bar, the others in a "more" menu. */
export function BottomBar() {
  const items = navigationFor(useOwnRoles()).flatMap((group) => group.items)
  const rooms = [...items.filter(({ isDaily }) => isDaily), ...items.filter(({ isDaily }) => !isDaily)]
  return (
    <nav className="bottom-bar" aria-label="ניווט ראשי">
      {rooms.slice(0, maxOnBar).map(({ to, text, short, icon, exact = false }) => (
        <NavLink key={to} to={to} end={exact} className="bottom-bar__item">
          <Icon of={icon} />
          {short ?? text}
        </NavLink>
      ))}
      <UserMenu
        settings
        rooms={rooms.slice(maxOnBar)}
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

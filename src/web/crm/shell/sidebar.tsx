import './sidebar.css'
import { Settings } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { Icon } from '#ui/pictures/icon.tsx'
import { Logo } from '#ui/pictures/logo.tsx'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { navigationFor } from '../navigation/navigation.ts'
import { useBusiness } from '#platform/business-profile/business-context.tsx'
import { SignedInPerson, UserMenu } from './user-menu.tsx'

/** Desktop navigation. */
export function Sidebar() {
  const business = useBusiness()
  const roles = useOwnRoles()
  const { pathname } = useLocation()
  const links = useRef<HTMLDivElement>(null)
  // On a low viewport the link of the current screen may be out of view.
  useEffect(() => {
    links.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  return (
    <aside className="side" aria-label="ניווט במערכת">
      <div className="side__in">
        <Link to="/crm" className="side__business" aria-label={business.name ? undefined : 'לדף הבית'}>
          <Logo name={business.name} image={business.logo} />
        </Link>
        <div className="side__nav" ref={links}>
          {navigationFor(roles).map(({ label, items }) => (
            <nav key={label ?? 'first'} aria-label={label ?? 'ראשי'}>
              {label && <h2 className="side__label">{label}</h2>}
              {items.map(({ to, text, icon, exact = false }) => (
                <NavLink key={to} to={to} end={exact} className="side__link">
                  <Icon of={icon} />
                  <span>{text}</span>
                </NavLink>
              ))}
            </nav>
          ))}
        </div>
        <div className="side__messages" />
        <div className="side__end">
          <NavLink to="/crm/settings" className="side__link">
            <Icon of={Settings} />
            <span>הגדרות</span>
          </NavLink>
          <UserMenu
            settings
            side="top"
            align="start"
            trigger={
              <button type="button" className="side__me">
                <SignedInPerson />
              </button>
            }
          />
        </div>
      </div>
    </aside>
  )
}

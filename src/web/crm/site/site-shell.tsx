// The rooms in which the site is written, a tab for each.
import './site-shell.css'
import { useEffect, useRef } from 'react'
import { Link, NavLink, Outlet, useLocation } from 'react-router'
import { isAdmin } from '#features/accounts/accounts.ts'
import { buttonClasses } from '#ui/button.tsx'
import { useOwnRoles } from '../shell/own-roles.ts'
import { siteTabs } from './tabs.ts'

export function Component() {
  const { pathname } = useLocation()
  const mayUseLibrary = isAdmin(useOwnRoles())
  const nav = useRef<HTMLElement>(null)
  // On a phone the tabs are a row that may be longer than the screen.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  return (
    <div className="view">
      <div className="view__head">
        <h1>תוכן האתר</h1>
        {mayUseLibrary && (
          <div className="view__end">
            <Link className={buttonClasses({})} to="/admin/component-templates">
              ספריית המקטעים
            </Link>
          </div>
        )}
      </div>
      <nav ref={nav} className="site-tabs" aria-label="תוכן האתר">
        {siteTabs.map(({ to, text }) => (
          <NavLink key={to} to={to} end>
            {text}
          </NavLink>
        ))}
      </nav>
      <Outlet />
    </div>
  )
}

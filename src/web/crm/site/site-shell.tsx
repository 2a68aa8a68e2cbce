// The rooms in which the site is written, a tab for each.
import './site-shell.css'
import { useEffect, useRef } from 'react'
import { NavLink, Outlet, useLocation } from 'react-router'
import { siteTabs } from './tabs.ts'

export function Component() {
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  // On a phone the tabs are a row that may be longer than the screen.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  return (
    <div className="view">
      <div className="view__head">
        <h1>תוכן האתר</h1>
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

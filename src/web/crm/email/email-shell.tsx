// Mail to people, a tab for each side of it.
import '../site/site-shell.css'
import './email.css'
import { useEffect, useRef } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { isAdmin } from '#features/accounts/accounts.ts'
import { NotForYou } from '../shell/not-for-you.tsx'
import { useOwnRoles } from '../shell/own-roles.ts'
import { emailTabs } from './tabs.ts'

export function Component() {
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  // On a phone the tabs are a row that may be longer than the screen.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  const mayAll = isAdmin(useOwnRoles())
  const tabs = emailTabs.filter(({ isForAdmins }) => mayAll || !isForAdmins)
  const isOpen = tabs.some(({ to }) => to === pathname)
  return (
    <div className="view email">
      <div className="view__head">
        <h1>דיוור</h1>
      </div>
      {tabs.length > 1 && (
        <nav ref={nav} className="site-tabs" aria-label="דיוור">
          {tabs.map(({ to, text }) => (
            <Link key={to} to={to} {...(to === pathname && { 'aria-current': 'page' as const })}>
              {text}
            </Link>
          ))}
        </nav>
      )}
      {isOpen ? (
        <Outlet />
      ) : (
        <NotForYou text="רשימות, נוסחים ושעות פתוחים לבעלות ולהנהלה. מי שאחראי על העסק יכול לתת גישה." />
      )}
    </div>
  )
}

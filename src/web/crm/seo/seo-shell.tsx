// How the site is found, a tab for each side of it.
import '../site/site-shell.css'
import './seo.css'
import { useEffect, useRef } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { seoTabs, tabOf } from './tabs.ts'

export function Component() {
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  // On a phone the tabs are a row that may be longer than the screen.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  return (
    <div className="view site-rooms">
      <div className="view__head">
        <h1>קידום האתר</h1>
      </div>
      <nav ref={nav} className="site-tabs" aria-label="קידום האתר">
        {seoTabs.map(({ to, text }) => (
          <Link key={to} to={to} {...(tabOf(pathname) === to && { 'aria-current': 'page' as const })}>
            {text}
          </Link>
        ))}
      </nav>
      <Outlet />
    </div>
  )
}

import './link-tabs.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'

type Props = {
  label: string
  /** `end` is shown after the text, such as a count. */
  tabs: readonly { to: string; text: string; isOpen: boolean; end?: ReactNode }[]
  /** Navigates with replace, so that Back skips the opened tabs. */
  replace?: boolean
}

/** Tabs as links, each with its own URL. */
export function LinkTabs({ label, tabs, replace = false }: Props) {
  const nav = useRef<HTMLElement>(null)
  const open = tabs.findIndex(({ isOpen }) => isOpen)
  // On a phone the tab row may overflow. Only the row is scrolled, not the page.
  useEffect(() => {
    const tab = nav.current?.querySelector('[aria-current]')?.getBoundingClientRect()
    const row = nav.current?.getBoundingClientRect()
    if (!tab || !row) return
    const before = Math.min(0, tab.x - row.x)
    const behind = Math.max(0, tab.x + tab.width - row.x - row.width)
    nav.current?.scrollBy(before || behind, 0)
  }, [open])
  return (
    <nav ref={nav} className="link-tabs" aria-label={label}>
      {tabs.map(({ to, text, isOpen, end }) => (
        <Link key={to} to={to} replace={replace} {...(isOpen && { 'aria-current': 'page' as const })}>
          {text}
          {end}
        </Link>
      ))}
    </nav>
  )
}

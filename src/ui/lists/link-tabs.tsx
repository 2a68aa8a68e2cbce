import './link-tabs.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'

type Props = {
  label: string
  /** `end` stands behind the text, such as a count. */
  tabs: readonly { to: string; text: string; isOpen: boolean; end?: ReactNode }[]
  /** Going back passes by what was looked at. */
  replace?: boolean
}

/** Sides of one thing, each at an address of its own. */
export function LinkTabs({ label, tabs, replace = false }: Props) {
  const nav = useRef<HTMLElement>(null)
  const open = tabs.findIndex(({ isOpen }) => isOpen)
  // On a phone the tabs are a row that may be longer than the screen. Only the row is moved: the page stays where it is.
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

// Previous and next record of the list that the user came from.
import './record-pager.css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { buttonClasses } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { neighboursOf, readLastList } from './last-list.ts'
import type { Entity } from './saved-views.ts'

/** Links to the previous and next record, with shortcuts K and J. Renders nothing without a list. */
export function RecordPager({ entity, id, path }: { entity: Entity; id: string; path: (id: string) => string }) {
  const found = neighboursOf(readLastList(entity)?.ids ?? [], id)
  const go = useNavigate()
  const previous = found?.previous && path(found.previous)
  const next = found?.next && path(found.next)

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      if (isBusy(event.target)) return
      // event.code is the physical key: on a Hebrew layout J is ח and K is ל.
      const to = event.code === 'KeyJ' ? next : event.code === 'KeyK' ? previous : undefined
      if (!to) return
      event.preventDefault()
      void go(to)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [go, next, previous])

  if (!found || found.of < 2) return null
  return (
    <nav className="neighbours" aria-label="מעבר ברשימה">
      <Step to={previous} label="הקודם ברשימה" icon={ChevronRight} />
      <span className="neighbours__place">
        {found.place} מתוך {found.of}
      </span>
      <Step to={next} label="הבא ברשימה" icon={ChevronLeft} />
    </nav>
  )
}

function Step({ to, label, icon }: { to: string | undefined; label: string; icon: typeof ChevronLeft }) {
  const look = buttonClasses({ look: 'ghost', size: 'sm', iconOnly: true })
  if (!to)
    return (
      <span className={look} aria-disabled="true">
        <Icon of={icon} />
      </span>
    )
  return (
    <Link className={look} to={to} aria-label={label} title={label}>
      <Icon of={icon} />
    </Link>
  )
}

/** Shortcuts are ignored while typing, and while an overlay is open. */
const isBusy = (target: EventTarget | null) =>
  document.querySelector('.dialog, .palette, .menu') !== null ||
  (target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable=true]') !== null)

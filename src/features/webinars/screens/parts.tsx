// The tabs of the webinar editor. All tab panels stay mounted, so that input is preserved while another one is shown.
import './parts.css'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'

const names = {
  details: 'פרטים',
  page: 'עמוד',
  dates: 'מועדים',
  team: 'צוות',
  moments: 'רגעים',
  messages: 'הודעות',
  connections: 'חיבורים',
} as const
export type PartId = keyof typeof names

const ids = Object.keys(names) as PartId[]
const tabId = (id: PartId) => `webinar-${id}-tab`
const panelId = (id: PartId) => `webinar-${id}-part`

/** The active tab: initially the one in the URL fragment. */
export function usePart() {
  const { hash } = useLocation()
  const [part, setPart] = useState<PartId>(() => ids.find((id) => hash === `#${id}`) ?? 'details')
  return {
    part,
    setPart,
    /** Activates a tab. When it returns, an element of the panel can be focused. */
    show: (id: PartId) => flushSync(() => setPart(id)),
  }
}

/** Activates a tab, and moves the focus there. */
export function goToPart(id: PartId, show: (id: PartId) => void) {
  show(id)
  const panel = document.getElementById(panelId(id))
  panel?.scrollIntoView({ block: 'start' })
  panel?.focus({ preventScroll: true })
}

type TabsProps = { part: PartId; onPart: (id: PartId) => void }

/** Right to left: the left arrow key selects the next tab. */
const steps: Readonly<Record<string, (at: number) => number>> = {
  ArrowLeft: (at) => (at + 1) % ids.length,
  ArrowRight: (at) => (at + ids.length - 1) % ids.length,
  Home: () => 0,
  End: () => ids.length - 1,
}

export function PartTabs({ part, onPart }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  function move(event: KeyboardEvent) {
    // Alt and an arrow go back in the browser.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const next = ids[steps[event.key]?.(ids.indexOf(part)) ?? -1]
    if (!next) return
    event.preventDefault()
    onPart(next)
    list.current?.querySelector<HTMLElement>(`#${tabId(next)}`)?.focus()
  }
  return (
    <div ref={list} className="webinar-parts" role="tablist" aria-label="חלקי ההדרכה">
      {ids.map((id) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={tabId(id)}
          aria-selected={id === part}
          aria-controls={panelId(id)}
          tabIndex={id === part ? 0 : -1}
          onClick={() => onPart(id)}
          onKeyDown={move}
        >
          {names[id]}
        </button>
      ))}
    </div>
  )
}

type PanelProps = {
  id: PartId
  /** Without tabs all panels are shown, one below the other. */
  shown: PartId | undefined
  children: ReactNode
}

export const Part = ({ id, shown, children }: PanelProps) =>
  shown ? (
    <div
      id={panelId(id)}
      className="webinar-part"
      role="tabpanel"
      aria-labelledby={tabId(id)}
      tabIndex={-1}
      hidden={id !== shown}
    >
      {children}
    </div>
  ) : (
    <div id={panelId(id)} className="webinar-part">
      {children}
    </div>
  )

// The parts of the editor of a webinar, and the row that leads to them.
import './parts.css'
import type { ReactNode } from 'react'

const names = {
  details: 'פרטים',
  page: 'עמוד',
  dates: 'מועדים',
  team: 'צוות',
  moments: 'רגעים',
  messages: 'הודעות',
  connections: 'חיבורים',
} as const
type PartId = keyof typeof names

const domId = (id: PartId) => `webinar-${id}-part`

/** Scrolls to a part, and moves the focus there. */
export function goToPart(id: PartId) {
  const part = document.getElementById(domId(id))
  part?.scrollIntoView({ block: 'start' })
  part?.focus({ preventScroll: true })
}

export const Part = ({ id, children }: { id: PartId; children: ReactNode }) => (
  <div id={domId(id)} className="webinar-part" tabIndex={-1}>
    {children}
  </div>
)

export const PartsNav = () => (
  <nav className="webinar-parts" aria-label="חלקי ההדרכה">
    {(Object.keys(names) as PartId[]).map((id) => (
      <button key={id} type="button" onClick={() => goToPart(id)}>
        {names[id]}
      </button>
    ))}
  </nav>
)

import './section.css'
import type { ReactNode } from 'react'

type Shape = {
  /** Block id: the anchor, and the prefix of the heading id. */
  id: string
  ground: 'plain' | 'tint'
  children: ReactNode
  className?: string
  /** Whether an inner element, such as a scrollable table, already uses the heading as its label. */
  isNamedInside?: boolean
}

/** A section with a heading: give the heading `titleId(id)`. Adjacent sections on the same background share their padding. */
export function Section({ id, ground, children, className, isNamedInside = false }: Shape) {
  return (
    <section
      className={ground === 'tint' ? 'section section--tint' : 'section'}
      id={id}
      {...(!isNamedInside && { 'aria-labelledby': titleId(id) })}
    >
      <div className={className ? `wrap ${className}` : 'wrap'}>{children}</div>
    </section>
  )
}

export const titleId = (id: string) => `${id}-title`

/** Section heading with an optional lead. */
export function SectionHead({ id, title, lead }: { id: string; title: string; lead?: string }) {
  return (
    <div className="head">
      <h2 className="display d1" id={titleId(id)}>
        {title}
      </h2>
      {lead && <p className="lead">{lead}</p>}
    </div>
  )
}

import './section.css'
import type { ReactNode } from 'react'

type Shape = {
  /** The block's own name on its page: the anchor, and the root of its heading's name. */
  id: string
  ground: 'plain' | 'tint'
  children: ReactNode
  className?: string
  /** A part of its own inside already carries the heading's name: a table that scrolls. */
  isNamedInside?: boolean
}

/** A section under its heading: give the heading `titleId(id)`. Two that stand on one ground share the air between them. */
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

/** The heading of a section, with a sentence or two below. */
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

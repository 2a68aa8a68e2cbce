import type { ReactNode } from 'react'

/** A titled card of the portal. `deep` marks the most important one, at most one per page. */
export function PortalCard({
  id,
  title,
  aside,
  deep = false,
  soft = false,
  children,
}: {
  id: string
  title: string
  aside?: ReactNode
  deep?: boolean
  soft?: boolean
  children: ReactNode
}) {
  const classes = ['portal-card', deep && 'portal-card--deep', soft && 'portal-card--soft']
  return (
    <section className={classes.filter(Boolean).join(' ')} aria-labelledby={id}>
      <div className="portal-card__head">
        <h2 id={id}>{title}</h2>
        {aside && <span>{aside}</span>}
      </div>
      {children}
    </section>
  )
}

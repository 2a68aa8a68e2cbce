import './form-page.css'
import type { ReactNode } from 'react'

type Props = {
  title: string
  lead: string
  /** Appended to the lead paragraph. */
  leadEnd?: ReactNode
  card: ReactNode
  aside: ReactNode
  /** The side content precedes the form: on a phone, and in reading order. */
  isAsideFirst?: boolean
}

/** Page layout around one form: description beside it, or above it on a phone. */
export function FormPage({ title, lead, leadEnd, card, aside, isAsideFirst = false }: Props) {
  const parts = [
    <div key="card" className="form-page__card">
      {card}
    </div>,
    <div key="aside" className="form-page__aside">
      {aside}
    </div>,
  ]
  return (
    <section className="form-page">
      <div className={isAsideFirst ? 'wrap form-page__in form-page__in--aside' : 'wrap form-page__in'}>
        <div className="form-page__words">
          <h1 className="display d1">{title}</h1>
          <p className="lead">
            {lead} {leadEnd}
          </p>
        </div>
        {isAsideFirst ? parts.toReversed() : parts}
      </div>
    </section>
  )
}

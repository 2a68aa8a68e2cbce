import './form-page.css'
import type { ReactNode } from 'react'

type Props = { title: string; lead: string; card: ReactNode; aside: ReactNode }

/** Page layout around one form: description beside it, or above it on a phone. */
export const FormPage = ({ title, lead, card, aside }: Props) => (
  <section className="form-page">
    <div className="wrap form-page__in">
      <div className="form-page__words">
        <h1 className="display d1">{title}</h1>
        <p className="lead">{lead}</p>
      </div>
      <div className="form-page__card">{card}</div>
      <div className="form-page__aside">{aside}</div>
    </div>
  </section>
)

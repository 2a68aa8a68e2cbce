import './form-card.css'
import type { ReactNode } from 'react'
import type { BlockOf } from '#features/pages/pages.ts'

type Props = {
  words?: Pick<BlockOf<'opening'>['content'], 'eyebrow' | 'title' | 'lead'>
  /** Below the words. */
  note?: ReactNode
  children: ReactNode
}

/** A form on its card, beside what it is for. */
export const FormCard = ({ words, note, children }: Props) => (
  <section className="landing">
    <div className="wrap landing__in">
      {words && (
        <div className="landing__words">
          {words.eyebrow && <p className="kicker">{words.eyebrow}</p>}
          <h1 className="display d1">{words.title}</h1>
          {words.lead && <p className="lead">{words.lead}</p>}
          {note && <p className="landing__note">{note}</p>}
        </div>
      )}
      <div className="landing__card">{children}</div>
    </div>
  </section>
)

import './opening.css'
import { Drawing } from '../blocks/block-picture.tsx'
import { LeadButton, LeadLink } from '../blocks/call-to-action.tsx'
import type { BlockProps } from '../blocks/block-props.ts'
import { Price } from '../data-sections/price.tsx'

/** The top of a page: what it is about, and where there is one its price and its action. */
export function OpeningView({ id, content, facts, live }: BlockProps<'opening'>) {
  const { eyebrow, title, lead, product, action, second, note, picture } = content
  return (
    <section className="opening" id={id}>
      <div className={picture === 'none' ? 'wrap' : 'wrap opening--picture'}>
        <div className="opening__text">
          {eyebrow && <p className="kicker">{eyebrow}</p>}
          <h1 className="display d1">{title}</h1>
          {lead && <p className="lead">{lead}</p>}
          <Price product={product} live={live} />
          {(action.words || second.words) && (
            <div className="cta-row">
              <LeadButton link={action} facts={facts} size="xl" />
              <LeadLink link={second} facts={facts} />
            </div>
          )}
          {note && <p className="opening__note">{note}</p>}
        </div>
        {picture !== 'none' && <Drawing of={picture} facts={facts} className="opening__art" />}
      </div>
    </section>
  )
}

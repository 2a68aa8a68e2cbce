import './opening.css'
import { BlockPicture } from '../blocks/block-picture.tsx'
import { hasPicture } from '../blocks/site-picture.tsx'
import { CtaButton, CtaLink } from '../blocks/call-to-action.tsx'
import type { BlockProps } from '../blocks/block-props.ts'
import { Price } from '../data-sections/price.tsx'

/** The top of a page: title, lead, and optionally price and call to action. */
export function OpeningView({ id, content, facts, rows }: BlockProps<'opening'>) {
  const { eyebrow, title, lead, product, action, second, note, picture, photo } = content
  const isPictured = picture !== 'none' || hasPicture(photo, rows)
  return (
    <section className="opening" id={id}>
      <div className={isPictured ? 'wrap opening--picture' : 'wrap'}>
        <div className="opening__text">
          {eyebrow && <p className="kicker">{eyebrow}</p>}
          <h1 className="display d1">{title}</h1>
          {lead && <p className="lead">{lead}</p>}
          <Price product={product} rows={rows} />
          {(action.words || second.words) && (
            <div className="cta-row">
              <CtaButton link={action} facts={facts} size="xl" />
              <CtaLink link={second} facts={facts} />
            </div>
          )}
          {note && <p className="opening__note">{note}</p>}
        </div>
        {isPictured && (
          <BlockPicture
            of={picture === 'none' ? 'hills' : picture}
            photo={photo}
            facts={facts}
            rows={rows}
            first
            className="opening__art"
          />
        )}
      </div>
    </section>
  )
}

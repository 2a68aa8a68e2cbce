import './closing.css'
import { BlockPicture } from '../blocks/block-picture.tsx'
import { hasPicture } from '../blocks/site-picture.tsx'
import { resolveLink } from '../blocks/resolve-link.ts'
import { CtaButton, CtaLink } from '../blocks/call-to-action.tsx'
import { Section, titleId } from '../blocks/section.tsx'
import type { BlockProps } from '../blocks/block-props.ts'

/** Final call to action of a page. */
export function ClosingView({ id, content, facts, rows }: BlockProps<'closing'>) {
  const { title, text, action, second, picture, photo, ground } = content
  const isPictured = picture !== 'none' || hasPicture(photo, rows)
  const isSame = resolveLink(action, facts) === resolveLink(second, facts)
  return (
    <Section id={id} ground={ground} className={isPictured ? 'closing closing--picture' : 'closing'}>
      <div className="closing__text">
        <h2 className="display d2" id={titleId(id)}>
          {title}
        </h2>
        {text && <p className="lead">{text}</p>}
        <div className="cta-row">
          <CtaButton link={action} facts={facts} size="lg" />
          {!isSame && <CtaLink link={second} facts={facts} />}
        </div>
      </div>
      {isPictured && (
        <BlockPicture
          of={picture === 'none' ? 'hills' : picture}
          photo={photo}
          facts={facts}
          rows={rows}
          className="closing__art"
        />
      )}
    </Section>
  )
}

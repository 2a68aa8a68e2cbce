import './newsletter.css'
import { NewsletterForm } from '#features/newsletter/newsletter-form.tsx'
import { Fold } from '../blocks/fold.tsx'
import { Section, titleId } from '../blocks/section.tsx'
import type { BlockProps } from '../blocks/block-props.ts'

/** Newsletter sign-up. Rendered only if a consent text is published. */
export function NewsletterView({ id, content: { title, text }, facts, rows }: BlockProps<'newsletter'>) {
  if (!rows.newsletterText) return null
  return (
    <Section id={id} ground="tint" className="letter">
      <div className="letter__words">
        <h2 className="display d2" id={titleId(id)}>
          {title}
        </h2>
        {text && <p className="lead">{text}</p>}
      </div>
      <Fold summary="להרשמה לניוזלטר">
        <NewsletterForm
          id={`${id}-form`}
          text={rows.newsletterText}
          business={facts.business}
          publishedPaths={facts.publishedPaths}
        />
      </Fold>
    </Section>
  )
}

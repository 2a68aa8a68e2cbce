import '../site/data-sections/newsletter.css'
import type { Backend } from '#client/backend.ts'
import { type ConsentTextVersion, readNewsletterText } from '#features/newsletter/newsletter-form.data.ts'
import { NewsletterForm } from '#features/newsletter/newsletter-form.tsx'
import { readFirstBlock } from '#platform/pages/pages.data.ts'
import type { SiteFacts } from '../pages.ts'
import { Section, titleId } from '../site/blocks/section.tsx'

export type NewsletterSignup = { title: string; text: string; consent: ConsentTextVersion }

/** Newsletter sign-up with the texts of the home page; undefined while no consent text is published. */
export async function readNewsletterSignup(backend: Backend): Promise<NewsletterSignup | undefined> {
  const [consent, block] = await Promise.all([readNewsletterText(backend), readFirstBlock(backend, '/', 'newsletter')])
  return consent && block && { ...block.content, consent }
}

type Props = { newsletter: NewsletterSignup; facts: SiteFacts; ground: 'plain' | 'tint' }

export const NewsletterSection = ({ newsletter, facts, ground }: Props) => (
  <Section id="letter" ground={ground} className="letter">
    <div className="letter__words">
      <h2 className="display d2" id={titleId('letter')}>
        {newsletter.title}
      </h2>
      {newsletter.text && <p className="lead">{newsletter.text}</p>}
    </div>
    <NewsletterForm
      id="letter-form"
      text={newsletter.consent}
      business={facts.business}
      publishedPaths={facts.publishedPaths}
    />
  </Section>
)

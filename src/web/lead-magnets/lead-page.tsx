// /lead/:slug: landing page of a lead magnet, with its form.
import type { Backend } from '#client/backend.ts'
import { LeadForm } from '#features/lead-magnets/lead-form.tsx'
import { leadPath } from '#features/lead-magnets/lead-magnets.ts'
import { readShownLeadMagnets, type ShownLeadMagnet } from '#features/lead-magnets/public.data.ts'
import { type FormState, formErrorMessage } from '#lib/forms/form-post.ts'
import { NoticeShown, PrivacyNotice } from '#platform/consents/privacy-notice.tsx'
import { readShownTexts, type ShownText } from '#platform/consents/shown-texts.data.ts'
import { FormCard } from '../landing/form-card.tsx'
import { openingOf } from '../landing/opening-of.ts'
import type { Head, PageAddress, PageProps, PageRequest, TimedContent } from '../pages.ts'
import { Blocks } from '../site/blocks/blocks.tsx'
import { contentHead, readContent, type SiteContent } from '../site/content.ts'
import { newsletterTexts } from '../landing/newsletter-texts.ts'

type Loaded = {
  magnet: ShownLeadMagnet | undefined
  content: SiteContent | undefined
  texts: ShownText[]
} & TimedContent
type Props = PageProps & Loaded

export const layout = 'landing'

/** The lead magnet to show. A preview may also show a hidden one. */
export async function load(backend: Backend, request: PageRequest): Promise<Loaded | undefined> {
  const slug = request.params['slug'] ?? ''
  const magnet = (await readShownLeadMagnets(backend)).find((one) => one.slug === slug)
  if (!magnet && !request.draft) return undefined
  const [content, texts] = await Promise.all([readContent(backend, request, `/lead/${slug}`), readShownTexts(backend)])
  return { magnet, content, texts, holdsUntil: content?.holdsUntil }
}

/** Published pages for the sitemap. */
export const addresses = async (backend: Backend): Promise<PageAddress[]> =>
  (await readShownLeadMagnets(backend))
    .filter(({ landing_path: landing }) => landing === null)
    .map(({ slug, title, description, updated_at: modifiedAt }) => ({
      path: leadPath(slug),
      title,
      description: description || title,
      modifiedAt,
    }))

export function head({ magnet, content, facts, request }: Props): Head {
  const own = content && contentHead(content, facts)
  const title = own?.title || magnet?.title || ''
  const errorMessage = formErrorMessage(request.form as FormState | undefined)
  return {
    title: errorMessage ? `${errorMessage} – ${title}` : title,
    description: own?.description || magnet?.description || title,
    ...(magnet && { modifiedAt: magnet.updated_at }),
    // If there is a landing page, that one is indexed instead.
    ...(magnet?.landing_path && { robots: 'noindex' }),
    jsonLd: own?.jsonLd ?? [],
  }
}

export function View({ magnet, content, texts, facts, request }: Props) {
  const opening = openingOf(content, facts, {
    title: magnet?.title ?? '',
    lead: magnet?.description ?? '',
    picture: 'meeting',
  })
  return (
    <>
      <FormCard facts={facts} words={opening} opens deep note="הקישור נשלח בדוא״ל בתוך רגע, ותקף שבעה ימים.">
        <LeadForm
          slug={magnet?.slug ?? request.params['slug'] ?? ''}
          asksPhone={magnet?.asks_phone ?? false}
          cta={magnet?.has_file === false ? 'להצטרפות' : 'לקבלת המדריך'}
          state={request.form as FormState | undefined}
          newsletter={newsletterTexts(texts, facts)}
          notice={<NoticeShown texts={texts} />}
        />
        <PrivacyNotice texts={texts} facts={facts} />
      </FormCard>
      {content && <Blocks blocks={content.page.blocks.slice(1)} facts={facts} rows={content.rows} />}
    </>
  )
}

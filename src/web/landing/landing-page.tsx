// Landing pages: /ninja, /fiscal-fitness, /lesson, selected by path. The form is that of a lead magnet. A webinar block replaces it with
// the registration, and a product in the opening with a link to the product.
import type { Backend } from '#client/backend.ts'
import { LeadForm } from '#features/lead-magnets/lead-form.tsx'
import { type LandingPath, landingPaths } from '#features/lead-magnets/lead-magnets.ts'
import { offerOf, offerPath } from '#features/products/products.ts'
import { nextDateOf, nextWebinar } from '#features/webinars/public/public-webinars.data.ts'
import { sessionTime } from '#features/webinars/public/session-time.ts'
import { readShownLeadMagnets, type ShownLeadMagnet } from '#features/lead-magnets/public.data.ts'
import { NoticeShown, PrivacyNotice } from '#platform/consents/privacy-notice.tsx'
import { readShownTexts, type ShownText } from '#platform/consents/shown-texts.data.ts'
import type { Page } from '#platform/pages/pages.ts'
import { type FormState, formErrorMessage } from '#lib/forms/form-post.ts'
import { ButtonLink } from '#ui/button.tsx'
import { newsletterTexts } from './newsletter-texts.ts'
import type { Head, PageProps, PageRequest } from '../pages.ts'
import { callPath } from '../site/call-path.ts'
import { Blocks } from '../site/blocks/blocks.tsx'
import { contentHead, readContent, type SiteContent } from '../site/content.ts'
import { Price } from '../site/data-sections/price.tsx'
import { Registration } from '../webinars/webinar-view.tsx'
import { FormCard } from './form-card.tsx'
import { landingTexts } from './landing-texts.ts'
import { openingOf } from './opening-of.ts'

type Loaded = SiteContent & {
  path: LandingPath
  /** Undefined while the lead magnet is switched off. */
  magnet: ShownLeadMagnet | undefined
  texts: ShownText[]
}
type Props = PageProps & Loaded

export async function load(backend: Backend, request: PageRequest): Promise<Loaded | undefined> {
  const path = landingPaths.find((one) => request.path === one)
  const [content, magnets, texts] = await Promise.all([
    readContent(backend, request),
    readShownLeadMagnets(backend),
    readShownTexts(backend),
  ])
  const magnet = magnets.find(({ landing_path: landing }) => landing === path)
  if (!path || !content) return undefined
  // A challenge starts with its form and has no navigation; a lesson has the usual layout of the site.
  const page: Page = path === '/lesson' ? content.page : { ...content.page, layout: 'landing' }
  return { ...content, page, path, magnet, texts }
}

export function head({ facts, request, ...content }: Props): Head {
  const own = contentHead(content, facts)
  const errorMessage = formErrorMessage(request.form as FormState | undefined)
  return { ...own, title: errorMessage ? `${errorMessage} – ${own.title}` : own.title }
}

export function View(props: Props) {
  const { facts, page, rows, path } = props
  // A lesson shows its content first; the others open with the form.
  if (path === '/lesson')
    return (
      <>
        <Blocks blocks={page.blocks} facts={facts} rows={rows} />
        <FormCard facts={facts} anchor="lesson-form" words={{ title: 'הגיליון אליכם', lead: landingTexts[path].text }}>
          <Join {...props} />
        </FormCard>
      </>
    )
  const bound = boundForm(props)
  return (
    <>
      <FormCard
        facts={facts}
        rows={rows}
        words={openingOf(props, facts)}
        opens
        deep
        note={bound ? undefined : landingTexts[path].text}
      >
        {bound ?? <Join {...props} />}
      </FormCard>
      <Blocks
        blocks={page.blocks.slice(1).filter(({ kind }) => !bound || kind !== 'webinar')}
        facts={facts}
        rows={rows}
      />
    </>
  )
}

/** The open registration of a webinar, or the link to a product; undefined if the page has neither. */
function boundForm({ page, rows, facts, texts, request }: Props) {
  const [block] = page.blocks.flatMap((one) => (one.kind === 'webinar' ? [one.content] : []))
  const webinar = block && nextWebinar(rows.webinars, block.webinar)
  if (webinar) {
    const next = nextDateOf(webinar)
    return (
      <>
        <p>
          <b>{webinar.title}</b>
          {next && (
            <>
              <br />
              <time dateTime={next.starts_at}>
                {next.status === 'live' ? 'בשידור עכשיו' : sessionTime(next.starts_at)}
              </time>
            </>
          )}
        </p>
        {/* The pages of the webinar show its responses and errors. */}
        <Registration webinar={webinar} request={{ ...request, form: undefined }} texts={texts} facts={facts} />
        <PrivacyNotice texts={texts} facts={facts} />
      </>
    )
  }
  const { product, action } = openingOf({ page, rows }, facts)
  const offer = product ? offerOf(rows.offers, product) : undefined
  if (!offer) return undefined
  const path = offerPath(offer.slug)
  return (
    <>
      <h2>{offer.name}</h2>
      {offer.tagline && <p>{offer.tagline}</p>}
      <Price product={offer.slug} rows={rows} />
      <p>
        <ButtonLink href={facts.publishedPaths.includes(path) ? path : callPath(facts)} look="primary" size="lg">
          {action.words || 'לפרטים ולהצטרפות'}
        </ButtonLink>
      </p>
    </>
  )
}

function Join({ path, magnet, texts, facts, request }: Props) {
  // The preview of a draft shows the form, although its lead magnet is not offered yet.
  if (!magnet && !request.draft)
    return (
      <>
        <p>כרגע לא נשלחות הודעות מכאן. כל מה שבעמוד פתוח, ואפשר לדבר איתנו.</p>
        <p>
          <ButtonLink href={callPath(facts)} look="primary" size="lg">
            לשיחת היכרות
          </ButtonLink>
        </p>
      </>
    )
  return (
    <>
      <LeadForm
        slug={magnet?.slug ?? ''}
        landingPath={path}
        asksPhone={magnet?.asks_phone ?? false}
        cta={landingTexts[path].cta}
        state={request.form as FormState | undefined}
        newsletter={newsletterTexts(texts, facts)}
        notice={<NoticeShown texts={texts} />}
      />
      <PrivacyNotice texts={texts} facts={facts} />
    </>
  )
}

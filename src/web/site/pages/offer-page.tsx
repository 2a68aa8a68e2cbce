import type { Backend } from '#client/backend.ts'
import { NoticeShown, PrivacyNotice } from '#platform/consents/privacy-notice.tsx'
import { readShownTexts, type ShownText } from '#platform/consents/shown-texts.data.ts'
import { OfferBar, OfferBox, type OfferLink } from '#features/products/offer-box.tsx'
import { linkTo } from '#features/seo/seo.ts'
import { readWebinarPages } from '#features/webinars/public/public-webinars.data.ts'
import { readOwnPages } from '#platform/pages/pages.data.ts'
import type { Block } from '#platform/pages/pages.ts'
import { readOffers } from '#features/products/products.data.ts'
import { checkoutPath, checkoutRoute, type Offer, offerOf, offerPath } from '#features/products/products.ts'
import { type FormState, formErrorMessage } from '#lib/forms/form-post.ts'
import type { Head, MovedPage, PageAddress, PageProps, PageRequest, SiteFacts, TimedContent } from '../../pages.ts'
import { Blocks } from '../blocks/blocks.tsx'
import { callPath } from '../call-path.ts'
import { contentHead, readContent, type SiteContent } from '../content.ts'
import { readProductPages } from '../product-pages.ts'
import { nextChange, offerNodes } from '../structured-data/offer-node.ts'

type Loaded = {
  offer: Offer | undefined
  content: SiteContent | undefined
  texts: ShownText[]
  /** Canonical path, if another page presents the same product or a webinar shows this page. */
  canonical?: string | undefined
} & TimedContent
type Props = PageProps & Loaded

/** A published product at its current slug; a former slug redirects. A draft is shown before its product is published. */
export async function load(backend: Backend, request: PageRequest): Promise<Loaded | MovedPage | undefined> {
  const slug = request.params['product'] ?? ''
  const offers = await readOffers(backend)
  const offer = offerOf(offers, slug)
  if (offer && offer.slug !== slug) return { movedTo: offerPath(offer.slug) }
  const [content, texts, webinars, products] = await Promise.all([
    readContent(backend, request, `/${slug}`),
    readShownTexts(backend),
    readWebinarPages(backend),
    readProductPages(backend, offers),
  ])
  // The page of a product requires its product; a page of the owner does not.
  if (!offer && !request.draft && !content?.page.isOwn) return undefined
  const canonical = offer ? products.get(slug) : content?.page.isOwn ? webinars.get(content.page.path) : undefined
  const changes = [offer?.changes_at ?? null, content?.holdsUntil ?? null]
  return { offer, content, texts, canonical, holdsUntil: nextChange(changes.map((at) => ({ changes_at: at }))) }
}

/** Published products and pages of the owner, for the sitemap. */
export async function addresses(backend: Backend): Promise<PageAddress[]> {
  const offers = await readOffers(backend)
  const [pages, webinars, products] = await Promise.all([
    readOwnPages(backend),
    readWebinarPages(backend),
    readProductPages(backend, offers),
  ])
  return [
    ...offers.map(({ slug, name, description, tagline, updated_at: modifiedAt }) => ({
      path: offerPath(slug),
      title: name,
      description: description || tagline || name,
      modifiedAt,
      ...canonicalOf(products.get(slug)),
    })),
    ...pages.map(({ path, blocks, publishedAt }) => ({
      path: linkTo(path),
      ...textsOf(blocks),
      modifiedAt: publishedAt,
      ...canonicalOf(webinars.get(path)),
    })),
  ]
}

const canonicalOf = (canonical: string | undefined) => (canonical === undefined ? {} : { canonical })

function textsOf([first]: readonly Block[]) {
  const { title, lead } = first?.kind === 'opening' || first?.kind === 'hero' ? first.content : { title: '', lead: '' }
  return { title, description: lead || title }
}

export function head({ offer, content, canonical, facts, request }: Props): Head {
  const own = content && contentHead(content, facts)
  const title = offer?.name ?? own?.title ?? ''
  const errorMessage = formErrorMessage(request.form as FormState | undefined)
  return {
    title: errorMessage ? `${errorMessage} – ${title}` : title,
    description: offer?.description || offer?.tagline || own?.description || title,
    ...(offer && { modifiedAt: offer.updated_at }),
    ...(request.query['waiting'] !== undefined && { robots: 'noindex' }),
    ...canonicalOf(canonical),
    crumbs: offer && facts.publishedPaths.includes('/pricing') ? [{ name: 'מסלולים ומחירים', path: '/pricing' }] : [],
    jsonLd: own?.jsonLd ?? [],
    ...(offer && { addressedJsonLd: (isInSearch) => offerNodes([offer], facts, () => canonical, isInSearch) }),
  }
}

/** Page of one product: the owner's texts, with price, seats and call to action from the product row. */
export function View({ offer, content, texts, facts, request }: Props) {
  const [opening, ...others] = content?.page.blocks ?? []
  const offerLink = offer && offerLinkFor(offer, facts)
  return (
    <>
      {opening && content ? (
        <Blocks blocks={[opening]} facts={facts} rows={content.rows} />
      ) : (
        <section className="section wrap head">
          <h1 className="display d1">{offer?.name}</h1>
          {offer?.tagline && <p className="lead">{offer.tagline}</p>}
        </section>
      )}
      {offer && offerLink && (
        <OfferBox
          offer={offer}
          offerLink={offerLink}
          cancelling={cancelling(facts)}
          form={request.form as FormState | undefined}
          isWaiting={request.query['waiting'] !== undefined}
          notice={{
            words: <PrivacyNotice texts={texts} facts={facts} />,
            shown: <NoticeShown texts={texts} />,
          }}
        />
      )}
      {content && <Blocks blocks={others} facts={facts} rows={content.rows} />}
      {offer && offerLink && <OfferBar offer={offer} offerLink={offerLink} />}
    </>
  )
}

/** Checkout where it is published and the product is sold online; else a callback. */
function offerLinkFor({ call_way: way, call_words: words, slug }: Offer, facts: SiteFacts): OfferLink {
  if (way === 'talk') return { href: callPath(facts), words }
  if (facts.publishedPaths.includes(checkoutRoute)) return { href: checkoutPath(slug), words }
  return { href: callPath(facts), words: 'להצטרפות: שיחה קצרה איתנו' }
}

const cancelling = ({ publishedPaths }: SiteFacts) =>
  ['/cancel-transaction', '/terms'].find((path) => publishedPaths.includes(path))

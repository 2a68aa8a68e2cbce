import './pricing-page.css'
import type { Backend } from '#client/backend.ts'
import { PlanCards } from '#features/products/plan-cards.tsx'
import { readOffers } from '#features/products/products.data.ts'
import type { Offer } from '#features/products/products.ts'
import type { Head, PageProps, PageRequest, TimedContent } from '../../pages.ts'
import { Blocks } from '../blocks/blocks.tsx'
import { callPath } from '../call-path.ts'
import { contentHead, readContent, type SiteContent } from '../content.ts'
import { readProductPages } from '../product-pages.ts'
import { nextChange, offerNodes } from '../structured-data/offer-node.ts'
import { SecondaryLink } from '../secondary-link.tsx'

type Props = PageProps & SiteContent & { offers: Offer[]; products: ReadonlyMap<string, string> } & TimedContent

export async function load(backend: Backend, request: PageRequest) {
  const [content, offers] = await Promise.all([readContent(backend, request), readOffers(backend)])
  if (!content) return undefined
  const holdsUntil = nextChange([...offers, { changes_at: content.holdsUntil ?? null }])
  return { ...content, offers, products: await readProductPages(backend, offers), holdsUntil }
}

export function head({ page, rows, facts, offers, products }: Props): Head {
  return {
    ...contentHead({ page, rows }, facts),
    addressedJsonLd: (isInSearch) => offerNodes(offers, facts, ({ slug }) => products.get(slug), isInSearch),
  }
}

/** Price list: the owner's texts around the product rows. */
export function View({ page: { blocks }, rows, facts, offers }: Props) {
  const [opening, ...others] = blocks
  const call = callPath(facts)
  return (
    <>
      <div className="pricing-top">{opening && <Blocks blocks={[opening]} facts={facts} rows={rows} />}</div>
      <section className="wrap pricing" aria-label="המסלולים">
        {offers.length === 0 ? (
          <p className="lead pricing__none">
            המסלולים הבאים ייפתחו בקרוב. בינתיים אפשר לדבר. <SecondaryLink href={call}>לשיחת היכרות</SecondaryLink>
          </p>
        ) : (
          <PlanCards offers={offers} call={call} />
        )}
      </section>
      <Blocks blocks={others} facts={facts} rows={rows} />
    </>
  )
}

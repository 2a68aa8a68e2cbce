// One product: summary, prices, participants and waiting list. Its public page is edited in the page editor.
import './product-screen.css'
import { ExternalLink, FilePen } from 'lucide-react'
import { Link } from 'react-router'
import { useProduct, useOffers } from '#features/products/products.data.ts'
import { offerPath, stateOf } from '#features/products/products.ts'
import { Badge } from '#ui/badge.tsx'
import { buttonClasses, ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Component as NotFound } from '#platform/screens/not-found-screen.tsx'
import { pageEditorPath } from '#platform/pages/page-editor-path.ts'
import { useSeesContacts } from '#platform/accounts/gates/contacts-only.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { useIdParam } from '#platform/screens/use-id-param.ts'
import { BumpBlock } from './bump-block.tsx'
import { OfferBadge } from './offer-badge.tsx'
import { ProductParticipants } from './product-participants.tsx'
import { Prices } from './prices.tsx'
import { ProductForm } from './product-form.tsx'
import { PublishSwitch } from './publish-switch.tsx'

export function Component() {
  const productId = useIdParam('productId')
  const { data: product, error, isPending, refetch } = useProduct(productId)
  const { data: offers = [] } = useOffers()
  const seesPeople = useSeesContacts()
  useScreenTitle(product?.name ?? 'מוצר')
  if (isPending) return <Loading page size="lg" />
  if (error && !product) return <FailedToLoad insteadOf={product} error={error} onRetry={() => void refetch()} />
  if (!product) return <NotFound />
  const offer = offers.find(({ id }) => id === product.id)
  return (
    <div className="view">
      <div className="view__head">
        <h1>
          <bdi>{product.name}</bdi>
        </h1>
        {offer && <OfferBadge state={stateOf(offer)} />}
        {offer?.is_most_chosen && <Badge kind="accent">הבחירה הנפוצה</Badge>}
        <div className="view__end">
          {offer && (
            <ButtonLink
              href={offerPath(product.slug)}
              target="_blank"
              rel="noreferrer"
              icon={<Icon of={ExternalLink} />}
            >
              צפייה
            </ButtonLink>
          )}
          <Link className={buttonClasses({})} to={pageEditorPath(`/${product.slug}`)}>
            <Icon of={FilePen} />
            כתיבת העמוד
          </Link>
        </div>
      </div>
      <div className="product">
        <ProductForm key={product.id} product={product} />
        <div className="product__side">
          <PublishSwitch product={product} />
          <Prices product={product} offer={offer} />
          {product.call_way === 'buy' && <BumpBlock product={product} />}
          {seesPeople && <ProductParticipants product={product} />}
        </div>
      </div>
    </div>
  )
}

// The list of products: order on the site, price, visibility.
import '#platform/screens/link-rows.css'
import { Package, Plus, TicketPercent } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import {
  type ShownProduct,
  useOffers,
  useOrderProducts,
  useProducts,
  useShowProduct,
} from '#features/products/products.data.ts'
import { kindLabels, type Offer, formatPrice, refusals, stateOf } from '#features/products/products.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, buttonClasses } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { optimisticValue } from '#platform/editing/optimistic-switch.ts'
import { moveByOne, OrderButtons } from '#platform/editing/order-buttons.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { AddProductDialog } from './add-product-dialog.tsx'
import { OfferBadge } from './offer-badge.tsx'

const showError = (error: unknown) => void toast.error(refusalText(error, refusals))

export function Component() {
  useScreenTitle('מוצרים ומחירים')
  const { data: products, error, isPending, refetch } = useProducts()
  const { data: offers = [] } = useOffers()
  const [isAdding, setAdding] = useState(false)
  return (
    <div className="view">
      <div className="view__head">
        <h1>מוצרים ומחירים</h1>
        <div className="view__end">
          <Link className={buttonClasses({})} to="/crm/products/coupons">
            <Icon of={TicketPercent} />
            קופונים
          </Link>
          <Button look="primary" icon={<Icon of={Plus} />} onClick={() => setAdding(true)}>
            מוצר
          </Button>
        </div>
      </div>
      {isPending && <Loading page size="lg" />}
      {!products && error && <FailedToLoad insteadOf={products} error={error} onRetry={() => void refetch()} />}
      {products?.length === 0 && (
        <EmptyState
          text="אין עדיין מוצרים. לכל מוצר יש כאן מחיר, תקופה ומקומות, ובאתר עמוד משלו. המחירים בעמודי האתר נלקחים מכאן."
          action={
            <Button look="primary" onClick={() => setAdding(true)}>
              הוספת מוצר
            </Button>
          }
        />
      )}
      {products && products.length > 0 && <Products products={products} offers={offers} />}
      <AddProductDialog open={isAdding} onOpenChange={setAdding} />
    </div>
  )
}

function Products({ products, offers }: { products: readonly ShownProduct[]; offers: readonly Offer[] }) {
  const save = useShowProduct()
  const order = useOrderProducts()
  const ids = products.map(({ id }) => id)

  return (
    <ol className="rows">
      {products.map((product, i) => {
        const { id, name, slug, kind, is_active: isActive, is_demo: isDemo } = product
        const offer = offers.find((one) => one.id === id)
        return (
          <li key={id} className={isActive ? 'row' : 'row row--off'}>
            <span className="row__icon">
              <Icon of={Package} />
            </span>
            <div className="row__words">
              <b>
                <Link to={`/crm/products/${id}`}>{name}</Link>
              </b>
              <small>
                {kindLabels[kind]}
                <Ltr>{`/${slug}`}</Ltr>
                {offer?.price && (
                  <span>
                    {formatPrice(offer.price).amount} {formatPrice(offer.price).per}
                  </span>
                )}
                {offer && <OfferBadge state={stateOf(offer)} />}
                {isDemo && <Badge kind="info">דוגמה</Badge>}
              </small>
            </div>
            <div className="row__acts">
              <Switch
                label="באתר"
                checked={optimisticValue(save, product, 'is_active')}
                onChange={(event) => save.mutate({ id, is_active: event.target.checked }, { onError: showError })}
              />
              <OrderButtons
                name={name}
                isFirst={i === 0}
                isLast={i === products.length - 1}
                onMove={(by) => order.mutate(moveByOne(ids, id, by), { onError: showError })}
              />
            </div>
          </li>
        )
      })}
    </ol>
  )
}

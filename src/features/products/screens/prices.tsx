import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useNow } from '#client/now.ts'
import { useActiveRoles } from '#platform/accounts/accounts.data.ts'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { type ShownProduct, useDeletePrice } from '#features/products/products.data.ts'
import { type Offer, type Price, formatPrice, refusals } from '#features/products/products.ts'
import { formatDate } from '#lib/time/dates.ts'
import { count } from '#lib/hebrew/count.ts'
import { Badge } from '#ui/badge.tsx'
import { Block, BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { PriceDialog } from './price-dialog.tsx'

/** Current, past and future prices. One price per name applies at a time; owners and admins set them. */
export function Prices({ product, offer }: { product: ShownProduct; offer: Offer | undefined }) {
  const { data: roles } = useActiveRoles()
  const maySet = isAdmin(roles ?? [])
  const [edited, setEdited] = useState<{ price?: Price }>()
  // Uses the current row, so that the next save after a conflict is based on the newer version.
  const current = product.prices.find(({ id }) => id === edited?.price?.id) ?? edited?.price
  return (
    <Block
      title="מחירים"
      action={
        maySet && (
          <Button size="sm" icon={<Icon of={Plus} />} onClick={() => setEdited({})}>
            מחיר
          </Button>
        )
      }
    >
      {product.prices.length === 0 && <BlockText>עוד לא נקבע מחיר. בלי מחיר אי אפשר להצטרף.</BlockText>}
      <ul className="prices">
        {product.prices.map((price) => (
          <li key={price.id}>
            <PriceLabel price={price} left={offer?.prices.find(({ id }) => id === price.id)?.seats_left ?? null} />
            {maySet && <PriceActions price={price} onEdit={() => setEdited({ price })} />}
          </li>
        ))}
      </ul>
      <PriceDialog
        productId={product.id}
        edited={edited && (current ? { price: current } : {})}
        onClose={() => setEdited(undefined)}
      />
    </Block>
  )
}

function PriceLabel({ price, left }: { price: Price; left: number | null }) {
  const { amount, per, payments } = formatPrice(price)
  const { active_from: from, active_to: to, seats } = price
  return (
    <div>
      {price.name && <bdi>{price.name}: </bdi>}
      <b>
        {amount} {per}
      </b>{' '}
      <PricePeriod price={price} />
      <small>
        {payments}. {formatDate(from)}
        {to ? ` עד ${formatDate(new Date(Date.parse(to) - 1))}` : ' והלאה'}
        {seats !== null && `. ${count(seats, { one: 'מקום אחד', two: 'שני מקומות', other: '# מקומות' })}`}
        {left !== null &&
          `, ${count(left, { zero: 'כולם תפוסים', one: 'אחד פנוי', two: 'שניים פנויים', other: '# פנויים' })}`}
      </small>
    </div>
  )
}

function PricePeriod({ price: { active_from: from, active_to: to } }: { price: Price }) {
  const now = useNow().getTime()
  if (to && Date.parse(to) <= now) return <Badge>הסתיים</Badge>
  return Date.parse(from) > now ? <Badge kind="info">בהמשך</Badge> : <Badge kind="success">עכשיו</Badge>
}

function PriceActions({ price, onEdit }: { price: Price; onEdit: () => void }) {
  const removing = useDeletePrice()
  const { amount } = formatPrice(price)
  // Awaited instead of mutation callbacks: those are dropped when the row unmounts after the refetch.
  const remove = () =>
    void removing.mutateAsync(price.id).then(
      () => toast.success('המחיר נמחק'),
      (error) => toast.error(refusalText(error, refusals)),
    )
  return (
    <span>
      <Button
        look="ghost"
        size="sm"
        iconOnly
        aria-label={`עריכת המחיר ${amount}`}
        icon={<Icon of={Pencil} />}
        onClick={onEdit}
      />
      <Button
        look="ghost"
        size="sm"
        iconOnly
        aria-label={`מחיקת המחיר ${amount}`}
        icon={<Icon of={Trash2} />}
        onClick={remove}
      />
    </span>
  )
}

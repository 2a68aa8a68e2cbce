// The coupons of the checkout: discount, limits and uses.
import '#platform/screens/link-rows.css'
import { Pencil, Plus, TicketPercent, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import { useProducts } from '#features/products/products.data.ts'
import { count } from '#lib/hebrew/count.ts'
import { formatMoney } from '#lib/money.ts'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { optimisticValue } from '#platform/editing/optimistic-switch.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { limitsText, stateOf, discountText } from '#features/coupons/coupon-texts.ts'
import { type ShownCoupon, useCoupons, useDeleteCoupon, useSwitchCoupon } from '#features/coupons/coupons.data.ts'
import { refusals } from '#features/coupons/coupons.ts'
import { CouponDialog } from './coupon-dialog.tsx'

const showError = (error: unknown) => void toast.error(refusalText(error, refusals))

export function Component() {
  useScreenTitle('קופונים')
  const maySet = isAdmin(useOwnRoles())
  const { data: coupons, error, isPending, refetch } = useCoupons()
  const [edited, setEdited] = useState<{ coupon?: ShownCoupon }>()
  const add = (
    <Button look="primary" icon={<Icon of={Plus} />} onClick={() => setEdited({})}>
      קופון
    </Button>
  )
  return (
    <div className="view">
      <div className="view__head">
        <h1>קופונים</h1>
        <Link to="/crm/products">למוצרים ולמחירים</Link>
        {maySet && <div className="view__end">{add}</div>}
      </div>
      {isPending && <Loading page size="lg" />}
      {!coupons && error && <FailedToLoad insteadOf={coupons} error={error} onRetry={() => void refetch()} />}
      {coupons?.length === 0 && (
        <EmptyState
          text="אין עדיין קופונים. קוד קופון מוריד אחוז או סכום מהמחיר בעמוד התשלום, בתאריכים ובמספר השימושים שנקבעו לו."
          action={maySet && add}
        />
      )}
      {coupons && coupons.length > 0 && (
        <ul className="rows">
          {coupons.map((coupon) => (
            <CouponRow key={coupon.id} coupon={coupon} maySet={maySet} onEdit={() => setEdited({ coupon })} />
          ))}
        </ul>
      )}
      {/* The current row: after a conflict, the next save is based on it. */}
      <CouponDialog edited={edited && currentOf(edited, coupons)} onClose={() => setEdited(undefined)} />
    </div>
  )
}

function currentOf({ coupon }: { coupon?: ShownCoupon }, coupons: readonly ShownCoupon[] | undefined) {
  const current = coupons?.find(({ id }) => id === coupon?.id) ?? coupon
  return current ? { coupon: current } : {}
}

function CouponRow({ coupon, maySet, onEdit }: { coupon: ShownCoupon; maySet: boolean; onEdit: () => void }) {
  const { id, code, note, uses, given_agorot: discount, is_active: isActive, is_demo: isDemo } = coupon
  const save = useSwitchCoupon()
  const removing = useDeleteCoupon()
  const state = stateOf(coupon, uses, useNow().getTime())
  const remove = () =>
    void removing.mutateAsync(id).then(
      () => toast.success('הקופון נמחק'),
      (error) => showError(error),
    )
  return (
    <li className={isActive ? 'row' : 'row row--off'}>
      <span className="row__icon">
        <Icon of={TicketPercent} />
      </span>
      <div className="row__words">
        <b>
          <Ltr>{code}</Ltr> · {discountText(coupon)}
        </b>
        <small>
          {note && <bdi>{note}</bdi>}
          <span>{limitsText(coupon)}</span>
          <Products ids={coupon.product_ids} />
          <span>
            {count(uses, { zero: 'עוד לא נוצל', one: 'הזמנה אחת', two: 'שתי הזמנות', other: '# הזמנות' })}
            {discount > 0 && `, ${formatMoney(discount)} הנחה`}
          </span>
          <Badge {...(state.kind && { kind: state.kind })}>{state.text}</Badge>
          {isDemo && <Badge kind="info">דוגמה</Badge>}
        </small>
      </div>
      {maySet && (
        <div className="row__acts">
          <Switch
            label="פעיל"
            checked={optimisticValue(save, coupon, 'is_active')}
            onChange={(event) => save.mutate({ id, is_active: event.target.checked }, { onError: showError })}
          />
          <Button
            look="ghost"
            size="sm"
            iconOnly
            aria-label={`עריכת הקופון ${code}`}
            icon={<Icon of={Pencil} />}
            onClick={onEdit}
          />
          {uses === 0 && (
            <Button
              look="ghost"
              size="sm"
              iconOnly
              aria-label={`מחיקת הקופון ${code}`}
              icon={<Icon of={Trash2} />}
              onClick={remove}
            />
          )}
        </div>
      )}
    </li>
  )
}

function Products({ ids }: { ids: readonly string[] }) {
  const { data: products = [] } = useProducts()
  if (ids.length === 0) return <span>לכל המוצרים</span>
  return <span>{products.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join(', ') || 'למוצר שנמחק'}</span>
}

import { useState } from 'react'
import { useNow } from '#client/now.ts'
import { useProducts } from '#features/products/products.data.ts'
import { dayOf } from '#lib/time/dates.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { useSeenRow } from '#platform/editing/use-seen-row.ts'
import type { FieldErrors } from '#platform/editing/use-validated-form.ts'
import { DayField } from '#ui/dates/day-field.tsx'
import { CheckField, SelectField, TextField } from '#ui/forms/field.tsx'
import { type ShownCoupon, useSaveCoupon } from '#features/coupons/coupons.data.ts'
import { CouponEdit, refusals } from '#features/coupons/coupons.ts'

const fields = { coupon_code_taken: 'code', coupon_code_form: 'code', coupon_ends_before_it_begins: 'to' }

type Props = { edited: { coupon?: ShownCoupon } | undefined; onClose: () => void }

export const CouponDialog = ({ edited, onClose }: Props) => (
  <RecordDialog
    open={edited !== undefined}
    onClose={onClose}
    title={edited?.coupon ? 'עריכת קופון' : 'קופון חדש'}
    text="ההנחה יורדת ממחיר המוצר, כולל מע״מ. הזמנה שכבר נפתחה נשארת במחיר שנשמר לה."
  >
    <CouponForm coupon={edited?.coupon} />
  </RecordDialog>
)

function CouponForm({ coupon }: { coupon: ShownCoupon | undefined }) {
  const saving = useSaveCoupon()
  const { seen, noteConflict } = useSeenRow(coupon)
  const [changed, setChosen] = useState<readonly string[]>()
  const chosen = changed ?? coupon?.product_ids ?? []
  return (
    <RecordForm
      schema={CouponEdit}
      values={{ product_ids: chosen }}
      refusals={refusals}
      fields={fields}
      save={(typed) => noteConflict(saving.mutateAsync({ seen, coupon: typed }))}
      saved="הקופון נשמר"
      action="שמירת הקופון"
    >
      {(errors) => (
        <>
          <CouponFields coupon={coupon} errors={errors} />
          <ProductChoice chosen={chosen} onChange={setChosen} />
        </>
      )}
    </RecordForm>
  )
}

function CouponFields({ coupon, errors }: { coupon: ShownCoupon | undefined; errors: FieldErrors }) {
  const now = useNow()
  const [chosen, setKind] = useState<string>()
  const kind = chosen ?? (coupon && coupon.percent === null ? 'amount' : 'percent')
  const isPercent = kind === 'percent'
  return (
    <>
      <TextField
        name="code"
        label="קוד"
        required
        dir="auto"
        autoComplete="off"
        hint="מה שמקלידים בעמוד התשלום. בלי הבדל בין אותיות גדולות לקטנות"
        defaultValue={coupon?.code}
        error={errors['code']}
      />
      <SelectField name="kind" label="סוג ההנחה" value={kind} onChange={(event) => setKind(event.target.value)}>
        <option value="percent">אחוז מהמחיר</option>
        <option value="amount">סכום בשקלים</option>
      </SelectField>
      <TextField
        key={kind}
        name="worth"
        label={isPercent ? 'כמה אחוזים' : 'כמה שקלים'}
        required
        inputMode={isPercent ? 'numeric' : 'decimal'}
        autoComplete="off"
        hint={isPercent ? '100 אחוז: ההרשמה בלי תשלום' : undefined}
        defaultValue={worthOf(coupon, isPercent)}
        error={errors['worth']}
      />
      <DayField
        name="from"
        label="מיום"
        required
        defaultValue={dayOf(coupon?.active_from ?? now)}
        error={errors['from']}
      />
      <DayField
        name="to"
        label="עד סוף היום"
        optional="(לא חובה)"
        defaultValue={coupon?.active_to ? dayOf(new Date(Date.parse(coupon.active_to) - 1)) : ''}
        error={errors['to']}
      />
      <TextField
        name="max_uses"
        label="כמה שימושים בסך הכול"
        optional="(ריק: בלי הגבלה)"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={coupon?.max_uses ?? ''}
        error={errors['max_uses']}
      />
      <TextField
        name="per_contact"
        label="כמה שימושים לכל לקוח"
        optional="(ריק: בלי הגבלה)"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={coupon ? (coupon.per_contact ?? '') : 1}
        error={errors['per_contact']}
      />
      <TextField
        name="note"
        label="הערה לצוות"
        optional="(לא חובה)"
        autoComplete="off"
        defaultValue={coupon?.note}
        error={errors['note']}
      />
    </>
  )
}

function worthOf(coupon: ShownCoupon | undefined, isPercent: boolean): number | undefined {
  if (!coupon) return undefined
  if (isPercent) return coupon.percent ?? undefined
  return coupon.amount_agorot === null ? undefined : coupon.amount_agorot / 100
}

type ChoiceProps = { chosen: readonly string[]; onChange: (ids: readonly string[]) => void }

/** No selection means that the coupon is valid for every product. */
function ProductChoice({ chosen, onChange }: ChoiceProps) {
  const { data: products = [] } = useProducts()
  return (
    <fieldset>
      <legend>לאילו מוצרים (בלי סימון: לכולם)</legend>
      {products.map(({ id, name }) => (
        <CheckField
          key={id}
          name={`product-${id}`}
          label={name}
          checked={chosen.includes(id)}
          onChange={(event) => onChange(event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
        />
      ))}
    </fieldset>
  )
}

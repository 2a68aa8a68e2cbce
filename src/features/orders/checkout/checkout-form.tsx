import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { checkoutPath, type OfferPrice } from '#features/products/products.ts'
import type { FormState } from '#lib/forms/form-post.ts'
import { formatMoney } from '#lib/money.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, SelectField, TextField } from '#ui/forms/field.tsx'
import { fieldId, PlainForm } from '#ui/forms/plain-form.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { installmentText } from '../installment-text.ts'
import { planKey } from '../plans/plan-terms.ts'
import { type CheckoutTotals, totalOf } from './checkout-totals.ts'

const labels = {
  name: 'שם מלא',
  email: 'דוא״ל',
  phone: 'טלפון נייד',
  installments: 'מספר תשלומים',
  invoiceName: 'שם לחשבונית',
  companyNumber: 'ח.פ. / ע.מ.',
  coupon: 'קוד קופון',
  bump: 'תוספת להזמנה',
  terms: 'תנאי השימוש ומדיניות הביטולים',
} as const

type Props = {
  slug: string
  price: OfferPrice
  sums: CheckoutTotals
  state: FormState
  /** Token of the link of a resumed order. */
  order: string | undefined
  /** The path of the published terms. */
  termsPath: string | undefined
  isByHand: boolean
  /** Disclosures that the law requires before payment, shown above the consent. */
  disclosures: ReactNode
  /** The schedule of later charges, shown before the submit button. */
  planNote: ReactNode
  /** The privacy notice, and the hidden field with its version. */
  notice: ReactNode
}

/** Payer details and payment method. It has no card fields: card details are entered on the provider's page. */
export function CheckoutForm(props: Props) {
  const { slug, price, sums, state, order, termsPath, isByHand, disclosures, planNote, notice } = props
  const { values, errors } = state
  const [plain, bumped] = [totalOf(sums, false), totalOf(sums, true)]
  const field = (name: keyof typeof labels) => ({
    large: true,
    id: fieldId('checkout', name),
    name,
    label: labels[name],
    error: errors[name],
    defaultValue: values[name],
  })
  return (
    <PlainForm id="checkout" action={checkoutPath(slug)} state={state} labels={labels} className="checkout__form">
      <fieldset>
        <legend className="display d3">הפרטים שלכם</legend>
        <TextField {...field('name')} autoComplete="name" required maxLength={120} />
        <TextField {...field('email')} type="email" autoComplete="email" required maxLength={254} dir="ltr" />
        <TextField {...field('phone')} type="tel" autoComplete="tel" required maxLength={60} dir="ltr" />
        <details
          className="checkout__invoice"
          open={Boolean(values['invoiceName'] ?? values['companyNumber'] ?? errors['companyNumber'])}
        >
          <summary>חשבונית על שם אחר או לעסק</summary>
          <TextField {...field('invoiceName')} optional="(אם שונה)" autoComplete="organization" maxLength={120} />
          <TextField
            {...field('companyNumber')}
            optional="(לעסקים בלבד)"
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            dir="ltr"
          />
        </details>
      </fieldset>
      {price.max_installments > 1 && bumped > 0 && (
        <fieldset>
          <legend className="display d3">איך משלמים</legend>
          <SelectField {...field('installments')} hint="ללא ריבית. ב־Bit משלמים בתשלום אחד">
            {Array.from({ length: price.max_installments }, (_, i) => (
              <option key={i} value={i + 1}>
                {installmentText(plain, i + 1)}
                {sums.bump && ` (עם התוספת: ${installmentText(bumped, i + 1)})`}
              </option>
            ))}
          </SelectField>
        </fieldset>
      )}
      {sums.bump && (
        <div className="checkout__bump">
          <CheckField
            {...field('bump')}
            defaultValue={undefined}
            defaultChecked={values['bump'] === 'on'}
            value="on"
            hint={sums.bump.text || undefined}
            label={
              <>
                להוסיף להזמנה: <b>{sums.bump.title}</b>, {formatMoney(sums.bump.amountAgorot)}
              </>
            }
          />
        </div>
      )}
      {disclosures}
      <CheckField
        {...field('terms')}
        defaultValue={undefined}
        required
        value="on"
        label={
          <>
            קראתי את{' '}
            {termsPath ? <a href={termsPath}>תנאי השימוש ומדיניות הביטולים</a> : 'תנאי השימוש ומדיניות הביטולים'},
            ונתונה להם הסכמתי
          </>
        }
      />
      {price.id && <input type="hidden" name="priceId" value={price.id} />}
      {order && <input type="hidden" name="order" value={order} />}
      <input type="hidden" name="shownAgorot" value={plain} />
      <input type="hidden" name="shownWithBump" value={bumped} />
      <input
        type="hidden"
        name="shownPlan"
        value={planKey(price.interval ? { interval: price.interval, charges: price.charges } : undefined)}
      />
      {planNote}
      <Button look="primary" size="xl" type="submit" block icon={<Icon of={Lock} />}>
        <span className={sums.bump && 'if-plain'}>{buttonText(plain, isByHand)}</span>
        {sums.bump && <span className="if-bumped">{buttonText(bumped, isByHand)}</span>}
      </Button>
      {notice}
    </PlainForm>
  )
}

function buttonText(amountAgorot: number, isByHand: boolean) {
  if (amountAgorot === 0) return 'להשלמת ההרשמה'
  return isByHand ? 'שליחת ההזמנה' : `מעבר לתשלום מאובטח: ${formatMoney(amountAgorot)}`
}

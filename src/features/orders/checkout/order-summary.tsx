import type { Offer } from '#features/products/products.ts'
import { formatMoney } from '#lib/money.ts'
import {
  installmentAmountText,
  firstPeriodText,
  planLengthText,
  type PlanTerms,
  planTotalText,
} from '../plans/plan-terms.ts'
import { vatWithin } from '../sums.ts'
import { type CheckoutTotals, totalOf } from './checkout-totals.ts'

type Props = {
  title: string
  sums: CheckoutTotals
  /** Null: the business does not charge VAT. */
  vatPercent: number | null
  /** Set for a monthly or yearly price. */
  plan?: PlanTerms | undefined
}

/**
 * The item, its VAT and the total. With an order bump both totals are rendered, and CSS shows the one for the checkbox
 * state.
 */
export const OrderSummary = ({ title, sums, vatPercent, plan }: Props) => (
  <section className="order-summary" aria-labelledby="order-summary">
    <h2 className="display d3" id="order-summary">
      סיכום ההזמנה
    </h2>
    <Lines title={title} sums={sums} vatPercent={vatPercent} plan={plan} className={sums.bump && 'if-plain'} />
    {sums.bump && <Lines title={title} sums={sums} vatPercent={vatPercent} className="if-bumped" isBumped />}
  </section>
)

type LinesProps = Props & { className?: string | undefined; isBumped?: boolean }

function Lines({ title, sums, vatPercent, plan, className, isBumped = false }: LinesProps) {
  const { priceAgorot, coupon, bump } = sums
  const total = totalOf(sums, isBumped)
  const vat = vatPercent === null ? 0 : vatWithin(total, vatPercent)
  const hasParts = coupon !== undefined || isBumped
  return (
    <dl className={className}>
      <div>
        <dt>מוצר</dt>
        <dd>
          {title}
          {hasParts && `: ${formatMoney(priceAgorot)}`}
        </dd>
      </div>
      {coupon && (
        <div>
          <dt>
            קופון <bdi>{coupon.code}</bdi>
          </dt>
          <dd>{formatMoney(-coupon.discountAgorot)}</dd>
        </div>
      )}
      {isBumped && bump && (
        <div>
          <dt>תוספת</dt>
          <dd>
            {bump.title}: {formatMoney(bump.amountAgorot)}
          </dd>
        </div>
      )}
      {plan && (
        <>
          <div>
            <dt>המסלול</dt>
            <dd>{planLengthText(plan)}</dd>
          </div>
          <div>
            <dt>תשלום</dt>
            <dd>{installmentAmountText(plan)}</dd>
          </div>
          {plan.charges !== null && (
            <div>
              <dt>כל התשלומים יחד</dt>
              <dd>{planTotalText(plan)}</dd>
            </div>
          )}
        </>
      )}
      {vatPercent !== null && total > 0 && (
        <>
          <div>
            <dt>מחיר לפני מע״מ</dt>
            <dd>{formatMoney(total - vat)}</dd>
          </div>
          <div>
            <dt>מע״מ ({vatPercent}%)</dt>
            <dd>{formatMoney(vat)}</dd>
          </div>
        </>
      )}
      <div className="order-summary__total">
        <dt>{plan ? `לתשלום עכשיו: ${firstPeriodText(plan)}` : 'סך הכול לתשלום'}</dt>
        <dd>{formatMoney(total)}</dd>
      </div>
    </dl>
  )
}

/** Disclosures that the law requires before a distance purchase. */
export const PurchaseNotice = ({
  business: { legalName, companyNumber, address },
  offer,
  cancelPath,
  isContinuous,
  isFree,
}: {
  business: { legalName: string; companyNumber: string | null; address: string | null }
  offer: Pick<Offer, 'description' | 'tagline'>
  cancelPath: string | undefined
  /** Text of a plan without an end date. */
  isContinuous: boolean
  isFree: boolean
}) => (
  <section className="order-summary__law" aria-labelledby="purchase-notice">
    <h2 id="purchase-notice">חשוב לקרוא לפני התשלום</h2>
    <ul>
      {(offer.description || offer.tagline) && <li>{offer.description || offer.tagline}</li>}
      <li>
        העסק: {legalName}
        {companyNumber && (
          <>
            , מספר <bdi>{companyNumber}</bdi>
          </>
        )}
        {address && `, ${address}`}
      </li>
      {!isFree && (
        <>
          <li>
            אפשר לבטל בתוך 14 ימים מיום העסקה או מיום קבלת מסמך הגילוי, לפי המאוחר. אנשים עם מוגבלות, אזרחים ותיקים
            ועולים חדשים: בתוך ארבעה חודשים, אם הייתה בינינו שיחה.
          </li>
          <li>
            דמי ביטול: עד 5% מהמחיר או 100 ₪, לפי הנמוך. כשיש פגם או אי־התאמה, בלי דמי ביטול. ההחזר מגיע בתוך 14 ימים.
          </li>
          {isContinuous && (
            <li>
              זו עסקה מתמשכת: אפשר לסיים אותה בכל עת, גם אחרי המועד הזה. הסיום נכנס לתוקף בתוך שלושה ימי עסקים מההודעה,
              ומשלמים רק על התקופה שעד אליו, בלי דמי ביטול.
            </li>
          )}
          <li>
            {cancelPath ? <a href={cancelPath}>ביטול מקוון</a> : 'הביטול אפשרי גם באתר'}, בטלפון, בדוא״ל או בדואר רשום.
          </li>
        </>
      )}
    </ul>
  </section>
)

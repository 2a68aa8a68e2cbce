import type { ReactNode } from 'react'
import type { Offer } from '#features/products/products.ts'
import { formatMoney } from '#lib/money.ts'
import { vatWithin } from '../sums.ts'

type Props = {
  title: string
  amountAgorot: number
  /** The VAT included; null: the business collects none. */
  vatPercent: number | null
  children?: ReactNode
}

/** What is bought, its tax and its total. */
export function OrderSummary({ title, amountAgorot, vatPercent, children }: Props) {
  const vat = vatPercent === null ? 0 : vatWithin(amountAgorot, vatPercent)
  return (
    <section className="order-summary" aria-labelledby="order-summary">
      <h2 className="display d3" id="order-summary">
        סיכום ההזמנה
      </h2>
      <dl>
        <div>
          <dt>מוצר</dt>
          <dd>{title}</dd>
        </div>
        {vatPercent !== null && amountAgorot > 0 && (
          <>
            <div>
              <dt>מחיר לפני מע״מ</dt>
              <dd>{formatMoney(amountAgorot - vat)}</dd>
            </div>
            <div>
              <dt>מע״מ ({vatPercent}%)</dt>
              <dd>{formatMoney(vat)}</dd>
            </div>
          </>
        )}
        <div className="order-summary__total">
          <dt>סך הכול לתשלום</dt>
          <dd>{formatMoney(amountAgorot)}</dd>
        </div>
      </dl>
      {children}
    </section>
  )
}

/** What the law demands to be read before a purchase at a distance. */
export const PurchaseNotice = ({
  business: { legalName, companyNumber, address },
  offer,
  cancelPath,
  isFree,
}: {
  business: { legalName: string; companyNumber: string | null; address: string | null }
  offer: Pick<Offer, 'description' | 'tagline'>
  cancelPath: string | undefined
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
          <li>
            {cancelPath ? <a href={cancelPath}>ביטול מקוון</a> : 'הביטול אפשרי גם באתר'}, בטלפון, בדוא״ל או בדואר רשום.
          </li>
        </>
      )}
    </ul>
  </section>
)

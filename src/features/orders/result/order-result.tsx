import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'
import { formatMoney } from '#lib/money.ts'
import { formatDate } from '#lib/time/dates.ts'
import { whatsappAddress } from '#lib/whatsapp.ts'
import { parsePhone } from '#lib/parse-phone.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Ltr } from '#ui/ltr.tsx'
import type { OpenedOrder } from '../opened-order.ts'
import { resumePath } from '../order-paths.ts'
import { StandInNotice } from '../stand-in-notice.tsx'
import { meetingText, resultText } from './result-texts.ts'

export type ResultProps = {
  found: OpenedOrder
  /** The token of the order link. */
  order: string
  /** The reason in the payer's return URL. */
  why: string | undefined
  business: Pick<PublicBusinessProfile, 'phone'>
  /** The path of this page, for a reload without JavaScript. */
  path: string
}

/** The order after the payment page: its outcome and the next step. */
export function OrderResult({ found, order, why, business, path, isSlow = false }: ResultProps & { isSlow?: boolean }) {
  const { title, text, isWaiting, canRetry } = resultText(found, { why, isSlow })
  const isPaid = found.outcome.kind === 'paid'
  return (
    <section className="result" id="result">
      {found.isStandIn && <StandInNotice />}
      <output className="result__said">
        <h1 className="display d2">{title}</h1>
        {text && <p>{text}</p>}
      </output>
      <dl>
        <div>
          <dt>מספר הזמנה</dt>
          <dd>
            <Ltr>{found.number}</Ltr>
          </dd>
        </div>
        <div>
          <dt>מוצר</dt>
          <dd>{[found.title, found.bump?.title].filter(Boolean).join(' + ')}</dd>
        </div>
        <div>
          <dt>{isPaid ? 'שולם' : 'סכום'}</dt>
          <dd>{formatMoney(isPaid ? found.paidAgorot : found.amountAgorot)}</dd>
        </div>
        {found.refundedAgorot > 0 && (
          <div>
            <dt>זוכה</dt>
            <dd>{formatMoney(found.refundedAgorot)}</dd>
          </div>
        )}
        {isPaid && found.installments > 1 && (
          <div>
            <dt>מספר תשלומים</dt>
            <dd>{found.installments}</dd>
          </div>
        )}
        {isPaid && found.plan?.next && (
          <div>
            <dt>התשלום הבא</dt>
            <dd>
              {formatMoney(found.plan.next.agorot)}, {formatDate(found.plan.next.on)}
            </dd>
          </div>
        )}
        {found.document && (
          <div>
            <dt>{found.document.name}</dt>
            <dd>
              {found.document.url ? (
                <a href={found.document.url}>מסמך מספר {found.document.number}</a>
              ) : (
                found.document.number
              )}
            </dd>
          </div>
        )}
      </dl>
      {isPaid && (
        <p>{found.meeting ? meetingText(found.meeting) : 'נחזור אליכם כדי להתחיל, ונזמין אתכם לאזור האישי.'}</p>
      )}
      <div className="result__acts">
        {canRetry && (
          <ButtonLink look="primary" size="lg" href={resumePath(found.slug, order)}>
            ניסיון נוסף
          </ButtonLink>
        )}
        {isWaiting && (
          <ButtonLink size="lg" href={path}>
            בדיקה נוספת
          </ButtonLink>
        )}
        {isPaid && !found.meeting ? (
          <ButtonLink look="primary" size="lg" href="/client-login">
            לאזור האישי
          </ButtonLink>
        ) : (
          <Help number={found.number} phone={business.phone} />
        )}
      </div>
    </section>
  )
}

function Help({ number, phone }: { number: number; phone: string | null }) {
  const known = phone && parsePhone(phone)
  return (
    <ButtonLink
      size="lg"
      href={known ? whatsappAddress(known, `שלום, אשמח לעזרה בתשלום של הזמנה מספר ${number}`) : '/contact'}
      {...(known && { rel: 'noopener noreferrer', target: '_blank' })}
    >
      פנייה לתמיכה
    </ButtonLink>
  )
}

import './offer-box.css'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FormState } from '#lib/forms/form-post.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { LongDate } from './long-date.tsx'
import { type Offer, formatPrice, seatsText, stateOf } from './products.ts'
import { WaitlistForm, WaitlistThanks } from './waitlist-form.tsx'

/** The target of an available offer's button: checkout or booking. */
export type OfferLink = { href: string; words: string; note?: string }

type Props = {
  offer: Offer
  offerLink: OfferLink
  /** The cancellation policy's path; without it the text is not linked. */
  cancelling: string | undefined
  form: FormState | undefined
  isWaiting: boolean
  /** The privacy notice shown with the form, and the hidden input with its version. */
  notice: { words: ReactNode; shown: ReactNode }
}

/** Price, contents and deadline of an offer, with its button or, while unavailable, the waitlist form. */
export function OfferBox(props: Props) {
  const { offer, cancelling } = props
  return (
    <section className="wrap offer" id="join" aria-label="הצטרפות" tabIndex={-1}>
      {offer.included.length > 0 && (
        <div className="offer__included">
          <h2 className="display d2">מה כלול</h2>
          <ul>
            {offer.included.map((item) => (
              <li key={item}>
                <Icon of={Check} />
                {item}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="offer-box">
        <Head offer={offer} />
        <Purchase {...props} />
        {offer.price && (
          <p className="offer-box__fine">
            ביטול בתוך 14 ימים לפי חוק הגנת הצרכן. דמי ביטול של עד 5% או 100 ₪, לפי הנמוך.{' '}
            {cancelling && <a href={cancelling}>פרטים וביטול מקוון</a>}
          </p>
        )}
      </div>
    </section>
  )
}

function Head({ offer }: Pick<Props, 'offer'>) {
  const { price } = offer
  const state = stateOf(offer)
  if (!price || state === 'waitlist' || state === 'closed')
    return <p className="offer-box__state">{price ? 'ההרשמה מלאה' : 'ההרשמה סגורה כרגע'}</p>
  const { amount, per, payments, vat } = formatPrice(price)
  return (
    <div className="offer-box__price">
      <p>
        <b>{amount}</b> {per}
      </p>
      <p>
        {vat} · {payments}
      </p>
    </div>
  )
}

function Purchase({ offer, offerLink, form, isWaiting, notice }: Props) {
  const state = stateOf(offer)
  if (state === 'open') return <Open offer={offer} offerLink={offerLink} />
  return (
    <>
      {state === 'before' && offer.opens_at && (
        <Note>
          ההרשמה נפתחת ב<LongDate at={offer.opens_at} />.
        </Note>
      )}
      {!offer.has_waitlist ? (
        <Note>
          אפשר לדבר איתנו על מה שמתאים בינתיים. <a href={offerLink.href}>לשיחה</a>
        </Note>
      ) : isWaiting ? (
        <WaitlistThanks />
      ) : (
        <>
          <Note>אפשר להשאיר שם, ונעדכן כשאפשר יהיה להצטרף.</Note>
          <WaitlistForm slug={offer.slug} state={form}>
            {notice.shown}
          </WaitlistForm>
          {notice.words}
        </>
      )}
    </>
  )
}

function Open({ offer, offerLink }: { offer: Offer; offerLink: OfferLink }) {
  const seats = seatsText(offer)
  const lastMoment = offer.price?.active_to
  return (
    <>
      {(seats || lastMoment) && (
        <Note>
          {seats && `${seats}. `}
          {lastMoment && (
            <>
              ההרשמה פתוחה עד <LongDate at={lastDay(lastMoment)} />.
            </>
          )}
        </Note>
      )}
      <ButtonLink look="accent" size="xl" block href={offerLink.href}>
        {offerLink.words}
      </ButtonLink>
      {offerLink.note && <p className="offer-box__fine">{offerLink.note}</p>}
    </>
  )
}

const Note = ({ children }: { children: ReactNode }) => <p className="offer-box__note">{children}</p>

/** A price ends at a midnight, so its last day is the day before. */
const lastDay = (end: string) => new Date(Date.parse(end) - 1).toISOString()

/** Sticky call to action on phones. */
export function OfferBar({ offer, offerLink }: { offer: Offer; offerLink: OfferLink }) {
  if (!offer.price || stateOf(offer) !== 'open') return null
  const { amount, per } = formatPrice(offer.price)
  return (
    <p className="offer-bar">
      <span>
        <b>{amount}</b> {per}
      </span>
      <ButtonLink look="accent" size="lg" href={offerLink.href}>
        {offerLink.words}
      </ButtonLink>
    </p>
  )
}

import './plan-cards.css'
import { Check } from 'lucide-react'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { LongDate } from './long-date.tsx'
import { type Offer, offerPath, formatPrice, seatsText, stateOf } from './products.ts'

/** Products side by side with their current prices. The most chosen one is highlighted, otherwise the middle one of three. */
export function PlanCards({ offers, call }: { offers: readonly Offer[]; call: string }) {
  const main = offers.find((offer) => offer.is_most_chosen) ?? (offers.length === 3 ? offers[1] : undefined)
  return (
    <ul className="plans" data-count={offers.length}>
      {offers.map((offer) => (
        <Plan key={offer.id} offer={offer} call={call} isMain={offer === main} />
      ))}
    </ul>
  )
}

function Plan({ offer, call, isMain }: { offer: Offer; call: string; isMain: boolean }) {
  const { name, slug, tagline, included, is_most_chosen: isMostChosen } = offer
  const state = stateOf(offer)
  const goesToTalk = state === 'open' && offer.call_way === 'talk'
  const seats = seatsText(offer)
  return (
    <li className={isMain ? 'plan plan--main' : 'plan'}>
      <div className="plan__head">
        <h2>
          <a href={offerPath(slug)}>{name}</a>
        </h2>
        {isMostChosen && <Badge kind="accent">הבחירה הנפוצה</Badge>}
      </div>
      {tagline && <p className="plan__tagline">{tagline}</p>}
      <PlanPrice offer={offer} />
      <ButtonLink
        look={isMain ? 'accent' : 'secondary'}
        size="lg"
        block
        href={goesToTalk ? call : offerPath(slug)}
        aria-label={`${callLabel(offer)}: ${name}`}
      >
        {callLabel(offer)}
      </ButtonLink>
      {seats && <p className="plan__note">{seats}</p>}
      {state === 'before' && offer.opens_at && (
        <p className="plan__note">
          ההרשמה נפתחת ב<LongDate at={offer.opens_at} />
        </p>
      )}
      {included.length > 0 && (
        <ul className="plan__included">
          {included.map((item) => (
            <li key={item}>
              <Icon of={Check} />
              {item}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function PlanPrice({ offer: { price } }: { offer: Offer }) {
  if (!price) return <p className="plan__price plan__price--none">ההרשמה סגורה כרגע</p>
  const { amount, per, payments } = formatPrice(price)
  return (
    <p className="plan__price">
      <b>{amount}</b> {per}
      <span>{payments}</span>
    </p>
  )
}

/** The button's label: the product's own text while it is available. */
function callLabel(offer: Offer): string {
  const state = stateOf(offer)
  if (state === 'open') return offer.call_words
  return offer.has_waitlist ? 'לרשימת ההמתנה' : 'לפרטים'
}

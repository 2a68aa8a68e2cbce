import type { WatchView } from '#features/launches/launch-view.ts'
import { count } from '#lib/hebrew/count.ts'
import { formatMoney } from '#lib/money.ts'
import { formatTime } from '#lib/time/dates.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { fullTime } from './launch-state.ts'
import { VisitorTime } from './visitor-time.tsx'

type Props = { view: WatchView; path: string }

/** The participant's cart: open with its actual deadline, closed with a waiting list; a buyer sees a welcome instead of the offer. */
export function OfferPanel({ view, path }: Props) {
  const { cart } = view
  if (cart.state === 'bought')
    return (
      <section className="launch__panel" id="offer" tabIndex={-1} aria-labelledby="offer-title">
        <h2 id="offer-title">ברוכים הבאים, אתם בפנים</h2>
        <p>ההרשמה הושלמה. כל מה שצריך להמשך מחכה באזור האישי.</p>
        <p>
          <ButtonLink look="primary" href="/client-login">
            לאזור האישי
          </ButtonLink>
        </p>
      </section>
    )
  if (cart.state === 'closed')
    return (
      <section className="launch__panel" id="offer" tabIndex={-1} aria-labelledby="offer-title">
        <h2 id="offer-title">ההרשמה נסגרה</h2>
        {cart.begunUntil ? (
          <Begun until={cart.begunUntil} path={path} />
        ) : (
          <>
            <p>
              {cart.closesAt && `ההרשמה הייתה פתוחה עד ${fullTime(cart.closesAt)}.`}
              {view.openUntil && ` השיעורים נשארים פתוחים עד ${fullTime(view.openUntil)}.`}
            </p>
            <Wait isWaiting={cart.isWaiting} path={path} />
          </>
        )}
      </section>
    )
  return cart.state === 'open' ? <OpenCart view={view} path={path} /> : null
}

function OpenCart({ view: { cart, launch }, path }: Pick<Props, 'view' | 'path'>) {
  const { offer, price, closesAt } = cart
  const isFull = price?.seatsLeft === 0
  return (
    <section className="launch__panel launch__panel--offer" id="offer" tabIndex={-1} aria-labelledby="offer-title">
      <h2 id="offer-title">{offer.title || launch.title}</h2>
      {closesAt && (
        <div>
          <p className="launch__deadline">
            ההרשמה פתוחה עד <time dateTime={closesAt}>{fullTime(closesAt)}</time> (שעון ישראל)
          </p>
          <VisitorTime at={closesAt} />
        </div>
      )}
      {offer.text.split(/\n{2,}/).map((paragraph) => paragraph && <p key={paragraph}>{paragraph}</p>)}
      {offer.bonuses.length > 0 && (
        <ul className="launch__bonuses">
          {offer.bonuses.map(({ text, until }) => (
            <li key={text}>
              {text}
              {until && <small> למצטרפים עד {fullTime(until)}</small>}
            </li>
          ))}
        </ul>
      )}
      {price && (
        <p className="launch__price">
          <b>{formatMoney(price.amountAgorot)}</b>
          {price.installments > 1 && ` או עד ${price.installments} תשלומים`}
          {price.seatsLeft !== null && (
            <small>
              {' '}
              {count(price.seatsLeft, {
                zero: 'ההרשמה מלאה',
                one: 'נותר מקום אחד',
                two: 'נותרו שני מקומות',
                other: 'נותרו # מקומות',
              })}
            </small>
          )}
        </p>
      )}
      {cart.begunUntil ? (
        <Begun until={cart.begunUntil} path={path} />
      ) : price && !isFull ? (
        <form method="post" action={`${path}/checkout`}>
          <Button look="accent" size="lg" type="submit">
            להרשמה
          </Button>
        </form>
      ) : (
        <>
          <p>{isFull ? 'כל המקומות נתפסו.' : 'ההרשמה אינה זמינה כרגע.'}</p>
          <Wait isWaiting={cart.isWaiting} path={path} isFull={isFull} />
        </>
      )}
      {offer.faq.map(({ q, a }) => (
        <details key={q}>
          <summary>{q}</summary>
          <p>{a}</p>
        </details>
      ))}
    </section>
  )
}

const Wait = ({ isWaiting, isFull = false, path }: { isWaiting: boolean; isFull?: boolean; path: string }) =>
  isWaiting ? (
    <p id="wait">אתם ברשימת ההמתנה. {isFull ? 'נעדכן כשמתפנה מקום.' : 'נעדכן כשההרשמה תיפתח שוב.'}</p>
  ) : (
    <form method="post" action={`${path}/wait`} id="wait">
      <Button look="primary" type="submit">
        לרשימת ההמתנה
      </Button>
    </form>
  )

/** An order started before the deadline may be completed after it. */
const Begun = ({ until, path }: { until: string; path: string }) => (
  <form method="post" action={`${path}/checkout`}>
    <p>
      ההזמנה שהתחלתם שמורה עד <time dateTime={until}>{formatTime(until)}</time>, גם אם ההרשמה נסגרת לפני כן.
    </p>
    <Button look="accent" size="lg" type="submit">
      להשלמת ההזמנה
    </Button>
  </form>
)

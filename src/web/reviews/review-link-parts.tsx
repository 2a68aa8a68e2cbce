// Shared parts of the pages behind a review author's links.
import { Star } from 'lucide-react'
import { ButtonForm } from '#features/newsletter/mailed-page.tsx'
import { reviewDays } from '#features/reviews/reviews.ts'
import { count } from '#lib/hebrew/count.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'

type QuotedReview = { title?: string; name: string; rating: number | null; body: string | null; isNew?: boolean }

/** A review as its author sees it, with the public name. */
export const ReviewQuote = ({ title, name, rating, body, isNew }: QuotedReview) => (
  <figure className={isNew ? 'review-mailed review-mailed--new' : 'review-mailed'}>
    {title && <h2>{title}</h2>}
    {rating !== null && (
      <p className="review-mailed__rating">
        <Icon of={Star} /> {rating} מתוך 5
      </p>
    )}
    <blockquote dir="auto">{body}</blockquote>
    <figcaption dir="auto">{name}</figcaption>
  </figure>
)

/** States that the link has expired, with a button for a new one. `isSent`: a new link was already requested. */
export const ExpiredLink = ({ address, isSent }: { address: string; isSent: boolean }) => (
  <>
    {isSent ? (
      <p className="mailed-page__note" id="sent" tabIndex={-1}>
        אם לא נשלח קישור ממש עכשיו, קישור חדש בדרך לאותה כתובת.
      </p>
    ) : (
      <p>
        הקישור היה תקף {count(reviewDays.link, { one: 'ליום', two: 'ליומיים', other: 'ל־# ימים' })}. בלחיצה אחת נשלח
        קישור חדש לאותה כתובת.
      </p>
    )}
    <ButtonForm action={`${address}/renew`}>
      <Button look={isSent ? 'secondary' : 'primary'} size="lg" type="submit">
        שליחת קישור חדש
      </Button>
    </ButtonForm>
  </>
)

export const UnknownLink = () => (
  <>
    <p>ייתכן שהקישור הועתק בחלקו, שעבר זמן רב מאז שנשלח, או שנשלח אחריו אחר. אפשר תמיד לכתוב לנו מחדש.</p>
    <p>
      <ButtonLink href="/reviews#tell" look="primary" size="lg">
        לכתיבת המלצה
      </ButtonLink>
    </p>
  </>
)

export const AllReviewsLink = () => (
  <p>
    <ButtonLink href="/reviews" look="secondary">
      לכל ההמלצות
    </ButtonLink>
  </p>
)

import './review-link-parts.css'
import type { Backend } from '#client/backend.ts'
import { MailedPage, privateHead, ButtonForm } from '#features/newsletter/mailed-page.tsx'
import { readAuthorsLink } from '#features/reviews/links/mailed-link.data.ts'
import { type AuthorsLink, reviewDays } from '#features/reviews/reviews.ts'
import type { FormState } from '#lib/forms/form-post.ts'
import { count } from '#lib/hebrew/count.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import type { PageRequest } from '../pages.ts'
import { ExpiredLink, ReviewQuote, AllReviewsLink, UnknownLink } from './review-link-parts.tsx'

type Props = { request: PageRequest; found: AuthorsLink | undefined }

export const load = async (backend: Backend, { params }: PageRequest) => ({
  found: await readAuthorsLink(backend, params['token'] ?? '', 'proof'),
})

const titles = {
  open: 'ההמלצה הזאת שלכם?',
  approved: 'תודה, ההמלצה אצלנו',
  expired: 'תוקף הקישור הסתיים',
  disowned: 'נמחק. תודה שאמרתם',
  unknown: 'הקישור אינו מוכר',
} satisfies Record<string, string>

/** An author can confirm or delete a review, but not decline it. */
function stateOf({ request, found }: Props): keyof typeof titles {
  if (!found) return request.query['disowned'] === undefined ? 'unknown' : 'disowned'
  return found.state === 'open' || found.state === 'expired' ? found.state : 'approved'
}

export const head = (props: Props) => privateHead(titles[stateOf(props)])

/** Target of the confirmation mail of a review. GET changes nothing; the buttons do. */
export function View(props: Props) {
  const { request, found } = props
  const { params, form, query } = request
  const state = stateOf(props)
  const address = `/reviews/confirm/${encodeURIComponent(params['token'] ?? '')}`
  const { problem } = (form ?? {}) as Partial<FormState>
  return (
    <MailedPage
      title={titles[state]}
      email={state === 'open' || state === 'expired' ? (found?.email ?? undefined) : undefined}
    >
      {problem && <ErrorText>{problem}</ErrorText>}
      {state === 'open' && found && (
        <>
          <p>
            אלה המילים שהגיעו אלינו עם הכתובת שלכם.{' '}
            {found.is_verified
              ? 'הצוות שלנו כבר אימת אותן, וייתכן שהן כבר באתר. אם לא כתבתם אותן, נמחק אותן.'
              : 'בלי האישור שלכם הן לא יתפרסמו.'}
          </p>
          <ReviewQuote name={found.shown_name} rating={found.rating} body={found.body} />
          <div className="review-mailed__acts">
            <ButtonForm action={address}>
              <Button look="primary" size="lg" type="submit">
                כן, אלה המילים שלי
              </Button>
            </ButtonForm>
            <ButtonForm action={`${address}/disown`}>
              <Button look="ghost" size="lg" type="submit">
                לא כתבתי את זה, אפשר למחוק
              </Button>
            </ButtonForm>
          </div>
          {!found.is_verified && (
            <p className="mailed-page__whose">
              בלי תשובה ההמלצה תימחק בתוך{' '}
              {count(reviewDays.unverifiedRetention, { one: 'יום', two: 'יומיים', other: '# ימים' })}.
            </p>
          )}
        </>
      )}
      {state === 'approved' && (
        <>
          <p>
            נקרא את הדברים ונחליט אם לפרסם אותם. אם נרצה לקצר או לתקן נשלח אליכם את הנוסח, ובלי אישור שלכם לא נשנה מילה.
          </p>
          <AllReviewsLink />
        </>
      )}
      {state === 'expired' && <ExpiredLink address={address} isSent={query['sent'] !== undefined} />}
      {state === 'disowned' && (
        <>
          <p>ההמלצה נמחקה, ולא נשמר ממנה דבר. מישהו כתב בטעות את הכתובת שלכם, ולא נכתוב אליה שוב בעניין הזה.</p>
          <p>
            <ButtonLink href="/" look="secondary">
              לדף הבית
            </ButtonLink>
          </p>
        </>
      )}
      {state === 'unknown' && <UnknownLink />}
    </MailedPage>
  )
}

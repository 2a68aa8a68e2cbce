import './review-link-parts.css'
import type { Backend } from '#client/backend.ts'
import { NoticeShown, PrivacyNotice } from '#platform/consents/privacy-notice.tsx'
import { readShownTexts, type ShownText } from '#platform/consents/shown-texts.data.ts'
import { MailedPage, privateHead } from '#features/newsletter/mailed-page.tsx'
import { readReviewRequest } from '#features/reviews/links/mailed-link.data.ts'
import { ReviewForm } from '#features/reviews/review-form.tsx'
import type { ReviewRequestState } from '#features/reviews/reviews.ts'
import { type FormState, formErrorMessage } from '#lib/forms/form-post.ts'
import { ButtonLink } from '#ui/button.tsx'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import type { PageProps, PageRequest } from '../pages.ts'
import { AllReviewsLink, UnknownLink } from './review-link-parts.tsx'

type Props = PageProps & { found: ReviewRequestState | undefined; texts: ShownText[] }

export async function load(backend: Backend, { params }: PageRequest) {
  const [found, texts] = await Promise.all([readReviewRequest(backend, params['token'] ?? ''), readShownTexts(backend)])
  return { found, texts }
}

const titles: Record<ReviewRequestState['state'] | 'unknown', string> = {
  open: 'נשמח לשמוע איך היה',
  answered: 'תודה ששיתפתם',
  expired: 'תוקף הקישור הסתיים',
  unknown: 'הקישור אינו מוכר',
}

const formOf = ({ form }: PageRequest) => form as FormState | undefined

export function head({ found, request }: Props) {
  const title = titles[found?.state ?? 'unknown']
  const errorMessage = found?.state === 'open' ? formErrorMessage(formOf(request)) : undefined
  return privateHead(errorMessage ? `${errorMessage} – ${title}` : title)
}

/** Review form behind a personal link. The link token identifies the author. */
export function View({ request, facts, found, texts }: Props) {
  const { params } = request
  const form = formOf(request)
  return (
    <MailedPage title={titles[found?.state ?? 'unknown']}>
      {found?.state === 'open' && (
        <>
          <p>כמה משפטים שלכם יעזרו למשפחה אחרת להחליט. גם מה שהיה חסר חשוב לנו. נקרא הכול לפני שמשהו מתפרסם.</p>
          <FormSheet>
            <ReviewForm
              state={form?.values ? form : undefined}
              asked={{
                action: `/reviews/request/${encodeURIComponent(params['token'] ?? '')}`,
                name: found.first_name,
              }}
            >
              <NoticeShown texts={texts} />
            </ReviewForm>
            <PrivacyNotice texts={texts} facts={facts} />
          </FormSheet>
        </>
      )}
      {found?.state === 'answered' && (
        <>
          <p>הדברים אצלנו, ונקרא אותם. אם נרצה לקצר או לתקן נשלח אליכם את הנוסח, ובלי אישור שלכם לא נשנה מילה.</p>
          <AllReviewsLink />
        </>
      )}
      {found?.state === 'expired' && (
        <>
          <p>עבר זמן מאז שביקשנו. עדיין נשמח לשמוע: אפשר לכתוב בעמוד ההמלצות, ונשלח אליכם קישור לאישור.</p>
          <p>
            <ButtonLink href="/reviews#tell" look="primary" size="lg">
              לכתיבת המלצה
            </ButtonLink>
          </p>
        </>
      )}
      {!found && <UnknownLink />}
    </MailedPage>
  )
}

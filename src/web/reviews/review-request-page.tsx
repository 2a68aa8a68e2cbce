import './review-mailed.css'
import type { SupabaseClient } from '@supabase/supabase-js'
import { NoticeShown, PrivacyNotice } from '#features/consents/privacy-notice.tsx'
import { readShownTexts, type ShownText } from '#features/consents/shown-texts.data.ts'
import { MailedPage, privateHead } from '#features/newsletter/mailed-page.tsx'
import { readReviewRequest } from '#features/reviews/links/mailed-link.data.ts'
import { ReviewForm } from '#features/reviews/review-form.tsx'
import type { ReviewRequestState } from '#features/reviews/reviews.ts'
import { type FormState, whyItCameBack } from '#lib/forms/form-post.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Paper } from '#ui/forms/paper.tsx'
import type { PageProps, PageRequest } from '../pages.ts'
import { ToReviews, Unknown } from './review-mailed.tsx'

type Props = PageProps & { found: ReviewRequestState | undefined; texts: ShownText[] }

export async function load(backend: SupabaseClient, { params }: PageRequest) {
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
  const why = found?.state === 'open' ? whyItCameBack(formOf(request)) : undefined
  return privateHead(why ? `${why} – ${title}` : title)
}

/** Where somebody who was asked tells how it was. Their link is the proof of who they are. */
export function View({ request, facts, found, texts }: Props) {
  const { params } = request
  const form = formOf(request)
  return (
    <MailedPage title={titles[found?.state ?? 'unknown']}>
      {found?.state === 'open' && (
        <>
          <p>כמה משפטים שלכם יעזרו למשפחה אחרת להחליט. גם מה שהיה חסר חשוב לנו. נקרא הכול לפני שמשהו מתפרסם.</p>
          <Paper>
            <ReviewForm
              // On a first visit there is nothing to come back with.
              state={form?.values ? form : undefined}
              asked={{
                action: `/reviews/request/${encodeURIComponent(params['token'] ?? '')}`,
                name: found.first_name,
              }}
            >
              <NoticeShown texts={texts} />
            </ReviewForm>
            <PrivacyNotice texts={texts} facts={facts} />
          </Paper>
        </>
      )}
      {found?.state === 'answered' && (
        <>
          <p>הדברים אצלנו, ונקרא אותם. אם נרצה לקצר או לתקן נשלח אליכם את הנוסח, ובלי אישור שלכם לא נשנה מילה.</p>
          <ToReviews />
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
      {!found && <Unknown />}
    </MailedPage>
  )
}

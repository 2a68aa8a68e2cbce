import './reviews-page.css'
import type { Backend } from '#client/backend.ts'
import { NoticeShown, PrivacyNotice } from '#platform/consents/privacy-notice.tsx'
import { readShownTexts, type ShownText } from '#platform/consents/shown-texts.data.ts'
import { ReviewForm, ReviewThanks } from '#features/reviews/review-form.tsx'
import { ReviewWall } from '#features/reviews/review-wall.tsx'
import { readApprovedReviews, readReviewAverage } from '#features/reviews/reviews.data.ts'
import type { ApprovedReview, ReviewAverage } from '#features/reviews/reviews.ts'
import { type FormState, formErrorMessage } from '#lib/forms/form-post.ts'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import type { Head, PageProps, PageRequest } from '../../pages.ts'
import { Blocks } from '../blocks/blocks.tsx'
import { contentHead, readContent, type SiteContent } from '../content.ts'

type Props = PageProps &
  SiteContent & { reviews: ApprovedReview[]; average: ReviewAverage | undefined; texts: ShownText[] }

export async function load(backend: Backend, request: PageRequest) {
  const [content, reviews, average, texts] = await Promise.all([
    readContent(backend, request),
    readApprovedReviews(backend),
    readReviewAverage(backend),
    readShownTexts(backend),
  ])
  return content && { ...content, reviews, average, texts }
}

export function head({ page, rows, facts, request }: Props): Head {
  const own = contentHead({ page, rows }, facts)
  const errorMessage = formErrorMessage(formOf(request))
  return {
    ...own,
    ...(errorMessage && { title: `${errorMessage} – ${own.title}` }),
    // A filtered list is canonical to the whole list.
    ...(request.query['left'] !== undefined && { robots: 'noindex' }),
    ...(request.query['topic'] !== undefined && { canonical: '/reviews' }),
  }
}

const formOf = ({ form }: PageRequest) => form as FormState | undefined

/** Approved reviews, and the form to write one. */
export function View({ page: { blocks }, rows, facts, request, reviews, average, texts }: Props) {
  const [opening, ...others] = blocks
  return (
    <>
      {opening && <Blocks blocks={[opening]} facts={facts} rows={rows} />}
      <section className="wrap reviews" aria-label="ההמלצות">
        <ReviewWall reviews={reviews} topic={request.query['topic']} average={average} />
      </section>
      <section className="section section--tint reviews__tell" aria-labelledby="tell">
        <div className="wrap reviews__tell-in">
          <div className="reviews__words">
            <h2 className="display d2" id="tell">
              רוצים לשתף מהחוויה שלכם?
            </h2>
            <p className="lead">כמה משפטים שלכם יעזרו למשפחה אחרת להחליט. כל המלצה נקראת לפני שהיא מתפרסמת.</p>
          </div>
          <FormSheet>
            {request.query['left'] === undefined ? (
              <>
                <ReviewForm state={formOf(request)}>
                  <NoticeShown texts={texts} />
                </ReviewForm>
                <PrivacyNotice texts={texts} facts={facts} />
              </>
            ) : (
              <ReviewThanks />
            )}
          </FormSheet>
        </div>
      </section>
      <Blocks blocks={others} facts={facts} rows={rows} />
    </>
  )
}

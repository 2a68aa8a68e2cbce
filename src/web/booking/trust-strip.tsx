import './trust-strip.css'
import { ArrowLeft } from 'lucide-react'
import type { Backend } from '#client/backend.ts'
import { AverageRating } from '#features/reviews/average-rating.tsx'
import { readApprovedReviews, readReviewAverage } from '#features/reviews/reviews.data.ts'
import { type ApprovedReview, minRatings, type ReviewAverage } from '#features/reviews/reviews.ts'
import { Icon } from '#ui/pictures/icon.tsx'

export type Trust = {
  average: ReviewAverage | undefined
  /** An approved review that is short enough to be shown unabridged. */
  review: Pick<ApprovedReview, 'body' | 'shown_name'> | undefined
}

const maxLength = 160

export async function readTrust(backend: Backend): Promise<Trust> {
  const [average, reviews] = await Promise.all([
    readReviewAverage(backend),
    readApprovedReviews(backend, { limit: 10 }),
  ])
  return { average, review: reviews.find(({ body }) => body.length <= maxLength) }
}

type Props = Trust & { publishedPaths: readonly string[] }

/** Ratings and a review on the page of a host. Nothing is shown without ratings or an approved review. */
export function TrustStrip({ average, review, publishedPaths }: Props) {
  if (!review && (average?.rated ?? 0) < minRatings) return null
  return (
    <section className="trust" aria-label="מה מספרים אחרי שנפגשים">
      <AverageRating average={average} className="trust__average" />
      {review && (
        <figure>
          <blockquote>
            <p dir="auto">{review.body}</p>
          </blockquote>
          <figcaption>
            <bdi>{review.shown_name}</bdi>
          </figcaption>
        </figure>
      )}
      {publishedPaths.includes('/reviews') && (
        <a className="quiet-link" href="/reviews">
          <span>לכל ההמלצות</span>
          <Icon of={ArrowLeft} />
        </a>
      )}
    </section>
  )
}

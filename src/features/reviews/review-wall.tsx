import './review-wall.css'
import { BadgeCheck, Star } from 'lucide-react'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { AverageRating } from './average-rating.tsx'
import { PublishedMonth } from './published-month.tsx'
import { type ApprovedReview, photoPath, proofLabels, type ReviewAverage, sourceLabels } from './reviews.ts'

/** All approved reviews, featured ones first; `topic` filters by topic. */
export function ReviewWall({
  reviews,
  topic,
  average,
}: {
  reviews: readonly ApprovedReview[]
  topic: string | undefined
  average: ReviewAverage | undefined
}) {
  const topics = [...new Set(reviews.flatMap(({ tags }) => tags))].toSorted((a, b) => a.localeCompare(b, 'he'))
  const known = topic !== undefined && topics.includes(topic) ? topic : undefined
  const shown = known === undefined ? reviews : reviews.filter(({ tags }) => tags.includes(known))
  if (reviews.length === 0) return <p className="lead wall__none">עוד לא פורסמו המלצות. הראשונה יכולה להיות שלכם.</p>
  return (
    <div className="wall">
      <AverageRating average={average} className="wall__average" />
      {topics.length > 1 && (
        <nav className="wall__topics" aria-label="המלצות לפי נושא">
          <Topic href="/reviews" isShown={known === undefined}>
            הכול
          </Topic>
          {topics.map((tag) => (
            <Topic key={tag} href={`/reviews?topic=${encodeURIComponent(tag)}`} isShown={tag === known}>
              {tag}
            </Topic>
          ))}
        </nav>
      )}
      <ul className="wall__list">
        {shown.map((review) => (
          <li key={review.id}>
            <ReviewFigure review={review} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const Topic = ({ href, isShown, children }: { href: string; isShown: boolean; children: string }) => (
  <a href={href} {...(isShown && { 'aria-current': 'page' as const })}>
    {children}
  </a>
)

function ReviewFigure({ review }: { review: ApprovedReview }) {
  const {
    body,
    shown_name: name,
    about,
    rating,
    reply,
    tags,
    approved_at: at,
    is_featured: isFeatured,
    verified_by: proof,
    source,
    photo_id: photo,
  } = review
  return (
    <figure className={isFeatured ? 'said said--featured' : 'said'}>
      {rating !== null && <Stars rating={rating} />}
      <blockquote dir="auto">
        {body.split('\n').map((line, i) => (
          <p key={i}>{line}</p>
        ))}
      </blockquote>
      <figcaption>
        {photo ? (
          <img src={photoPath(photo)} alt="" width="56" height="56" loading="lazy" decoding="async" />
        ) : (
          <Avatar name={name} size="lg" />
        )}
        <span className="said__who">
          <b dir="auto">{name}</b>
          {about && <span dir="auto">{about}</span>}
          <small className="said__about">
            {tags.length > 0 && <bdi>{tags.join(', ')}</bdi>}
            <PublishedMonth at={at} />
          </small>
          {(proof || source === 'google') && (
            <small>
              {proof && (
                <>
                  <Icon of={BadgeCheck} />
                  {proofLabels[proof]}
                </>
              )}
              {source === 'google' && <bdi>{sourceLabels.google}</bdi>}
            </small>
          )}
        </span>
      </figcaption>
      {reply && (
        <p className="said__reply">
          <b>תשובה מאיתנו: </b>
          <bdi>{reply}</bdi>
        </p>
      )}
    </figure>
  )
}

const Stars = ({ rating }: { rating: number }) => (
  <p className="said__stars">
    {Array.from({ length: 5 }, (_, i) => (
      <Icon key={i} of={Star} {...(i < rating && { className: 'said__star' })} />
    ))}
    <span className="vh">דירוג: {rating} מתוך 5</span>
  </p>
)

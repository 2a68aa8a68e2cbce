import './voices.css'
import { BadgeCheck } from 'lucide-react'
import { PublishedMonth } from '#features/reviews/published-month.tsx'
import { type ApprovedReview, photoPath, proofLabels, shownVoices } from '#features/reviews/reviews.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { CtaLink } from '../blocks/call-to-action.tsx'
import { Fold } from '../blocks/fold.tsx'
import { Section, SectionHead } from '../blocks/section.tsx'
import type { BlockProps } from '../blocks/block-props.ts'

/** Client testimonials: one large, two beside it, of the topic of the block if there are any. Approved reviews only. */
export function VoicesView({ id, content, facts, rows: { reviews } }: BlockProps<'voices'>) {
  const { title, note, topic, more, ground } = content
  const onTopic = reviews.filter(({ tags }) => tags.includes(topic))
  const [first, ...others] = (onTopic.length > 0 ? onTopic : reviews).slice(0, shownVoices)
  if (!first) return null
  return (
    <Section id={id} ground={ground}>
      <SectionHead id={id} title={title} lead={note} />
      <div className={others.length > 0 ? 'voices' : undefined}>
        <Testimonial review={first} big />
        {others.length > 0 && (
          <Fold summary="עוד המלצות">
            <div className="voices__others">
              {others.map((review) => (
                <Testimonial key={review.id} review={review} />
              ))}
            </div>
          </Fold>
        )}
      </div>
      <div className="section-more">
        <CtaLink link={{ words: more, href: '/reviews' }} facts={facts} />
      </div>
    </Section>
  )
}

export function Testimonial({
  review: { body, shown_name, about, verified_by, photo_id, approved_at },
  big,
}: {
  review: ApprovedReview
  big?: boolean
}) {
  return (
    <figure className={big ? 'voice voice--big' : 'voice'}>
      <blockquote>
        <p>{body}</p>
      </blockquote>
      <figcaption>
        {photo_id ? (
          <img
            className="avatar avatar--lg"
            src={photoPath(photo_id)}
            alt=""
            width="56"
            height="56"
            loading="lazy"
            decoding="async"
          />
        ) : (
          <Avatar name={shown_name} size="lg" />
        )}
        <span>
          <b>{shown_name}</b>
          {about && <small>{about}</small>}
          <small>
            <PublishedMonth at={approved_at} />
          </small>
          {verified_by && (
            <small className="voice__proof">
              <Icon of={BadgeCheck} />
              {proofLabels[verified_by]}
            </small>
          )}
        </span>
      </figcaption>
    </figure>
  )
}

import { useState } from 'react'
import type { ShownReview } from '#features/reviews/reviews.data.ts'
import { count } from '#lib/hebrew/count.ts'
import { Button } from '#ui/button.tsx'
import { RejectMenu } from './reject-menu.tsx'
import { ReviewCard } from './review-card.tsx'
import { useModeration } from './use-moderation.ts'

type Props = { reviews: readonly ShownReview[]; onEdit: (review: ShownReview) => void }

/** Moderation of reviews, singly or in bulk. */
export function ReviewList({ reviews, onEdit }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const selected = reviews.filter(({ id }) => chosen.has(id))
  const isAll = selected.length === reviews.length
  const toggle = (id: string) =>
    setChosen((now) => (now.has(id) ? now.difference(new Set([id])) : now.union(new Set([id]))))
  return (
    <>
      <div className="reviews-bulk">
        <label className="check">
          <input
            type="checkbox"
            checked={isAll}
            onChange={() => setChosen(isAll ? new Set() : new Set(reviews.map(({ id }) => id)))}
          />
          <span>בחירת הכול</span>
        </label>
        {selected.length > 0 && <Bulk selected={selected} onDone={() => setChosen(new Set())} />}
      </div>
      <ul className="reviews-list">
        {reviews.map((review) => (
          <li key={review.id}>
            <ReviewCard
              review={review}
              isChosen={chosen.has(review.id)}
              onChoose={() => toggle(review.id)}
              onEdit={() => onEdit(review)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

function Bulk({ selected, onDone }: { selected: readonly ShownReview[]; onDone: () => void }) {
  const { approve, reject, again, isBusy } = useModeration()
  const then = { onSuccess: onDone }
  const open = selected.filter(({ status }) => status !== 'approved')
  return (
    <div className="reviews-bulk__acts">
      <output>
        {count(selected.length, { one: 'המלצה אחת נבחרה', two: 'שתי המלצות נבחרו', other: '# המלצות נבחרו' })}
      </output>
      {open.length > 0 && (
        <Button look="primary" size="sm" busy={isBusy} onClick={() => approve(open, then)}>
          פרסום באתר
        </Button>
      )}
      {selected.some(({ status }) => status !== 'rejected') && (
        <RejectMenu
          label="לא לפרסם"
          onReject={(reason) =>
            reject(
              selected.filter(({ status }) => status !== 'rejected'),
              reason,
              then,
            )
          }
        />
      )}
      {selected.every(({ status }) => status === 'approved' || status === 'rejected') && (
        <Button size="sm" onClick={() => again(selected, then)}>
          החזרה להמתנה
        </Button>
      )}
    </div>
  )
}

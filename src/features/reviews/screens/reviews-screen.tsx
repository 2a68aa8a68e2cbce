// Reviews and their moderation. Nothing is public before approval.
import './reviews-screen.css'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type ShownReview, useReviews } from '#features/reviews/reviews.data.ts'
import { type ReviewStatus, statuses } from '#features/reviews/reviews.ts'
import { Count } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { LinkTabs } from '#ui/lists/link-tabs.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { AddReviewDialog } from './add-review-dialog.tsx'
import { EditReviewDialog } from './edit-review-dialog.tsx'
import { ReviewList } from './review-list.tsx'

const views = [
  {
    id: 'waiting',
    text: 'ממתינות',
    // Reviews that await a decision come first.
    holds: ['pending', 'pending_verification'],
    empty:
      'אין המלצות שמחכות. מה שנכתב באתר מופיע כאן לפני שמישהו אחר רואה אותו. לבקש המלצה אפשר מהדף של איש הקשר, בתפריט הפעולות הנוספות.',
  },
  { id: 'shown', text: 'באתר', holds: ['approved'], empty: 'עוד לא פורסמו המלצות. המלצה שתאושר תופיע כאן ובאתר.' },
  { id: 'hidden', text: 'לא פורסמו', holds: ['rejected'], empty: 'אין המלצות שהוחלט לא לפרסם.' },
] as const satisfies readonly { id: string; text: string; holds: readonly ReviewStatus[]; empty: string }[]

export function Component() {
  useScreenTitle('המלצות')
  const [search] = useSearchParams()
  const view = views.find(({ id }) => id === search.get('show')) ?? views[0]
  const { data: reviews, error, isPending, refetch } = useReviews(statuses)
  const [isAdding, setAdding] = useState(false)
  const [edited, setEdited] = useState<ShownReview>()
  if (isPending) return <Loading page size="lg" />
  if (!reviews) return <FailedToLoad insteadOf={reviews} error={error} onRetry={() => void refetch()} />
  const inView = (holds: readonly ReviewStatus[]) =>
    holds.flatMap((held) => reviews.filter(({ status }) => status === held))
  const shown = inView(view.holds)
  return (
    <>
      <div className="reviews-bar">
        <LinkTabs
          label="המלצות לפי מצב"
          tabs={views.map(({ id, text, holds }) => ({
            to: `?show=${id}`,
            text,
            isOpen: id === view.id,
            end: <Count hot={id === 'waiting' && inView(['pending']).length > 0}>{inView(holds).length}</Count>,
          }))}
        />
        <Button icon={<Icon of={Plus} />} onClick={() => setAdding(true)}>
          המלצה שנמסרה לנו
        </Button>
      </div>
      {shown.length === 0 ? (
        <EmptyState text={view.empty} />
      ) : (
        <ReviewList key={view.id} reviews={shown} onEdit={setEdited} />
      )}
      {/* Outside the list, which a review leaves when a colleague decides on it during the edit. */}
      <EditReviewDialog
        latest={reviews.find(({ id }) => id === edited?.id) ?? edited}
        onClose={() => setEdited(undefined)}
      />
      <AddReviewDialog open={isAdding} onOpenChange={setAdding} />
    </>
  )
}

import { X } from 'lucide-react'
import { refusalText } from '#client/refusal.ts'
import { type ShownReview, useWithdrawWording } from '#features/reviews/reviews.data.ts'
import { formatDate } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'

/** Wording proposed to the author: pending, or the last one declined. */
export function ProposedWordingNotice({ review: { edits } }: { review: ShownReview }) {
  const takingBack = useWithdrawWording()
  const [last] = edits
  if (last?.decision === 'declined' && last.decided_at)
    return (
      <p className="review__wording-declined">
        ב־{formatDate(last.decided_at)} הכותבים בחרו להשאיר את מה שכתבו, ולא את הנוסח שהוצע.
      </p>
    )
  if (!last || last.decision) return null
  return (
    <div className="review__wording">
      <p className="review__wording-state">נוסח שנשלח לכותבים ב־{formatDate(last.proposed_at)} ומחכה לאישור שלהם:</p>
      <p dir="auto">{last.body}</p>
      <Button
        size="sm"
        busy={takingBack.isPending}
        icon={<Icon of={X} />}
        onClick={() =>
          // Awaited instead of mutation callbacks: those are dropped when this part unmounts after the refetch.
          void takingBack.mutateAsync(last.id).then(
            () => toast.success('הנוסח בוטל. מי שיפתחו את הקישור יקראו שהוא כבר לא מוצע'),
            (error) => toast.error(refusalText(error)),
          )
        }
      >
        ביטול הנוסח
      </Button>
    </div>
  )
}

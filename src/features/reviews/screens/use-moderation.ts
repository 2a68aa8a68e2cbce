// Moderation decisions: the update, the toast and the undo of each.
import { refusalText } from '#client/refusal.ts'
import { type ReviewChange, type ShownReview, useChangeReviews } from '#features/reviews/reviews.data.ts'
import { refusals, type Review } from '#features/reviews/reviews.ts'
import { count } from '#lib/hebrew/count.ts'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'

type MutationOptions = { onSuccess?: () => void }
type Reason = NonNullable<Review['rejected_because']>

/** The state before a decision: unverified reviews from the form return to verification. */
const stateBeforeDecision = ({ source, verified_at: verifiedAt }: Review) =>
  source === 'form' && verifiedAt === null ? ('pending_verification' as const) : ('pending' as const)

export function useModeration() {
  const changing = useChangeReviews()

  function change(
    reviews: readonly ShownReview[],
    to: (review: ShownReview) => ReviewChange,
    { message, back, onSuccess }: { message: string; back?: (review: ShownReview) => ReviewChange } & MutationOptions,
  ) {
    // Awaited instead of mutation callbacks: those are dropped when the card unmounts after the refetch.
    void changing.mutateAsync(reviews.map((review) => ({ review, change: to(review) }))).then(
      () => {
        onSuccess?.()
        if (back)
          offerUndo({
            title: message,
            undo: () => undo(reviews, back),
            explain: (error) => refusalText(error, refusals),
          })
        else toast.success(message)
      },
      (error) => toast.error(refusalText(error, refusals), { title: 'ההמלצה לא עודכנה' }),
    )
  }

  /** Each row's version is one above the one the client read. */
  async function undo(reviews: readonly ShownReview[], back: (review: ShownReview) => ReviewChange) {
    await changing.mutateAsync(
      reviews.map((review) => ({ review: { ...review, version: review.version + 1 }, change: back(review) })),
    )
  }

  const previousState = ({ status, rejected_because, is_featured }: ShownReview): ReviewChange => ({
    status,
    rejected_because,
    is_featured,
  })

  /** Approves reviews. In bulk, only those with a verified author. */
  function approve(reviews: readonly ShownReview[], then: MutationOptions = {}) {
    const ready = reviews.filter(({ status }) => status !== 'pending_verification')
    const skipped = reviews.length - ready.length
    if (ready.length === 0) return toast.error(refusals.review_not_verified)
    return change(ready, () => ({ status: 'approved', rejected_because: null }), {
      ...then,
      message: [
        count(ready.length, { one: 'ההמלצה באתר', two: 'שתי המלצות באתר', other: '# המלצות באתר' }),
        skipped > 0 && count(skipped, { one: 'אחת מחכה לאימות', two: 'שתיים מחכות לאימות', other: '# מחכות לאימות' }),
      ]
        .filter(Boolean)
        .join('. '),
      back: previousState,
    })
  }

  return {
    isBusy: changing.isPending,

    approve,

    /** Marks the author as verified by staff. */
    verify: (review: ShownReview) =>
      change([review], () => ({ status: 'pending', verified_at: new Date().toISOString() }), {
        message: 'נרשם שאימתם מי כתב. עכשיו אפשר לפרסם',
      }),

    reject: (reviews: readonly ShownReview[], reason: Reason, then: MutationOptions = {}) =>
      change(reviews, () => ({ status: 'rejected', rejected_because: reason }), {
        ...then,
        message: count(reviews.length, {
          one: 'ההמלצה לא תופיע באתר',
          two: 'שתי המלצות לא יופיעו באתר',
          other: '# המלצות לא יופיעו באתר',
        }),
        back: previousState,
      }),

    again: (reviews: readonly ShownReview[], then: MutationOptions = {}) =>
      change(reviews, (review) => ({ status: stateBeforeDecision(review), rejected_because: null }), {
        ...then,
        message: 'חזר להמתנה',
        back: previousState,
      }),

    feature: (review: ShownReview) =>
      change([review], () => ({ is_featured: !review.is_featured }), {
        message: review.is_featured ? 'ההמלצה כבר לא ראשונה' : 'ההמלצה תופיע ראשונה',
      }),
  }
}

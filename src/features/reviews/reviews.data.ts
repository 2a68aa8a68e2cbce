// Data access of reviews, for the site and the moderation screen.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { readAll } from '#client/read-all.ts'
import { invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import { staleOrGone } from '#platform/editing/edit-conflict.ts'
import type { NewReview } from './review-input.ts'
import type { ApprovedReview, Review, ReviewAuthor, ReviewAverage, ReviewEditRow, ReviewStatus } from './reviews.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'approved_reviews.source': ApprovedReview['source']
    'approved_reviews.verified_by': ApprovedReview['verified_by']
  }
}

/** All approved reviews, or the first ones up to a limit; featured ones first. */
export async function readApprovedReviews(
  backend: Backend,
  { limit }: { limit?: number } = {},
): Promise<ApprovedReview[]> {
  const readReviews = () => backend.rpc('approved_reviews', {}, { get: true, count: 'exact' })
  if (limit === undefined) return readAll((from, to) => readReviews().range(from, to).throwOnError())
  const { data } = await readReviews().limit(limit).throwOnError()
  return data
}

/** The average rating; undefined while there are no ratings. */
export async function readReviewAverage(backend: Backend): Promise<ReviewAverage | undefined> {
  const { data } = await backend.rpc('review_average', {}, { get: true }).maybeSingle().throwOnError()
  return data ? { average: Number(data.average), rated: data.rated } : undefined
}

export type ShownReview = Review & {
  author: Pick<ReviewAuthor, 'name' | 'email' | 'contact_id'> | null
  photo: { id: string } | null
  /** Wording proposals, newest first. */
  edits: Pick<ReviewEditRow, 'id' | 'body' | 'proposed_at' | 'decision' | 'decided_at'>[]
}

/** All reviews in one of the states, featured ones first. */
export const readReviews = (backend: Backend, status: readonly ReviewStatus[]): Promise<ShownReview[]> =>
  readAll((from, to) =>
    backend
      .from('reviews')
      .select(
        '*, author:review_authors(name, email, contact_id), photo:review_photos(id), edits:review_edits(id, body, proposed_at, decision, decided_at)',
        { count: 'exact' },
      )
      .order('proposed_at', { referencedTable: 'edits', ascending: false })
      .in('status', status)
      .order('is_featured', { ascending: false })
      .order('created_at', { ascending: false })
      .order('id')
      .range(from, to)
      .throwOnError(),
  )

const key = ['reviews'] as const

export function useReviews(status: readonly ReviewStatus[]) {
  const backend = useBackend()
  return useQuery({ queryKey: [...key, ...status], queryFn: () => readReviews(backend, status), staleTime: 0 })
}

export type ReviewChange = Partial<
  Pick<
    Review,
    | 'shown_name'
    | 'about'
    | 'body'
    | 'edit_agreed_on'
    | 'tags'
    | 'permission'
    | 'permitted_on'
    | 'status'
    | 'rejected_because'
    | 'is_featured'
    | 'verified_at'
    | 'reply'
  >
>

/** Version conflict: the row was changed since it was read. */
const conflict = () => Object.assign(new Error('changed_meanwhile'), { code: 'PT409' })

/** Updates reviews one at a time, each only if the given version matches. */
export function useChangeReviews() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn(changes: readonly { review: Pick<Review, 'id' | 'version'>; change: ReviewChange }[]) {
      for (const { review, change } of changes) {
        const { data } = await backend
          .from('reviews')
          .update(change)
          .eq('id', review.id)
          .eq('version', review.version)
          .select('id')
          .throwOnError()
        if (data.length === 0)
          throw await staleOrGone(
            backend.from('reviews').select('id').eq('id', review.id).maybeSingle().throwOnError(),
            conflict(),
          )
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

/** Adds a review received elsewhere; it awaits approval like all others. */
export function useAddReview() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn(review: NewReview) {
      await backend
        .from('reviews')
        .insert({ ...review, status: 'pending' })
        .throwOnError()
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  })
}

export function useDeleteReview() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn(id: string) {
      await backend.from('reviews').delete().eq('id', id).select('id').single().throwOnError()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

/** Mails a wording proposal to a review's author, only for the given version of the review. Throws a CallRefused. */
export function useProposeWording() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ review, body }: { review: Pick<Review, 'id' | 'version'>; body: string }) {
      await invoke<object>(backend, 'propose-review-wording', { reviewId: review.id, version: review.version, body })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

/** Withdraws a pending proposal; its link then shows that it was withdrawn. */
export function useWithdrawWording() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn(editId: string) {
      await backend
        .from('review_edits')
        .update({ decision: 'withdrawn' })
        .eq('id', editId)
        .select('id')
        .single()
        .throwOnError()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

/** An author's photo as an object URL, even before approval. */
export function useReviewPhoto(id: string | undefined) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'photo', id],
    enabled: id !== undefined,
    staleTime: Infinity,
    queryFn: async () => {
      const { data } = await backend.rpc('review_photo', { photo: id! }).throwOnError()
      return typeof data === 'string' ? `data:image/webp;base64,${data}` : null
    },
  })
}

export function useRemoveReviewPhoto() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn(id: string) {
      await backend.from('review_photos').delete().eq('id', id).select('id').single().throwOnError()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

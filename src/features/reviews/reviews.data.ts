// What a page reads of the reviews, and what the screen that decides on them reads and writes.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'
import type { ApprovedReview, NewReview, Review, ReviewAuthor, ReviewAverage, ReviewStatus } from './reviews.ts'

/** What everybody may read, the chosen ones first. */
export async function readApprovedReviews(
  backend: Backend,
  { limit }: { limit?: number } = {},
): Promise<ApprovedReview[]> {
  const asked = backend.rpc('approved_reviews', {}, { get: true })
  const { data } = await (limit === undefined ? asked : asked.limit(limit)).throwOnError()
  return data as ApprovedReview[]
}

/** Undefined while nobody has rated anything. */
export async function readReviewAverage(backend: Backend): Promise<ReviewAverage | undefined> {
  const { data } = await backend
    .rpc('review_average', {}, { get: true })
    .maybeSingle<{ average: string | number; rated: number }>()
    .throwOnError()
  return data ? { average: Number(data.average), rated: data.rated } : undefined
}

export type ShownReview = Review & { author: Pick<ReviewAuthor, 'name' | 'email' | 'contact_id'> | null }

export async function readReviews(backend: Backend, status: readonly ReviewStatus[]): Promise<ShownReview[]> {
  const { data } = await backend
    .from('reviews')
    .select('*, author:review_authors(name, email, contact_id)')
    .in('status', status)
    .order('is_featured', { ascending: false })
    .order('created_at', { ascending: false })
    .limit(200)
    .throwOnError()
    .overrideTypes<ShownReview[], { merge: false }>()
  return data
}

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

/** Somebody else was faster: the row was read in a version that is no longer there. */
const changedMeanwhile = { code: 'PT409', message: 'changed_meanwhile' }

/** Changes reviews one after the other, each only as it was seen. */
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
        if (data.length === 0) throw Object.assign(new Error(changedMeanwhile.message), changedMeanwhile)
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

/** Adds a review that was given elsewhere; it waits to be approved like the others. */
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

import { useReviewPhoto } from '#features/reviews/reviews.data.ts'

/** The author's photo. */
export function ReviewPhoto({ id, name }: { id: string; name: string }) {
  const { data: src } = useReviewPhoto(id)
  return src ? <img className="review__photo" src={src} alt={`התמונה של ${name}`} width="56" height="56" /> : null
}

import { useQuery } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'
import { readApprovedReviews } from '#features/reviews/reviews.data.ts'
import { Illustration } from '#ui/pictures/illustration.tsx'
import landscape from '#ui/art/margin-landscape-narrow.svg?raw'

/** The illustration beside the form, with an approved client quote above it. On a phone neither is shown nor fetched. */
export default function AuthPicture() {
  const { data: quote, isPending } = useQuote()
  return (
    <>
      {quote ? (
        <figure className="auth__words">
          <blockquote dir="auto">״{quote.body}״</blockquote>
          <figcaption>
            <bdi>{quote.shown_name}</bdi>
            {quote.about && (
              <>
                , <bdi>{quote.about}</bdi>
              </>
            )}
          </figcaption>
        </figure>
      ) : (
        !isPending && <p className="auth__words">סוף החודש יכול להיות עוד יום רגיל</p>
      )}
      <Illustration className="auth__picture" svg={landscape} />
    </>
  )
}

/** Maximum length of the quote in characters, so that the quote fits above the picture. */
const maxLength = 140

function useQuote() {
  const backend = useBackend()
  return useQuery({
    queryKey: ['reviews', 'quote'],
    // A query function must not return undefined.
    queryFn: async () =>
      (await readApprovedReviews(backend, { limit: 20 })).find(({ body }) => body.length <= maxLength) ?? null,
  })
}

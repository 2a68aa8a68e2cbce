// /reviews/photos/ID.webp: photos of approved reviews, read from their rows.
import type { Backend } from '#client/backend.ts'
import type { FastifyInstance } from 'fastify'
import { photoPath } from '#features/reviews/reviews.ts'

/** One hour at most, so that a withdrawn photo disappears soon. */
const seconds = 3600

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export function mountReviewPhotos(app: FastifyInstance, { backend }: { backend: Backend }) {
  app.get<{ Params: { id: string } }>(photoPath(':id'), async ({ params: { id } }, reply) => {
    const { data } = uuid.test(id) ? await backend.rpc('review_photo', { photo: id }).throwOnError() : { data: null }
    if (typeof data !== 'string') return reply.callNotFound()
    return reply
      .headers({ 'cache-control': `public, max-age=${seconds}`, 'x-content-type-options': 'nosniff' })
      .type('image/webp')
      .send(Buffer.from(data, 'base64'))
  })
}

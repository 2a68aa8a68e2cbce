// /reviews/photos/ID.webp: the faces beside approved reviews, out of their rows.
import type { SupabaseClient } from '@supabase/supabase-js'
import type { FastifyInstance } from 'fastify'
import { photoPath } from '#features/reviews/reviews.ts'

/** An hour, and no longer: whoever takes a photo back should not wait for a year. */
const seconds = 3600

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export function mountReviewPhotos(app: FastifyInstance, { backend }: { backend: SupabaseClient }) {
  app.get<{ Params: { id: string } }>(photoPath(':id'), async ({ params: { id } }, reply) => {
    const { data } = uuid.test(id) ? await backend.rpc('review_photo', { photo: id }).throwOnError() : { data: null }
    if (typeof data !== 'string') return reply.callNotFound()
    return reply
      .headers({ 'cache-control': `public, max-age=${seconds}`, 'x-content-type-options': 'nosniff' })
      .type('image/webp')
      .send(Buffer.from(data, 'base64'))
  })
}

// Share images of pages without an image of their own, rendered on demand and cached in memory.
import type { FastifyInstance } from 'fastify'
import type { SiteFacts } from '#web/pages.ts'
import { renderShareCard } from './share-card.ts'
import type { PageCatalog } from './page-catalog.ts'

/** About 6 MB. */
const cacheLimit = 200
/** Rendering takes 200 ms. Above this queue length requests get 503. */
const queueLimit = 20

type Options = { pages: PageCatalog; readFacts: () => Promise<SiteFacts> }

/** `/share-image/…` for every page. URLs with the current version are cached as immutable. */
export function mountShareImages(app: FastifyInstance, { pages, readFacts }: Options) {
  const cache = new Map<string, Buffer>()
  const pending = new Map<string, Promise<Buffer>>()
  let queue: Promise<unknown> = Promise.resolve()

  function draw(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const already = pending.get(key)
    if (already) return already
    const drawing = queue.then(make).then((card) => {
      cache.set(key, card)
      if (cache.size > cacheLimit) cache.delete(cache.keys().next().value!)
      return card
    })
    queue = drawing.catch(() => {})
    pending.set(key, drawing)
    return drawing.finally(() => pending.delete(key))
  }

  app.get<{ Params: { '*': string } }>('/share-image/*', async (request, reply) => {
    const address = request.url.replace(/\?.*$/s, '').slice('/share-image'.length)
    const [found, { business, brandVersion }] = await Promise.all([pages.findShared(address), readFacts()])
    if (!found) return reply.callNotFound()
    const title = found.finished.cardTitle
    const key = JSON.stringify([title, business.business_name, brandVersion])
    if (!cache.has(key) && pending.size >= queueLimit) return reply.code(503).header('retry-after', '5').send()
    const card = cache.get(key) ?? (await draw(key, () => renderShareCard({ title, business })))
    const isCurrent = found.finished.image?.src.endsWith(request.url)
    return reply
      .headers({
        'content-type': 'image/png',
        'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache',
        'x-content-type-options': 'nosniff',
      })
      .send(card)
  })
}

// Share images of pages without an image of their own, rendered on demand and cached in memory.
import type { FastifyInstance } from 'fastify'
import { imageUrl } from '#platform/images/images.ts'
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

  /** A public picture of the storage. A missing one leaves its place to the landscape. */
  async function readFile(url: string): Promise<Buffer | undefined> {
    const { statusCode, headers, rawPayload } = await app.inject(url)
    return statusCode === 200 && /^image\/(png|jpeg|webp|avif)/.test(String(headers['content-type']))
      ? rawPayload
      : undefined
  }

  app.get<{ Params: { '*': string } }>('/share-image/*', async (request, reply) => {
    const address = request.url.replace(/\?.*$/s, '').slice('/share-image'.length)
    const [found, { business, brandVersion }] = await Promise.all([pages.findShared(address), readFacts()])
    if (!found) return reply.callNotFound()
    const { cardTitle: title, cardPicture } = found.finished
    const key = JSON.stringify([title, business.business_name, brandVersion, business.logo_dark_url, cardPicture?.id])
    const render = async () =>
      renderShareCard({
        title,
        business,
        picture: cardPicture && (await readFile(imageUrl(cardPicture, { width: 1200 }))),
        logo: business.logo_dark_url ? await readFile(business.logo_dark_url) : undefined,
      })
    if (!cache.has(key) && pending.size >= queueLimit) return reply.code(503).header('retry-after', '5').send()
    const card = cache.get(key) ?? (await draw(key, render))
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

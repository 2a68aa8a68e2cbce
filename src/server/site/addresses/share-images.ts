// Generated share images, for pages without a custom one: rendered on demand and cached in memory.
import type { FastifyInstance } from 'fastify'
import { imageUrl } from '#platform/images/images.ts'
import { inProcessAddress } from '#kernel/http/in-process.ts'
import type { SiteFacts } from '#web/pages.ts'
import { renderShareCard } from './share-card.ts'
import type { PageCatalog } from './page-catalog.ts'

/** Cache size in bytes: a card has 30 KB, one with an image up to 600 KB. */
const cacheLimit = 16 * 1024 ** 2
/** Rendering takes 200 ms. Above this queue length requests get 503. */
const queueLimit = 20

type Options = { pages: PageCatalog; readFacts: () => Promise<SiteFacts> }

/** `hasFailed`: the read failed and may succeed later. */
type FileRead = { file?: Buffer; hasFailed?: boolean }

/** `isWhole`: no file was missing because of a temporary failure. Only such a card is cached. */
type RenderedCard = { card: Buffer; isWhole: boolean }

/** `/share-image/…` for every page. URLs with the current version are cached as immutable. */
export function mountShareImages(app: FastifyInstance, { pages, readFacts }: Options) {
  const cache = new Map<string, Buffer>()
  let cachedBytes = 0
  const pending = new Map<string, Promise<RenderedCard>>()
  let queue: Promise<unknown> = Promise.resolve()

  function store(key: string, card: Buffer) {
    cache.set(key, card)
    cachedBytes += card.byteLength
    for (const [oldest, { byteLength }] of cache) {
      if (cachedBytes <= cacheLimit) break
      cache.delete(oldest)
      cachedBytes -= byteLength
    }
  }

  function draw(key: string, make: () => Promise<RenderedCard>): Promise<RenderedCard> {
    const already = pending.get(key)
    if (already) return already
    const drawing = queue.then(make).then((drawn) => {
      if (drawn.isWhole) store(key, drawn.card)
      return drawn
    })
    queue = drawing.catch(() => {})
    pending.set(key, drawing)
    return drawing.finally(() => pending.delete(key))
  }

  /** Reads a public image from storage. Without it the card shows only the landscape. */
  async function readFile(url: string | null | undefined): Promise<FileRead> {
    if (!url) return {}
    const { statusCode, headers, rawPayload } = await app.inject({ url, remoteAddress: inProcessAddress })
    if (statusCode === 429 || statusCode >= 500) return { hasFailed: true }
    const isPicture = statusCode === 200 && /^image\/(png|jpeg|webp|avif)/.test(String(headers['content-type']))
    return isPicture ? { file: rawPayload } : {}
  }

  app.get<{ Params: { '*': string } }>('/share-image/*', async (request, reply) => {
    const address = request.url.replace(/\?.*$/s, '').slice('/share-image'.length)
    const [found, { business, brandVersion }] = await Promise.all([pages.findShared(address), readFacts()])
    if (!found) return reply.callNotFound()
    const { cardTitle: title, cardPicture } = found.finished
    const key = JSON.stringify([title, business.business_name, brandVersion, business.logo_dark_url, cardPicture?.id])
    const render = async () => {
      const picture = await readFile(cardPicture && imageUrl(cardPicture, { width: 1200 }))
      const logo = await readFile(business.logo_dark_url)
      const card = await renderShareCard({ title, business, picture: picture.file, logo: logo.file })
      return { card, isWhole: !picture.hasFailed && !logo.hasFailed }
    }
    if (!cache.has(key) && pending.size >= queueLimit) return reply.code(503).header('retry-after', '5').send()
    const cached = cache.get(key)
    const { card, isWhole } = cached ? { card: cached, isWhole: true } : await draw(key, render)
    const isCurrent = isWhole && found.finished.image?.src.endsWith(request.url)
    return reply
      .headers({
        'content-type': 'image/png',
        'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache',
        'x-content-type-options': 'nosniff',
      })
      .send(card)
  })
}

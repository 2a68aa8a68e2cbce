// Rendered pages, compressed in memory and sent to all visitors until their data changes.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { MovedPage } from '#web/pages.ts'
import { type PreparedResponse, prepareResponse } from './send-bytes.ts'

const brotli = promisify(brotliCompress)

/** `untilMs`: expiry of pages that depend on the time. */
export type RenderedResponse = {
  status: number
  html: Buffer | string
  headers: Record<string, string>
  untilMs?: number
}

/** The result of rendering: a page, a redirect, or not found. */
export type RenderResult<Page> = Page | MovedPage | undefined

export const isPage = <Page extends { status: number }>(result: RenderResult<Page>): result is Page =>
  !!result && 'status' in result

type Options = {
  limit?: number
  /** Called when rendering failed and the expired version was sent. */
  onStale?: (error: unknown) => void
}

/** Caches at most `limit` pages, evicting the oldest. */
export function createPageCache({ limit = 500, onStale }: Options = {}) {
  const making = new Map<string, Promise<RenderResult<PreparedResponse>>>()
  const ready = new Map<string, CacheEntry>()
  let recompressing = Promise.resolve()

  /** The best compression takes 100 times as long, so it runs in the background, one page at a time. */
  function recompressLater(key: string, entry: CacheEntry, rendered: RenderedResponse) {
    recompressing = recompressing
      .then(async () => {
        if (ready.get(key) === entry) entry.page = await compressPage(rendered, smallest)
      })
      // On failure the page keeps its first compression.
      .catch(() => {})
  }

  return {
    /** The cached page. Synchronous, because every request reads it. */
    ready(key: string): PreparedResponse | undefined {
      const entry = ready.get(key)
      return entry && entry.untilMs > Date.now() ? entry.page : undefined
    },

    /**
     * Renders the page once for concurrent requests. A failure is not cached.
     * Stale-if-error: when rendering fails and an expired version is in memory, that version is returned.
     */
    make(key: string, render: () => Promise<RenderResult<RenderedResponse>>): Promise<RenderResult<PreparedResponse>> {
      const pending = making.get(key)
      if (pending) return pending
      const rendering = render()
        .then(async (rendered) => ({ rendered, page: await compressIfPage(rendered) }))
        .then(({ rendered, page }) => {
          // A page cleared while rendering may contain outdated data: it is sent once, and not cached.
          // Redirects and not-found results are not cached either: their paths are unbounded.
          if (making.get(key) === rendering && isPage(page) && isPage(rendered)) {
            const entry = { page, untilMs: rendered.untilMs ?? Infinity }
            ready.set(key, entry)
            recompressLater(key, entry, rendered)
          }
          if (making.get(key) === rendering && !isPage(page)) ready.delete(key)
          if (ready.size > limit) ready.delete(ready.keys().next().value!)
          return page
        })
        .catch((error: unknown) => {
          const expired = ready.get(key)
          if (!expired) throw error
          onStale?.(error)
          return expired.page
        })
        .finally(() => making.get(key) === rendering && making.delete(key))
      making.set(key, rendering)
      return rendering
    },

    /** Drops all pages: no outdated version is sent. */
    clear() {
      making.clear()
      ready.clear()
    },

    /** Marks all pages as expired: they are rendered on the next request, and sent stale if that fails. */
    expire() {
      making.clear()
      for (const entry of ready.values()) entry.untilMs = 0
    },
  }
}

export const compressIfPage = async (result: RenderResult<RenderedResponse>): Promise<RenderResult<PreparedResponse>> =>
  isPage(result) ? compressPage(result) : result

type CacheEntry = { page: PreparedResponse; untilMs: number }

// Brotli quality: a page of 36 KB takes 9.7 KB and 1.3 ms at 5, 8.5 KB and 100 ms at 11.
const good = 5
const smallest = 11

/** Prepares and compresses a rendered page. */
export async function compressPage(
  { status, html, headers }: RenderedResponse,
  quality = good,
): Promise<PreparedResponse> {
  const plain = typeof html === 'string' ? Buffer.from(html) : html
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return prepareResponse({ status, plain, br: await brotli(plain, { params }), etag, headers })
}

// PreparedResponse pages, compressed and held in memory: the same bytes for every visitor until something they are made of changes.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Moved } from '#web/pages.ts'
import { type PreparedResponse, prepareResponse } from './send-bytes.ts'

const brotli = promisify(brotliCompress)

/** `untilMs`: the instant from which the page is another one, although nothing was written. */
export type Rendered = { status: number; html: Buffer | string; headers: Record<string, string>; untilMs?: number }

/** What making a page comes to: bytes, another address, or nothing. */
export type Made<Page> = Page | Moved | undefined

export const isPage = <Page extends { status: number }>(made: Made<Page>): made is Page => !!made && 'status' in made

type Options = {
  limit?: number
  /** A page could not be rendered, and its expired version was sent instead. */
  onStale?: (error: unknown) => void
}

/** Keeps at most `limit` pages; of more, the one that was made first goes. */
export function createPageCache({ limit = 500, onStale }: Options = {}) {
  const making = new Map<string, Promise<Made<PreparedResponse>>>()
  const ready = new Map<string, Kept>()
  let packing = Promise.resolve()

  /** The smallest form takes a hundred times as long as a good one: nobody waits for it, and it is made one page at a time. */
  function packLater(key: string, kept: Kept, rendered: Rendered) {
    packing = packing
      .then(async () => {
        if (ready.get(key) === kept) kept.page = await compressPage(rendered, smallest)
      })
      // What could not be packed goes on as it is.
      .catch(() => {})
  }

  return {
    /** The page under this key if it is there: without waiting, because this is asked for every visitor. */
    ready(key: string): PreparedResponse | undefined {
      const kept = ready.get(key)
      return kept && kept.untilMs > Date.now() ? kept.page : undefined
    },

    /**
     * Makes the page once, however many ask for it at the same time. A page that could not be made is not kept.
     * Stale-if-error: when rendering fails and an expired version is in memory, that version is the answer.
     */
    make(key: string, render: () => Promise<Made<Rendered>>): Promise<Made<PreparedResponse>> {
      const begun = making.get(key)
      if (begun) return begun
      const made = render()
        .then(async (rendered) => ({ rendered, page: await compressIfPage(rendered) }))
        .then(({ rendered, page }) => {
          // What was cleared while it was being made may be made of what has changed: sent once, not kept.
          // Nor is what leads elsewhere or nowhere, which may be asked for under any address.
          if (making.get(key) === made && isPage(page) && isPage(rendered)) {
            const kept = { page, untilMs: rendered.untilMs ?? Infinity }
            ready.set(key, kept)
            packLater(key, kept, rendered)
          }
          if (making.get(key) === made && !isPage(page)) ready.delete(key)
          if (ready.size > limit) ready.delete(ready.keys().next().value!)
          return page
        })
        .catch((error: unknown) => {
          const expired = ready.get(key)
          if (!expired) throw error
          onStale?.(error)
          return expired.page
        })
        .finally(() => making.get(key) === made && making.delete(key))
      making.set(key, made)
      return made
    },

    /** Something the pages are made of has changed: no old version is sent again. */
    clear() {
      making.clear()
      ready.clear()
    },

    /** Something may have changed: every page is made anew when next requested, and sent as it was if that fails. */
    expire() {
      making.clear()
      for (const kept of ready.values()) kept.untilMs = 0
    },
  }
}

export const compressIfPage = async (made: Made<Rendered>): Promise<Made<PreparedResponse>> =>
  isPage(made) ? compressPage(made) : made

type Kept = { page: PreparedResponse; untilMs: number }

// Brotli's qualities: of a page of 36 KB, 9.7 KB in 1.3 ms, and 8.5 KB in a hundred.
const good = 5
const smallest = 11

/** Lays a rendered page out to be sent, and compresses it. */
export async function compressPage({ status, html, headers }: Rendered, quality = good): Promise<PreparedResponse> {
  const plain = typeof html === 'string' ? Buffer.from(html) : html
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return prepareResponse({ status, plain, br: await brotli(plain, { params }), etag, headers })
}

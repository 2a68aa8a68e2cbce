// Finished pages, compressed and held in memory: the same bytes for every visitor until something they are made of changes.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const brotli = promisify(brotliCompress)

export type FinishedPage = { status: number; plain: Buffer; br: Buffer; etag: string }
export type Rendered = { status: number; html: string }

/** Keeps at most `limit` pages; of more, the one that was made first goes. */
export function createPageCache(limit = 500) {
  const pages = new Map<string, Promise<FinishedPage>>()

  return {
    /** The page under this key, made once however many ask for it at the same time. A page that could not be made is not kept. */
    get(key: string, make: () => Promise<Rendered>): Promise<FinishedPage> {
      const held = pages.get(key)
      if (held) return held
      const made = make().then((page) => finish(page, 11))
      pages.set(key, made)
      made.catch(() => pages.get(key) === made && pages.delete(key))
      if (pages.size > limit) pages.delete(pages.keys().next().value!)
      return made
    },
    clear: () => pages.clear(),
  }
}

/** Compresses a rendered page; quality 11 for one that is kept, 4 for one that is sent once. */
export async function finish({ status, html }: Rendered, quality: 4 | 11): Promise<FinishedPage> {
  const plain = Buffer.from(html)
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { status, plain, br: await brotli(plain, { params }), etag }
}

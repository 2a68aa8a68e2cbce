// Image transformations, made on demand and cached on disk. Cost is bounded by pixels, bytes, concurrency and renders per client.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import sharp from 'sharp'
import { notAnImage, slowDown } from '../errors.ts'
import { openDiskCache } from './disk-cache.ts'
import type { Transformation } from './transformation.ts'

/** Output formats: sharp's names, and their media types. */
export const formats = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
} as const
export type Format = keyof typeof formats

export type Images = {
  /** The transformed image. `open` is called only on a cache miss, and before it `mayRender`: false refuses. */
  render(
    source: { version: string; size: number; open: () => Promise<Readable> },
    wanted: ImageVariant,
    mayRender: () => boolean,
  ): Promise<Buffer>
  /** Evicts images that were not read for a week. Resolves to their number. */
  prune(): Promise<number>
}

type ImageVariant = { transformation: Transformation; format: Format }

const maxPixels = 50_000_000
const maxBytes = 25 * 1024 * 1024
const cacheBytes = 256 * 1024 * 1024
const concurrency = 2
const maxQueued = 64
const secondsEach = 15
const defaultQuality = 80
/** Any size can be requested: without a limit one client could occupy all slots, and evict the cache. A page has some dozens of images. */
export const rendersPerClient = { burst: 120, refillMs: 120_000 }

// The format is detected from the bytes, not from the declared type; only raster images are decoded.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`) })
sharp.concurrency(1)

/** Caches transformed images in a folder below `folder`. */
export async function openImages(folder: string): Promise<Images> {
  const cache = await openDiskCache(join(folder, 'pictures'), cacheBytes)
  const inFlight = new Map<string, Promise<Buffer>>()
  const queue = createQueue(concurrency, maxQueued)

  return {
    async render({ version, size, open }, request, mayRender) {
      if (size > maxBytes) throw notAnImage('The image is too large to be transformed')
      const name = cacheKeyOf(version, request)
      const found = await cache.read(name)
      if (found) return found
      const already = inFlight.get(name)
      if (already) return already
      if (!mayRender()) throw slowDown()
      const making = queue(async () => {
        const picture = await transform(await collect(await open()), request)
        await cache.write(name, picture)
        return picture
      }).finally(() => inFlight.delete(name))
      inFlight.set(name, making)
      return making
    },
    prune: () => cache.prune(),
  }
}

/** The cache key, equal for the same version and transformation; also the ETag. */
export const cacheKeyOf = (version: string, { transformation, format }: ImageVariant) => {
  const { width, height, resize, quality } = transformation
  return createHash('sha256')
    .update(JSON.stringify([version, width, height, resize, quality, format]))
    .digest('hex')
}

async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const fits = { cover: 'cover', contain: 'inside', fill: 'fill' } as const

async function transform(source: Buffer, { transformation, format }: ImageVariant): Promise<Buffer> {
  const { width, height, resize = 'cover', quality = defaultQuality } = transformation
  // A wrong checksum or a truncated file damages only part of the image.
  const picture = sharp(source, { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'none' }).timeout({
    seconds: secondsEach,
  })
  picture.autoOrient()
  if (width ?? height)
    picture.resize({
      ...(width !== undefined && { width }),
      ...(height !== undefined && { height }),
      fit: fits[resize],
      withoutEnlargement: true,
    })
  const encoded = {
    jpeg: () => picture.jpeg({ quality, mozjpeg: false }),
    png: () => picture.png(),
    webp: () => picture.webp({ quality }),
    gif: () => picture.gif(),
    avif: () => picture.avif({ quality, effort: 2 }),
  }[format]()
  try {
    return await encoded.toBuffer()
  } catch (error) {
    const tooMany = /pixel limit/.test((error as Error).message)
    throw notAnImage(
      tooMany
        ? 'The image has too many pixels to be transformed'
        : 'The object is not an image that can be transformed',
    )
  }
}

/** A queue with limited concurrency and length; work beyond both is refused. */
function createQueue(maxConcurrent: number, maxQueueLength: number) {
  let working = 0
  const line: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (working >= maxConcurrent) {
      if (line.length >= maxQueueLength) throw slowDown()
      await new Promise<void>((resolve) => line.push(resolve))
    } else working++
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else working--
    }
  }
}

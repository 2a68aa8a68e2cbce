import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Storage, StoredObject } from '../repository.ts'
import { isNotModified } from '../downloads/conditions.ts'
import {
  type Serving,
  disposition,
  findRequested,
  cacheControlOf,
  privateVary,
  safetyHeaders,
  serve,
} from '../downloads/serve.ts'
import { noSuchKey, notAnImage } from '../errors.ts'
import { type Format, formats, cacheKeyOf } from './images.ts'
import { sniffFormat } from './sniff-format.ts'
import { type Transformation, describeTransformation, hasTransformation } from './transformation.ts'

/** Serves the image in the requested size and format. SVG has no pixels and is served unchanged. */
export async function serveImage(
  storage: Storage,
  serving: Serving & { transformation: Transformation },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { transformation, isPersonal, expires } = serving
  const object = await findRequested(serving.find, request)
  const { metadata, version } = object
  const type = metadata.mimetype.split(';', 1)[0]!.trim().toLowerCase()
  if (type === 'image/svg+xml') return serve(storage, serving, request, reply)
  const own = formatOf(type) ?? (await sniffFormat(storage, object))
  if (!own) throw notAnImage('The object is not an image that can be transformed')

  const variant = { transformation, format: formatFor(own, transformation, request.headers.accept) }
  const etag = `"${cacheKeyOf(version, variant).slice(0, 32)}"`
  reply.headers({
    etag,
    'last-modified': new Date(metadata.lastModified).toUTCString(),
    vary: isPersonal ? `Accept, ${privateVary}` : 'Accept',
    ...cacheControlOf(metadata.cacheControl, expires),
    ...(hasTransformation(transformation) && { 'x-transformations': describeTransformation(transformation) }),
    ...safetyHeaders,
    ...disposition(request, object.name, expires !== undefined),
  })
  if (isNotModified(request.headers, { etag, lastModified: metadata.lastModified })) return reply.code(304).send()
  const source = { version, size: metadata.size, open: () => open(storage, object) }
  const mayRender = () => storage.mayRender(request)
  const picture = await storage.images.render(source, variant, mayRender).catch(async (error: unknown) => {
    if ((await serving.find()).version === version) throw error
  })
  // The object was replaced while the request was queued.
  if (!picture) return serveImage(storage, serving, request, reply)
  return reply.header('content-type', formats[variant.format]).send(picture)
}

async function open(storage: Storage, { version, metadata }: StoredObject) {
  const bytes = metadata.size > 0 && (await storage.blobs.read(version, { start: 0, end: metadata.size - 1 }))
  if (!bytes) throw noSuchKey()
  return bytes
}

const formatOf = (type: string) => (Object.keys(formats) as Format[]).find((name) => formats[name] === type)

/** The requested format, else WebP where the browser accepts it, else the original format. */
function formatFor(own: Format, { format }: Transformation, accept: string | undefined): Format {
  if (format === 'avif' || format === 'webp') return format
  if (format !== 'origin' && /\bimage\/webp\b/.test(accept ?? '')) return 'webp'
  return own
}

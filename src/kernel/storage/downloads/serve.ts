// Serves an object: whole or as a range, with conditional requests, and with headers that prevent script execution on our origin.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Storage, StoredObject } from '../repository.ts'
import { noSuchKey } from '../errors.ts'
import { isNotModified, readRange } from './conditions.ts'
import { typeHeaders } from './media-type.ts'

type Query = { download?: string | string[]; versionId?: string }

export type Serving = {
  /** Looks the object up on each call: it may be replaced between lookup and opening its blob. */
  find: () => Promise<StoredObject>
  /** The response depends on the caller, so shared caches must not store it. */
  isPersonal?: boolean
  /** Expiry of the signed URL, in seconds since 1970. It overrides the cache lifetime of the object. */
  expires?: number
}

export async function serve(
  storage: Storage,
  serving: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { find, isPersonal, expires } = serving
  const object = await findRequested(find, request)
  const { metadata } = object
  const version = { etag: metadata.eTag, lastModified: metadata.lastModified }
  setHeaders(reply, object, request, expires)
  if (isPersonal) reply.header('vary', privateVary)
  if (isNotModified(request.headers, version)) return reply.code(304).send()

  const range = request.method === 'GET' ? readRange(request.headers, metadata.size, version) : undefined
  const { start, end } = range ?? { start: 0, end: metadata.size - 1 }
  reply.header('content-length', String(end - start + 1))
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${metadata.size}`)
  if (request.method === 'HEAD' || metadata.size === 0) return reply.send()
  const bytes = await storage.blobs.read(object.version, { start, end })
  if (bytes) return reply.send(bytes)

  const newer = await find()
  if (newer.version !== object.version) {
    // Headers that belong only to the older version: range and encoding.
    for (const header of ['content-range', 'content-encoding']) reply.removeHeader(header)
    return serve(storage, serving, request, reply.code(200))
  }
  request.log.error({ version: object.version }, 'the blob of a stored object is missing')
  throw noSuchKey()
}

/** The object, if its current version is the requested one. */
export async function findRequested(find: () => Promise<StoredObject>, request: FastifyRequest) {
  const { versionId } = request.query as Query
  const object = await find()
  if (versionId && versionId !== object.version) throw noSuchKey()
  return object
}

function setHeaders(reply: FastifyReply, object: StoredObject, request: FastifyRequest, expires: number | undefined) {
  const { metadata, name } = object
  reply.headers({
    etag: metadata.eTag,
    'last-modified': new Date(metadata.lastModified).toUTCString(),
    'accept-ranges': 'bytes',
    ...cacheControlOf(metadata.cacheControl, expires),
    ...(metadata.contentEncoding && { 'content-encoding': metadata.contentEncoding }),
    ...typeHeaders(metadata.mimetype),
    ...safetyHeaders,
    ...disposition(request, name, expires !== undefined),
  })
}

/** A browser must not reuse a private cached response for another user. */
export const privateVary = 'Authorization, apikey'

export const safetyHeaders = { 'x-robots-tag': 'none', 'x-content-type-options': 'nosniff' }

export const cacheControlOf = (cacheControl: string, expires: number | undefined) =>
  expires === undefined ? { 'cache-control': cacheControl } : { expires: new Date(expires * 1000).toUTCString() }

/** `?download` uses the object's own name, `?download=` another one. */
export function disposition(request: FastifyRequest, key: string, isSigned: boolean) {
  const { download } = request.query as Query
  if (download === undefined) return {}
  const name = String(download) || key.split('/').at(-1)!
  return { 'content-disposition': attachment(isSigned ? decodeTwice(name) : name) }
}

/** The official client encodes the parameters it adds to a signed URL twice. */
function decodeTwice(name: string) {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** A filename in any script for clients of RFC 5987, with an ASCII fallback. */
function attachment(name: string) {
  const whole = name.toWellFormed().slice(0, 500)
  const ascii = whole.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(whole.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

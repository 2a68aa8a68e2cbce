// Sends the bytes of an object: as a whole or in part, only when they are new to the client, and in a way that a browser never runs them as ours.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Storage, StoredObject } from '../catalogue.ts'
import { noSuchKey } from '../errors.ts'
import { isKnown, readRange } from './conditions.ts'
import { typeHeaders } from './media-type.ts'

type Query = { download?: string | string[]; versionId?: string }

export type Serving = {
  /** Finds the object anew each time: it may be replaced between finding it and opening its bytes. */
  find: () => Promise<StoredObject>
  /** Who else asks for the same address may see something else, or nothing. */
  isPersonal?: boolean
  /** When the address stops working, in seconds since 1970. Then that counts, and not how long the object may be kept. */
  expires?: number
}

export async function serve(
  storage: Storage,
  serving: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { find, isPersonal, expires } = serving
  const object = await findWanted(find, request)
  const { metadata } = object
  const version = { etag: metadata.eTag, lastModified: metadata.lastModified }
  setHeaders(reply, object, request, expires)
  if (isPersonal) reply.header('vary', personal)
  if (isKnown(request.headers, version)) return reply.code(304).send()

  const range = request.method === 'GET' ? readRange(request.headers, metadata.size, version) : undefined
  const { start, end } = range ?? { start: 0, end: metadata.size - 1 }
  reply.header('content-length', String(end - start + 1))
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${metadata.size}`)
  if (request.method === 'HEAD' || metadata.size === 0) return reply.send()
  const bytes = await storage.blobs.read(object.version, { start, end })
  if (bytes) return reply.send(bytes)

  const newer = await find()
  if (newer.version !== object.version) {
    // What only the older one was: a part of it, or encoded.
    for (const header of ['content-range', 'content-encoding']) reply.removeHeader(header)
    return serve(storage, serving, request, reply.code(200))
  }
  request.log.error({ reqId: request.id, version: object.version }, 'the bytes of a stored object are missing')
  throw noSuchKey()
}

/** The object, if it is the version that the address names. */
export async function findWanted(find: () => Promise<StoredObject>, request: FastifyRequest) {
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
    ...keptUntil(metadata.cacheControl, expires),
    ...(metadata.contentEncoding && { 'content-encoding': metadata.contentEncoding }),
    ...typeHeaders(metadata.mimetype),
    ...safety,
    ...disposition(request, name, expires !== undefined),
  })
}

/** A browser that keeps an answer must not show it to whoever signs in next. */
export const personal = 'Authorization, apikey'

export const safety = { 'x-robots-tag': 'none', 'x-content-type-options': 'nosniff' }

export const keptUntil = (cacheControl: string, expires: number | undefined) =>
  expires === undefined ? { 'cache-control': cacheControl } : { expires: new Date(expires * 1000).toUTCString() }

/** Asked for with `?download`, under the object's own name, or `?download=` another. */
export function disposition(request: FastifyRequest, key: string, isSigned: boolean) {
  const { download } = request.query as Query
  if (download === undefined) return {}
  const name = String(download) || key.split('/').at(-1)!
  return { 'content-disposition': attachment(isSigned ? decodedAgain(name) : name) }
}

/** The official client encodes what it adds to a signed address twice. */
function decodedAgain(name: string) {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** A name of any letters for those who read RFC 5987, and an ASCII one for the rest. */
function attachment(name: string) {
  const whole = name.toWellFormed().slice(0, 500)
  const ascii = whole.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(whole.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

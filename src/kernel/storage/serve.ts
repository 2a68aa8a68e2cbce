// Sends the bytes of an object: as a whole or in part, only when they are new to the client, and in a way that a browser never runs them as ours.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Storage, StoredObject } from './catalogue.ts'
import { invalidRange, noSuchKey } from './errors.ts'
import { typeHeaders } from './media-type.ts'

export async function serve(storage: Storage, object: StoredObject, request: FastifyRequest, reply: FastifyReply) {
  const { metadata, version } = object
  const { download } = request.query as { download?: string | string[] }
  reply.headers({
    etag: metadata.eTag,
    'last-modified': new Date(metadata.lastModified).toUTCString(),
    'cache-control': metadata.cacheControl,
    'accept-ranges': 'bytes',
    'x-robots-tag': 'none',
    'x-content-type-options': 'nosniff',
    ...typeHeaders(metadata.mimetype),
    ...(download !== undefined && {
      'content-disposition': attachment(String(download) || object.name.split('/').at(-1)!),
    }),
  })
  if (isKnown(request, object)) return reply.code(304).send()

  const range = readRange(request, object)
  const { start, end } = range ?? { start: 0, end: metadata.size - 1 }
  reply.header('content-length', String(end - start + 1))
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${metadata.size}`)
  if (request.method === 'HEAD' || metadata.size === 0) return reply.send()
  const bytes = await storage.blobs.read(version, { start, end })
  if (!bytes) {
    request.log.error({ reqId: request.id, version }, 'the bytes of a stored object are missing')
    for (const name of Object.keys(reply.getHeaders())) if (name.startsWith('content-')) reply.removeHeader(name)
    throw noSuchKey()
  }
  return reply.send(bytes)
}

/** A name of any letters for those who read RFC 5987, and an ASCII one for the rest. */
function attachment(name: string) {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

function isKnown({ headers }: FastifyRequest, { metadata }: StoredObject) {
  const tags = headers['if-none-match']
  if (tags !== undefined)
    return tags === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === metadata.eTag)
  const since = headers['if-modified-since']
  return since !== undefined && seconds(metadata.lastModified) <= seconds(since)
}

const seconds = (date: string) => Math.floor(Date.parse(date) / 1000)

/** One range of bytes; several at once, or one of another version (If-Range), are answered with everything. */
function readRange({ headers }: FastifyRequest, { metadata }: StoredObject) {
  const match = /^bytes=(\d*)-(\d*)$/.exec(headers.range?.trim() ?? '')
  const ifRange = headers['if-range']
  if (!match || (match[1] === '' && match[2] === '') || (ifRange && ifRange !== metadata.eTag)) return undefined
  const last = metadata.size - 1
  const start = match[1] === '' ? Math.max(0, metadata.size - Number(match[2])) : Number(match[1])
  const end = match[1] === '' || match[2] === '' ? last : Math.min(Number(match[2]), last)
  if (start > last || end < start) throw invalidRange()
  return { start, end }
}

// Reads the file of an upload request: one part of a multipart form, or the whole body.
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { invalidRequest } from '../errors.ts'
import type { NewFile } from './upload.ts'

const maxMetadataDepth = 50

/** Form fields must precede the file: policies are evaluated on them before the first byte is stored. */
export async function readUpload(request: FastifyRequest): Promise<NewFile> {
  if (!request.isMultipart()) return readWhole(request)
  const part = await request.file().catch(() => {
    throw invalidRequest('The form cannot be read')
  })
  if (!part) throw invalidRequest('The form has no file')
  const field = (name: string) => {
    const value = part.fields[name]
    return value && !Array.isArray(value) && value.type === 'field' && typeof value.value === 'string'
      ? value.value
      : undefined
  }
  const seconds = field('cacheControl')
  return {
    bytes: part.file,
    announcedSize: undefined,
    contentType: field('contentType') ?? part.mimetype,
    cacheControl: seconds && /^\d{1,10}$/.test(seconds) ? `max-age=${seconds}` : readCacheControl(seconds),
    contentEncoding: readEncoding(field('contentEncoding')),
    userMetadata: readMetadata(field('metadata')),
  }
}

function readWhole(request: FastifyRequest): NewFile {
  const { headers, body, raw } = request
  const length = Number(headers['content-length'])
  return {
    bytes: body instanceof Readable ? body : raw,
    announcedSize: headers['content-length'] !== undefined && Number.isFinite(length) ? length : undefined,
    contentType: headers['content-type'] ?? 'application/octet-stream',
    cacheControl: readCacheControl(headers['cache-control']),
    contentEncoding: readEncoding(headers['content-encoding']),
    userMetadata: metadataHeader(request),
  }
}

/** The metadata of the user in the header x-metadata: an object as JSON in base64. */
export function metadataHeader({ headers }: FastifyRequest) {
  const metadata = headers['x-metadata']
  return readMetadata(
    typeof metadata === 'string' && metadata !== '' ? Buffer.from(metadata, 'base64').toString('utf8') : undefined,
  )
}

/** Validates Cache-Control, which is returned with every download. */
export const readCacheControl = (value: string | undefined) =>
  value && /^[\w=, -]{1,200}$/.test(value) ? value : 'no-cache'

const encoding = /^(gzip|br|deflate|zstd|compress)(, ?(gzip|br|deflate|zstd|compress)){0,3}$/

/** Content-Encoding of the uploaded bytes, which are stored as they are. Encodings that browsers cannot decode are dropped. */
export const readEncoding = (value: string | undefined) => {
  const name = value?.trim().toLowerCase()
  return name && encoding.test(name) ? name : undefined
}

function readMetadata(text: string | undefined): Record<string, unknown> | null {
  if (text === undefined) return null
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && isShallow(value))
      return value as Record<string, unknown>
  } catch {
    // Refused below, like any other text that is not an object.
  }
  throw invalidRequest('metadata must be a JSON object')
}

/** PostgreSQL and JSON.stringify recurse, so deep nesting would overflow the stack. */
function isShallow(value: unknown, deepest = maxMetadataDepth): boolean {
  if (typeof value !== 'object' || value === null) return true
  return deepest > 0 && Object.values(value).every((part) => isShallow(part, deepest - 1))
}

// From a request to an upload: the file as one part of a form, or as the whole body.
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { invalidRequest } from './errors.ts'
import type { Upload } from './upload.ts'

type FromRequest = Pick<Upload, 'bytes' | 'announcedSize' | 'contentType' | 'cacheControl' | 'userMetadata'>

/** Fields of a form must come before its file. */
export async function readUpload(request: FastifyRequest): Promise<FromRequest> {
  if (!request.isMultipart()) return readWhole(request)
  const part = await request.file()
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
    cacheControl: seconds && /^\d+$/.test(seconds) ? `max-age=${seconds}` : 'no-cache',
    userMetadata: readMetadata(field('metadata')),
  }
}

function readWhole({ headers, body, raw }: FastifyRequest): FromRequest {
  const metadata = headers['x-metadata']
  const length = Number(headers['content-length'])
  return {
    bytes: body instanceof Readable ? body : raw,
    announcedSize: Number.isFinite(length) ? length : undefined,
    contentType: headers['content-type'] ?? 'application/octet-stream',
    cacheControl: readCacheControl(headers['cache-control']),
    userMetadata: readMetadata(
      typeof metadata === 'string' ? Buffer.from(metadata, 'base64').toString('utf8') : undefined,
    ),
  }
}

// It comes back as a header to everybody who reads the object.
const readCacheControl = (value: string | undefined) => (value && /^[\w=, -]{1,200}$/.test(value) ? value : 'no-cache')

function readMetadata(text: string | undefined): Record<string, unknown> | null {
  if (!text) return null
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Said below, as for any other text that is no object.
  }
  throw invalidRequest('metadata must be a JSON object')
}

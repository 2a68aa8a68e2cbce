// Request bodies of auth/v1: parsing, validation, and the fields that several endpoints share.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../errors.ts'
import { invalid } from './auth-errors.ts'

const bodyLimit = 1 << 20
/** The form of the link page carries only a token and a redirect address. */
const maxFormLength = 16 * 1024

/**
 * Parses every body as JSON, whatever its content type. The form of the link page is parsed to URLSearchParams instead.
 * A missing body becomes an empty object.
 */
export function parseBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (request, body, done) => {
    const sent = String(body)
    const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')
    if (isForm && !/^\s*\{/.test(sent))
      return sent.length > maxFormLength ? done(notJson()) : done(null, new URLSearchParams(sent))
    try {
      return done(null, sent === '' ? {} : JSON.parse(sent))
    } catch {
      return done(notJson())
    }
  })
}

const notJson = () => new Refusal('bad_json', 400, 'Could not parse request body as JSON')

/** The body parsed by the schema. Throws 400 with the first issue. */
export function bodyOf<S extends z.ZodType>(request: FastifyRequest, schema: S): z.infer<S> {
  if (request.body instanceof URLSearchParams) throw notJson()
  const parsed = schema.safeParse(request.body ?? {})
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalid(`${issue!.path.join('.') || 'body'}: ${issue!.message}`)
}

// The official client sends null or '' for a missing value.
const text = z
  .string()
  .nullish()
  .transform((value) => value || undefined)

/** Fields that several endpoints share. */
export const fields = {
  email: text.transform((value) => value?.trim().toLowerCase()),
  phone: text,
  password: text,
  text,
  data: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((value) => value ?? {}),
  /** The channel of a text message. */
  channel: text.refine((value) => value === undefined || value === 'sms' || value === 'whatsapp', {
    error: `Invalid channel, supported values are 'sms' or 'whatsapp'`,
  }),
  challenge: { code_challenge: text, code_challenge_method: text },
}

const address = /^(?!.*\p{C})[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]{2,}$/u

/** Returns the address as stored. Throws when it is malformed. */
export function checkEmail(email: string): string {
  if (email.length > 255 || !address.test(email)) throw invalid('Unable to validate email address: invalid format')
  return email
}

/** Returns the number as stored: E.164 digits without the plus. Throws when it is malformed. */
export function checkPhone(phone: string): string {
  const digits = phone.replace(/[+ ]/g, '')
  if (!/^[1-9]\d{1,14}$/.test(digits)) throw invalid('Invalid phone number format (E.164 required)')
  return digits
}

export const maxMetadataBytes = 8000

/**
 * Limits user metadata, because every access token carries it and proxies refuse long headers.
 * With such a token the user could not even send the request that shortens it.
 */
export function checkMetadata(data: Record<string, unknown>) {
  if (sizeOf(data) > maxMetadataBytes) throw invalid(`data: at most ${maxMetadataBytes} bytes of JSON`)
  return data
}

function sizeOf(data: object) {
  try {
    return Buffer.byteLength(JSON.stringify(data))
  } catch {
    return Infinity // too deeply nested for JSON.stringify
  }
}

// What clients send, and how a wrong body is refused.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../errors.ts'
import { invalid } from './auth-errors.ts'

const bodyLimit = 1 << 20
/** Our own form carries a token and an address. */
const longestForm = 16 * 1024

/** Bodies are JSON whatever their content type says, except the form of our own page, which stays a URLSearchParams. No body is an empty object. */
export function readBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (request, body, done) => {
    const sent = String(body)
    const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')
    if (isForm && !/^\s*\{/.test(sent))
      return sent.length > longestForm ? done(notJson()) : done(null, new URLSearchParams(sent))
    try {
      return done(null, sent === '' ? {} : JSON.parse(sent))
    } catch {
      return done(notJson())
    }
  })
}

const notJson = () => new Refusal('bad_json', 400, 'Could not parse request body as JSON')

/** The body as the schema wants it, or 400 with the first complaint. */
export function bodyOf<S extends z.ZodType>(request: FastifyRequest, schema: S): z.infer<S> {
  if (request.body instanceof URLSearchParams) throw notJson()
  const parsed = schema.safeParse(request.body ?? {})
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalid(`${issue!.path.join('.') || 'body'}: ${issue!.message}`)
}

// The client sends null or '' for what it does not have.
const text = z
  .string()
  .nullish()
  .transform((value) => value || undefined)

/** Fields that several calls have in common. */
export const fields = {
  email: text.transform((value) => value?.trim().toLowerCase()),
  phone: text,
  password: text,
  text,
  data: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((value) => value ?? {}),
  /** How a message should come to a phone. */
  channel: text.refine((value) => value === undefined || value === 'sms' || value === 'whatsapp', {
    error: `Invalid channel, supported values are 'sms' or 'whatsapp'`,
  }),
  challenge: { code_challenge: text, code_challenge_method: text },
}

const address = /^(?!.*\p{C})[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]{2,}$/u

/** The address in the form in which it is stored. Throws when it cannot be one. */
export function checkEmail(email: string): string {
  if (email.length > 255 || !address.test(email)) throw invalid('Unable to validate email address: invalid format')
  return email
}

/** The number in the form in which it is stored: its digits with the country's, without a plus. Throws when it cannot be one. */
export function checkPhone(phone: string): string {
  const digits = phone.replace(/[+ ]/g, '')
  if (!/^[1-9]\d{1,14}$/.test(digits)) throw invalid('Invalid phone number format (E.164 required)')
  return digits
}

export const mostMetadataBytes = 8000

/** What a user says about themselves travels in every access token, so it has to stay small: proxies refuse long headers, and whoever got such a token could not even shorten it. */
export function checkMetadata(data: Record<string, unknown>) {
  if (sizeOf(data) > mostMetadataBytes) throw invalid(`data: at most ${mostMetadataBytes} bytes of JSON`)
  return data
}

function sizeOf(data: object) {
  try {
    return Buffer.byteLength(JSON.stringify(data))
  } catch {
    return Infinity // nested too deeply to be written out
  }
}

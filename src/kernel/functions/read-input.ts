// Parses a request body to the input of a function, for every body type that supabase-js can send.
import { Refusal } from '../errors.ts'

/** Parses by content type: JSON, text, form fields, else bytes. An empty body becomes an empty object. */
export async function readInput(contentType: string | undefined, body: Buffer | undefined): Promise<unknown> {
  if (!body?.length) return {}
  const type = (contentType ?? 'application/json').split(';')[0]!.trim().toLowerCase()
  if (type === 'application/json' || type.endsWith('+json')) return parseJson(body)
  if (type.startsWith('text/')) return body.toString('utf8')
  if (type === 'multipart/form-data' || type === 'application/x-www-form-urlencoded')
    return readForm(contentType!, body)
  return new Uint8Array(body)
}

/** Limit on nesting: far beyond legitimate input, and too shallow to overflow the stack. */
const maxDepth = 100

function parseJson(body: Buffer): unknown {
  let value: unknown
  try {
    // Strips a byte order mark.
    const text = body.toString('utf8').replace(/^\ufeff/, '')
    value = mayHaveLoneSurrogates.test(text) ? JSON.parse(text, replaceLoneSurrogates) : JSON.parse(text)
  } catch {
    throw new Refusal('invalid_json', 400, 'The body is not JSON.')
  }
  if (isDeeperThan(maxDepth, value)) throw new Refusal('invalid_json', 400, `The body nests deeper than ${maxDepth}.`)
  return value
}

/** Lone surrogates, as in a truncated text, cannot be stored by PostgreSQL. */
const mayHaveLoneSurrogates = /\\u[dD][89a-fA-F]/
const replaceLoneSurrogates = (_: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner))
}

/** Limit on form fields, because parsing many of them is slow. */
const maxFields = 1000

/** Maps field names to values; a repeated name becomes a list. */
async function readForm(contentType: string, body: Buffer) {
  const isFlat = /^application\/x-www-form-urlencoded/i.test(contentType)
  if (isFlat && body.toString('latin1').split('&', maxFields + 1).length > maxFields) throw tooManyFields()
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw new Refusal('invalid_form', 400, 'The body is not a form.')
    })
  const fields: Record<string, unknown> = Object.create(null)
  let count = 0
  for (const [name, value] of form) {
    if (++count > maxFields) throw tooManyFields()
    const before = fields[name]
    fields[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
  }
  return fields
}

const tooManyFields = () => new Refusal('invalid_form', 400, `A form has at most ${maxFields} fields.`)

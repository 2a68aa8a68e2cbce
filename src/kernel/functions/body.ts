// From the body of a request to the input of a function: whatever supabase-js can send.
import { Refusal } from '../errors.ts'

/** Reads the body by its content type: JSON, text, form fields, else the bytes. An empty body is an empty object. */
export async function readInput(contentType: string | undefined, body: Buffer | undefined): Promise<unknown> {
  if (!body?.length) return {}
  const type = (contentType ?? 'application/json').split(';')[0]!.trim().toLowerCase()
  if (type === 'application/json' || type.endsWith('+json')) return parseJson(body)
  if (type.startsWith('text/')) return body.toString('utf8')
  if (type === 'multipart/form-data' || type === 'application/x-www-form-urlencoded')
    return readForm(contentType!, body)
  return new Uint8Array(body)
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new Refusal('invalid_json', 400, 'The body is not JSON.')
  }
}

/** Reading takes longer than its share when there are many, and no form of people has so many. */
const mostFields = 1000

/** Fields by name; a name that comes twice becomes a list. */
async function readForm(contentType: string, body: Buffer) {
  const isFlat = contentType.startsWith('application/x-www-form-urlencoded')
  if (isFlat && body.toString('latin1').split('&', mostFields + 1).length > mostFields) throw tooManyFields()
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw new Refusal('invalid_form', 400, 'The body is not a form.')
    })
  const fields: Record<string, unknown> = Object.create(null)
  let count = 0
  for (const [name, value] of form) {
    if (++count > mostFields) throw tooManyFields()
    const before = fields[name]
    fields[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
  }
  return fields
}

const tooManyFields = () => new Refusal('invalid_form', 400, `A form has at most ${mostFields} fields.`)

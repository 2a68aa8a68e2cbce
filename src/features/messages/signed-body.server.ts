// The body of a webhook that a provider of messages signs by Standard Webhooks.
import { isSignedHook, mayBeSigned } from '#integrations/signed-hook.ts'
import { Refusal } from '#kernel/errors.ts'
import type { z } from '#lib/schema.ts'

type Expected<Shape extends z.ZodType> = {
  secrets: readonly string[]
  /** The name of the setting that has the secrets. */
  setting: string
  shape: Shape
  /** The shape in words. */
  words: string
}

/** Reads a JSON body. Refusals: bad_signature (401), also without any secret, and invalid_input (422). */
export async function readSignedBody<Shape extends z.ZodType>(
  request: Request,
  { secrets, setting, shape, words }: Expected<Shape>,
): Promise<z.output<Shape>> {
  // A body without a signature to check is not read.
  const body = secrets.length > 0 && mayBeSigned(request.headers) ? await request.text() : ''
  if (!isSignedHook({ headers: request.headers, body, secrets }))
    throw new Refusal('bad_signature', 401, `The signature is missing, too old or not of a secret in ${setting}`)
  const read = shape.safeParse(parse(body))
  if (!read.success) throw new Refusal('invalid_input', 422, `Expected ${words}`)
  return read.data
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

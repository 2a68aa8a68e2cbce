// The body of a webhook request that a message provider signs by Standard Webhooks.
import { isSignedHook, mayBeSigned } from '#integrations/signed-hook.ts'
import { Refusal } from '#kernel/errors.ts'
import type { z } from '#lib/schema.ts'
import { parseStorableJson } from '#lib/storable-text.ts'
import { readUnverifiedBody } from './unverified-body.server.ts'

type Expected<Shape extends z.ZodType> = {
  secrets: readonly string[]
  /** The name of the setting with the secrets. */
  setting: string
  shape: Shape
  /** A description of the expected shape. */
  words: string
}

/** Reads a JSON body. Refusals: bad_signature (401), also without any secret, and invalid_input (422). */
export async function readSignedBody<Shape extends z.ZodType>(
  request: Request,
  { secrets, setting, shape, words }: Expected<Shape>,
): Promise<z.output<Shape>> {
  // The body of an unsigned request is not read.
  const body = secrets.length > 0 && mayBeSigned(request.headers) ? await readUnverifiedBody(request) : ''
  if (!isSignedHook({ headers: request.headers, body, secrets }))
    throw new Refusal('bad_signature', 401, `The signature is missing, too old or not of a secret in ${setting}`)
  const read = shape.safeParse(parseStorableJson(body))
  if (!read.success) throw new Refusal('invalid_input', 422, `Expected ${words}`)
  return read.data
}

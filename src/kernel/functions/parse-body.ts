import type { z } from 'zod'
import { Refusal } from '../errors.ts'

/** Parses the JSON body of an endpoint's request. An invalid one is refused with an error per field. */
export async function parseBody<T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T>> {
  const { success, data, error } = schema.safeParse(await request.json().catch(() => undefined))
  if (success) return data
  const fields = Object.fromEntries(error.issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
  throw new Refusal('invalid_input', 422, error.issues[0]?.message ?? 'Invalid input', fields)
}

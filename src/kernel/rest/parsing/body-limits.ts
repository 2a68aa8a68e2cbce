// Limits on the parts of a body. Ten megabytes of the smallest parts would take gigabytes and minutes, and any holder
// of the public key can send them.
import { RestError } from '../errors/rest-error.ts'

/** Enough for about ten thousand rows of a wide table. */
const maxParts = 250_000

export function refuseTooManyParts(parts: number) {
  if (parts > maxParts) throw new RestError(413, 'body_too_large', `The body has more than ${maxParts} values`)
}

// How many pieces a body may fall into. Ten megabytes of the smallest ones would take gigabytes and minutes, of anybody who has the public key.
import { RestError } from '../errors/rest-error.ts'

/** As many as some ten thousand rows of a wide table have. */
const mostParts = 250_000

export function refuseTooMany(parts: number) {
  if (parts > mostParts) throw new RestError(413, 'body_too_large', `The body has more than ${mostParts} values`)
}

// Limits of wrong passwords of forms, per client and per form. Right ones are not counted: the visitors of one room share an address.
import { Refusal } from '#kernel/errors.ts'
import { createRateLimit, rateLimitKey } from '#kernel/http/rate-limit.ts'
import { refusals } from '../form-texts.ts'

const minute = 60_000
const perClient = { burst: 10, refillMs: 15 * minute }
const perForm = { burst: 100, refillMs: 60 * minute }

export function createPasswordTries() {
  const ofClient = createRateLimit(perClient)
  const ofForm = createRateLimit(perForm)
  return {
    /** Throws after too many wrong passwords. Else counts one; the returned function takes it back after a right one. */
    begin(formId: string, ip: string | undefined): () => void {
      const client = ip === undefined ? undefined : rateLimitKey(ip, false)
      const pair = client === undefined ? undefined : `${client} ${formId}`
      if ((pair !== undefined && !ofClient.take(pair)) || !ofForm.take(formId))
        throw new Refusal('too_many_passwords', 429, refusals.too_many_passwords)
      return () => {
        if (pair !== undefined) ofClient.giveBack(pair)
        ofForm.giveBack(formId)
      }
    },
  }
}

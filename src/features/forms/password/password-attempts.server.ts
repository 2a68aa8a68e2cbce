// Rate limits of wrong form passwords, per client and form, and per form for unknown networks. Correct passwords are
// not counted, because visitors may share an IP address. An attacker with many addresses is throttled without blocking
// networks that have opened the form before.
import { Refusal } from '#kernel/errors.ts'
import { createRateLimit, rateLimitKey } from '#kernel/http/rate-limit.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { refusals } from '../form-texts.ts'

const minute = 60_000
const perClient = { burst: 10, refillMs: 15 * minute }
const fromUnknownNetworks = { burst: 100, refillMs: 60 * minute }

export function createPasswordAttempts() {
  const clientLimit = createRateLimit(perClient)
  const unknownNetworkLimit = createRateLimit(fromUnknownNetworks)
  return {
    /**
     * Throws after too many wrong passwords. Otherwise counts one attempt; the returned function removes that attempt
     * after a correct password.
     */
    begin(formId: string, network: string | undefined, isKnown: boolean): () => void {
      const pair = network === undefined ? undefined : `${network} ${formId}`
      if (pair !== undefined && !clientLimit.take(pair)) throw tooMany('too_many_passwords')
      if (!isKnown && !unknownNetworkLimit.take(formId)) throw tooMany('form_guessed_passwords')
      return () => {
        if (pair !== undefined) clientLimit.giveBack(pair)
        if (!isKnown) unknownNetworkLimit.giveBack(formId)
      }
    },
  }
}

const tooMany = (code: 'too_many_passwords' | 'form_guessed_passwords') => new Refusal(code, 429, refusals[code])

/** The network of a client. Loopback addresses have none, because all clients behind a proxy may share one. */
export const networkOf = (ip: string | undefined) => (ip === undefined ? undefined : rateLimitKey(ip, false))

const networkHash = `sha256(convert_to($1::uuid::text || $2::text, 'UTF8'))`

/** Whether a correct password was entered from this network in the last 90 days. */
export async function isKnownNetwork(db: Db, formId: string, network: string | undefined): Promise<boolean> {
  const { known } = await db.one<{ known: boolean }>(
    `select exists (select from form_password_networks
       where form_id = $1 and network_hash = ${networkHash} and last_used_at > now() - interval '90 days') as known`,
    [formId, network ?? null],
  )
  return known
}

export async function rememberNetwork(db: Db, formId: string, network: string | undefined) {
  if (network === undefined) return
  await db.query(
    `insert into form_password_networks (form_id, network_hash) values ($1::uuid, ${networkHash})
     on conflict (form_id, network_hash) do update set last_used_at = now()`,
    [formId, network],
  )
}

// Rate limits of wrong passwords per account, also across many IP addresses. The owner is not locked out: known networks of the
// account have their own limit, and mailed links always work.
import type { Db } from '../../postgres/transaction.ts'
import { Refusal } from '../../errors.ts'
import { createRateLimit, rateLimitKey } from '../../http/rate-limit.ts'

export type PasswordAttempts = {
  /** Counts an attempt. Throws when a limit is exceeded. Returns a function that refunds the attempt; call it after a correct password. */
  begin(account: string, client: string | undefined, isKnown: boolean): () => void
}

const minute = 60_000
const perClient = { burst: 10, refillMs: 15 * minute }
const fromUnknownNetworks = { burst: 30, refillMs: 60 * minute }

export function createPasswordAttempts(): PasswordAttempts {
  const clientLimit = createRateLimit(perClient)
  const unknownNetworkLimit = createRateLimit(fromUnknownNetworks)
  return {
    begin(account, client, isKnown) {
      const pair = client === undefined ? undefined : `${client} ${account}`
      if (pair !== undefined && !clientLimit.take(pair)) throw tooMany(perClient)
      if (!isKnown && !unknownNetworkLimit.take(account)) throw tooMany(fromUnknownNetworks)
      return () => {
        if (pair !== undefined) clientLimit.giveBack(pair)
        if (!isKnown) unknownNetworkLimit.giveBack(account)
      }
    },
  }
}

function tooMany({ burst, refillMs }: typeof perClient) {
  const seconds = Math.ceil(refillMs / burst / 1000)
  const message = `Too many wrong passwords. Try again after ${seconds} seconds, or sign in by a mailed link.`
  return new Refusal('over_request_rate_limit', 429, message)
}

/** The stored network of a client. Loopback addresses have none, because they may be all clients of a proxy. */
export const networkOf = (ip: string | undefined) => (ip === undefined ? undefined : rateLimitKey(ip, false))

/** Whether the account was signed in to from this network in the last 90 days. Takes the same time for an unknown account. */
export async function isKnownNetwork(db: Db, userId: string | undefined, ip: string | undefined): Promise<boolean> {
  const { known } = await db.one<{ known: boolean }>(
    `select exists (select from auth.known_networks
       where user_id = $1 and network_hash = sha256(convert_to($1::text || $2::text, 'UTF8'))
         and last_used_at > now() - interval '90 days') as known`,
    [userId ?? null, networkOf(ip) ?? null],
  )
  return known
}

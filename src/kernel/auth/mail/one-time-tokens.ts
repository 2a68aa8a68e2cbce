// One-time tokens: a mail carries a link and a code for the same token, a text message only the code.
// A token expires, is consumed once, and is replaced by the next one of its type.
import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Db } from '../../postgres/transaction.ts'
import { timingSafeEqualStrings } from '../../timing-safe-equal.ts'

export type TokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'phone_change_token'
  | 'reauthentication_token'

/** `address` is the email address or phone number of the recipient; `flowId` the PKCE flow that the link completes. */
export type OneTimeToken = {
  id: string
  userId: string
  type: TokenType
  address: string
  flowId: string | null
  isExpired: boolean
}

const maxWrongCodes = 10

/** Marks the hash of a PKCE link, so that it is recognized without a lookup. */
const flowPrefix = 'pkce_'

export const isPkceHash = (hash: string) => hash.startsWith(flowPrefix)

/** Creates or replaces the token of this type. Returns the code to type and the hash for the link. */
export async function issueToken(db: Db, userId: string, type: TokenType, address: string, flowId?: string) {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const salt = randomBytes(16).toString('hex')
  const hash = (flowId ? flowPrefix : '') + hashOf(address, code, salt)
  await db.query(
    `insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, salt, flow_id) values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id, token_type) do update set
       token_hash = excluded.token_hash, relates_to = excluded.relates_to, salt = excluded.salt, flow_id = excluded.flow_id,
       wrong_codes = 0, created_at = now(), updated_at = now()`,
    [userId, type, hash, address, salt, flowId ?? null],
  )
  return { code, hash }
}

const columns = `id, user_id as "userId", token_type as type, relates_to as address, flow_id as "flowId",
  created_at < now() - make_interval(secs => $1) as "isExpired"`

/** Reads the token of a link without consuming it. */
export async function tokenOfLink(db: Db, hash: string, types: TokenType[], validForSeconds: number) {
  const [token] = await db.query<OneTimeToken>(
    `select ${columns} from auth.one_time_tokens where token_hash = $2 and token_type = any ($3::auth.one_time_token_type[])`,
    [validForSeconds, hash, types],
  )
  return token
}

/** Finds the token of a typed code. Wrong codes are counted, so commit even when this returns undefined. */
export async function tokenOfCode(db: Db, address: string, code: string, types: TokenType[], validForSeconds: number) {
  // Lock order: the user's row before the token's, as in issueToken's callers. The reverse would deadlock.
  await db.query(
    `select from auth.users where id in (
       select user_id from auth.one_time_tokens where relates_to = $1 and token_type = any ($2::auth.one_time_token_type[])
     ) order by id for update`,
    [address, types],
  )
  const candidates = await db.query<OneTimeToken & { hash: string; salt: string }>(
    `select ${columns}, token_hash as hash, salt from auth.one_time_tokens
     where relates_to = $2 and token_type = any ($3::auth.one_time_token_type[]) and wrong_codes < ${maxWrongCodes} for update`,
    [validForSeconds, address, types],
  )
  const token = candidates.find(({ hash, salt }) =>
    timingSafeEqualStrings(hash.replace(flowPrefix, ''), hashOf(address, code, salt)),
  )
  if (!token) {
    await db.query('update auth.one_time_tokens set wrong_codes = wrong_codes + 1 where id = any ($1::uuid[])', [
      candidates.map(({ id }) => id),
    ])
  }
  return token
}

/**
 * Consumes the token. Returns false when a concurrent request already consumed it. Sets `auth.verified_address` for the
 * transaction to the recipient's address, because a session's method `otp` does not distinguish mail from phone.
 */
export async function consumeToken(db: Db, { id }: OneTimeToken): Promise<boolean> {
  const consumed = await db.query(
    `delete from auth.one_time_tokens where id = $1 returning set_config('auth.verified_address', relates_to, true)`,
    [id],
  )
  return consumed.length > 0
}

const hashOf = (address: string, code: string, salt: string) =>
  createHash('sha224')
    .update(address + code + salt)
    .digest('hex')

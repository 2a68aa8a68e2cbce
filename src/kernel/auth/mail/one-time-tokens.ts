// One mail holds a link and a code for the same thing; a message to a phone only the code. Used once, good for a while, and the newest replaces the one before.
import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Db } from '../../postgres/as-role.ts'
import { isSameText } from '../../timing-safe-equal.ts'

export type TokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'phone_change_token'
  | 'reauthentication_token'

/** `address` is the mail address or the number that it went to; `flowId` the sign-in that a link of it ends. */
export type OneTimeToken = {
  id: string
  userId: string
  type: TokenType
  address: string
  flowId: string | null
  isExpired: boolean
}

const mostWrongCodes = 10

/** So that a link shows, without being looked up, that it ends with a code and not with a session. */
const flowPrefix = 'pkce_'

export const isOfFlow = (hash: string) => hash.startsWith(flowPrefix)

/** Makes the token for a mail or a message to this address: `code` to be typed, `hash` for the link. */
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

/** The token behind a link. Nothing is consumed. */
export async function tokenOfLink(db: Db, hash: string, types: TokenType[], goodForSeconds: number) {
  const [token] = await db.query<OneTimeToken>(
    `select ${columns} from auth.one_time_tokens where token_hash = $2 and token_type = any ($3::auth.one_time_token_type[])`,
    [goodForSeconds, hash, types],
  )
  return token
}

/** The token whose code was typed by the owner of an address. A wrong code is counted, so commit even when this answers undefined. */
export async function tokenOfCode(db: Db, address: string, code: string, types: TokenType[], goodForSeconds: number) {
  // Whoever sends a new code holds the user's row before the token's: the other way round two would wait in a circle.
  await db.query(
    `select from auth.users where id in (
       select user_id from auth.one_time_tokens where relates_to = $1 and token_type = any ($2::auth.one_time_token_type[])
     ) order by id for update`,
    [address, types],
  )
  const candidates = await db.query<OneTimeToken & { hash: string; salt: string }>(
    `select ${columns}, token_hash as hash, salt from auth.one_time_tokens
     where relates_to = $2 and token_type = any ($3::auth.one_time_token_type[]) and wrong_codes < ${mostWrongCodes} for update`,
    [goodForSeconds, address, types],
  )
  const token = candidates.find(({ hash, salt }) =>
    isSameText(hash.replace(flowPrefix, ''), hashOf(address, code, salt)),
  )
  if (!token) {
    await db.query('update auth.one_time_tokens set wrong_codes = wrong_codes + 1 where id = any ($1::uuid[])', [
      candidates.map(({ id }) => id),
    ])
  }
  return token
}

/** Uses the token up. False when somebody else was faster. */
export async function spendToken(db: Db, { id }: OneTimeToken): Promise<boolean> {
  return (await db.query('delete from auth.one_time_tokens where id = $1 returning id', [id])).length > 0
}

const hashOf = (address: string, code: string, salt: string) =>
  createHash('sha224')
    .update(address + code + salt)
    .digest('hex')

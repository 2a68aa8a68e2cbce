// Rows of a connection: the part that its owner may read, and the encrypted tokens.
import type { Db } from '#kernel/postgres/transaction.ts'
import type { SealedColumn } from '#platform/sealing/reseal.server.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'
import {
  type CalendarChoice,
  type CalendarConnection,
  type CalendarErrorCode,
  userErrorCodes,
  needsUser,
} from './calendar.ts'

export const sealedTokens: SealedColumn = {
  table: 'calendar_secrets.tokens',
  column: 'sealed',
  key: ['user_id', 'provider'],
  owner: 'user_id',
  purpose: 'tokens of connected calendars',
}

type StoredTokens = { accessToken: string; refreshToken: string; accessUntil: string; account: string }
type Owner = { ownerId: string; seal: Seal }

/** The connection with its tokens, which are undefined if encrypted with another key. Undefined without a connection. */
export async function readConnectionTokens(db: Db, { ownerId, seal }: Owner) {
  const [row] = await db.query<
    CalendarChoice & Pick<CalendarConnection, 'status' | 'last_error'> & { sealed: Buffer | null }
  >(
    `select status, last_error, busy_calendar_ids, write_calendar_id, on_broken, calendar_secrets.tokens_of(user_id) as sealed
     from calendar_connections where user_id = $1`,
    [ownerId],
  )
  if (!row) return undefined
  const { status, last_error: lastError, sealed, ...choice } = row
  const tokens = sealed ? (seal.open(ownerId, sealed) as StoredTokens | undefined) : undefined
  return { status, lastError, choice, sealed: sealed ?? Buffer.alloc(0), tokens }
}

type NewConnection = { ownerId: string; account: string; scopes: string[]; sealed: Buffer }

/** New consent replaces the previous connection. Another account starts with default calendars. */
export async function saveConnection(db: Db, { ownerId, account, scopes, sealed }: NewConnection) {
  const [before] = await db.query<Pick<CalendarConnection, 'on_broken'>>(
    'delete from calendar_connections where user_id = $1 and account_email <> $2 returning on_broken',
    [ownerId, account],
  )
  await db.query(
    `insert into calendar_connections (user_id, account_email, scopes, last_success_at, on_broken) values ($1, $2, $3, now(), $4)
     on conflict (user_id, provider) do update set account_email = excluded.account_email, scopes = excluded.scopes,
       status = 'connected', connected_at = now(), last_success_at = now(), last_error_at = null, last_error = null`,
    [ownerId, account, scopes, before?.on_broken ?? 'closed'],
  )
  await db.query('select calendar_secrets.keep_tokens($1, $2)', [ownerId, sealed])
  await db.query('update calendar_secrets.synced_calendars set due_at = now(), failures = 0 where user_id = $1', [
    ownerId,
  ])
}

/** False if the connection was renewed or removed during the request to Google. */
export async function replaceTokens(db: Db, ownerId: string, { refreshed, next }: { refreshed: Buffer; next: Buffer }) {
  const { isStored } = await db.one<{ isStored: boolean }>(
    'select calendar_secrets.replace_tokens($1, $2, $3) as "isStored"',
    [ownerId, refreshed, next],
  )
  if (isStored) await db.query('update calendar_connections set last_success_at = now() where user_id = $1', [ownerId])
  return isStored
}

/** A missing calendar error is cleared only by a check of the whole selection. */
export const clearError = (db: Db, ownerId: string, { isCheck }: { isCheck: boolean }) =>
  db.query(
    `update calendar_connections set status = 'connected', last_success_at = now(), last_error_at = null, last_error = null
     where user_id = $1 and ($2 or last_error is distinct from 'calendar_missing')`,
    [ownerId, isCheck],
  )

/**
 * Errors of the grant require new consent. A temporary error does not replace an error that the user must repair. With
 * `sealed` the connection is changed only if it still has these tokens; otherwise returns false.
 */
export async function recordError(db: Db, ownerId: string, code: CalendarErrorCode, sealed?: Buffer): Promise<boolean> {
  const changed = await db.query(
    `update calendar_connections set last_error_at = now(),
       last_error = case when $4 or last_error is null or not last_error = any ($5) then $2 else last_error end,
       status = case when $2 in ('access_revoked', 'keys_changed') then 'needs_reconnect' else status end
     where user_id = $1 and ($3::bytea is null or coalesce(calendar_secrets.tokens_of(user_id), '') = $3) returning 1`,
    [ownerId, code, sealed ?? null, needsUser(code), userErrorCodes],
  )
  return changed.length > 0
}

export const saveChoice = (db: Db, ownerId: string, choice: CalendarChoice) =>
  db.query(
    `update calendar_connections set busy_calendar_ids = $2, write_calendar_id = $3, on_broken = $4,
       last_error = case when last_error = 'calendar_missing' then null else last_error end
     where user_id = $1`,
    [ownerId, choice.busy_calendar_ids, choice.write_calendar_id, choice.on_broken],
  )

export const deleteConnection = (db: Db, ownerId: string) =>
  db.query('delete from calendar_connections where user_id = $1', [ownerId])

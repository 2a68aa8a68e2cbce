// Rows of a connection: the part its owner may read, and the encrypted tokens.
import type { Db } from '#kernel/postgres/transaction.ts'
import { type CalendarConnection, type CalendarFault } from './calendar.ts'
import type { SealedColumn } from '#platform/sealing/reseal.server.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'

export const sealedTokens: SealedColumn = {
  table: 'calendar_secrets.tokens',
  column: 'sealed',
  key: ['user_id', 'provider'],
  owner: 'user_id',
  purpose: 'tokens of connected calendars',
}

export type StoredTokens = { accessToken: string; refreshToken: string; accessUntil: string; account: string }

/** Undefined if there are none, or if they were encrypted with another key. */
export async function readTokens(db: Db, { ownerId, seal }: { ownerId: string; seal: Seal }) {
  const { sealed } = await db.one<{ sealed: Buffer | null }>('select calendar_secrets.tokens_of($1) as sealed', [
    ownerId,
  ])
  return sealed ? (seal.open(ownerId, sealed) as StoredTokens | undefined) : undefined
}

type NewConnection = { ownerId: string; account: string; scopes: string[]; sealed: Buffer }

/** The newest consent replaces any earlier one, also of another account. */
export async function saveConnection(db: Db, { ownerId, account, scopes, sealed }: NewConnection) {
  await db.query(
    `insert into calendar_connections (user_id, account_email, scopes, last_success_at) values ($1, $2, $3, now())
     on conflict (user_id, provider) do update set account_email = excluded.account_email, scopes = excluded.scopes,
       status = 'connected', connected_at = now(), last_success_at = now(), last_error_at = null, last_error = null`,
    [ownerId, account, scopes],
  )
  await db.query('select calendar_secrets.keep_tokens($1, $2)', [ownerId, sealed])
}

export async function recordSuccess(db: Db, ownerId: string, sealed: Buffer) {
  const existing = await db.query(
    `update calendar_connections set status = 'connected', last_success_at = now(), last_error_at = null, last_error = null
     where user_id = $1 returning 1`,
    [ownerId],
  )
  // The connection may have been removed during the request to Google.
  if (existing.length > 0) await db.query('select calendar_secrets.keep_tokens($1, $2)', [ownerId, sealed])
}

/** Transient faults recover by themselves; the others need the user. */
export async function recordFault(
  db: Db,
  ownerId: string,
  fault: CalendarFault,
): Promise<CalendarConnection['status']> {
  const [row] = await db.query<Pick<CalendarConnection, 'status'>>(
    `update calendar_connections set last_error_at = now(), last_error = $2,
       status = case when $2 in ('access_revoked', 'keys_changed') then 'needs_reconnect' else status end
     where user_id = $1 returning status`,
    [ownerId, fault],
  )
  return row?.status ?? 'needs_reconnect'
}

export const forgetConnection = (db: Db, ownerId: string) =>
  db.query('delete from calendar_connections where user_id = $1', [ownerId])

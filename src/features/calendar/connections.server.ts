// The rows of a connection: what people may see of it, and beside it what nobody may.
import type { Db } from '#kernel/postgres/as-role.ts'
import { type CalendarConnection, type CalendarFault } from './calendar.ts'
import type { Seal } from './sealed.server.ts'

export type KeptTokens = { accessToken: string; refreshToken: string; accessUntil: string; account: string }

/** Undefined when there are none, or when they were sealed with other keys. */
export async function keptTokens(db: Db, { ownerId, seal }: { ownerId: string; seal: Seal }) {
  const { sealed } = await db.one<{ sealed: Buffer | null }>('select calendar_secrets.tokens_of($1) as sealed', [
    ownerId,
  ])
  return sealed ? (seal.open(ownerId, sealed) as KeptTokens | undefined) : undefined
}

type NewConnection = { ownerId: string; account: string; scopes: string[]; sealed: Buffer }

/** The newest agreement counts, also over one with another account. */
export async function keepConnection(db: Db, { ownerId, account, scopes, sealed }: NewConnection) {
  await db.query(
    `insert into calendar_connections (user_id, account_email, scopes, last_success_at) values ($1, $2, $3, now())
     on conflict (user_id, provider) do update set account_email = excluded.account_email, scopes = excluded.scopes,
       status = 'connected', connected_at = now(), last_success_at = now(), last_error_at = null, last_error = null`,
    [ownerId, account, scopes],
  )
  await db.query('select calendar_secrets.keep_tokens($1, $2)', [ownerId, sealed])
}

export async function noteSuccess(db: Db, ownerId: string, sealed: Buffer) {
  const stands = await db.query(
    `update calendar_connections set status = 'connected', last_success_at = now(), last_error_at = null, last_error = null
     where user_id = $1 returning 1`,
    [ownerId],
  )
  // Somebody may have ended the connection while Google was asked.
  if (stands.length > 0) await db.query('select calendar_secrets.keep_tokens($1, $2)', [ownerId, sealed])
}

/** Some faults mend themselves; the others wait for the person. */
export async function noteFault(db: Db, ownerId: string, fault: CalendarFault): Promise<CalendarConnection['status']> {
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

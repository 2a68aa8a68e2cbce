// Derives user metadata and the primary address of an account from its identities.
import { Refusal } from '../../errors.ts'
import type { Db } from '../../postgres/transaction.ts'
import { maxMetadataBytes } from '../request-body.ts'
import type { UserRow } from '../users.ts'

/** Merges provider data into the user metadata, except the keys that identify the user. */
export async function mergeProviderData(db: Db, user: UserRow, data: Record<string, unknown>) {
  const { sub, email, email_verified, phone_verified } = user.raw_user_meta_data
  const own = Object.entries({ sub, email, email_verified, phone_verified }).filter(([, value]) => value !== undefined)
  const merged = JSON.stringify({ ...user.raw_user_meta_data, ...data, ...Object.fromEntries(own) })
  // Metadata that would exceed the limit is not merged; the sign-in still succeeds.
  if (Buffer.byteLength(merged) > maxMetadataBytes) return
  await db.query('update auth.users set raw_user_meta_data = $2, updated_at = now() where id = $1', [user.id, merged])
}

/**
 * The address of an account has to be that of an identity. Otherwise the oldest free one is taken, verified ones first.
 * With a verified number, unverified addresses are skipped: their owner would gain access to the account.
 */
export async function syncPrimaryEmail(db: Db, userId: string): Promise<void> {
  const emails = await db.query<{ email: string; isVerified: boolean; isOwn: boolean; isFree: boolean }>(
    `select i.email, coalesce(i.identity_data ->> 'email_verified' = 'true', false) as "isVerified",
       coalesce(i.email = u.email, false) as "isOwn",
       not exists (select from auth.users o where o.email = i.email and o.id <> u.id and not o.is_sso_user) as "isFree"
     from auth.identities i join auth.users u on u.id = i.user_id
     where u.id = $1 and i.email is not null and (u.phone_confirmed_at is null or i.identity_data ->> 'email_verified' = 'true')
     order by "isVerified" desc, i.created_at`,
    [userId],
  )
  if (emails.some(({ isOwn }) => isOwn)) return
  const next = emails.find(({ isFree }) => isFree)
  if (!next && emails.length > 0)
    throw new Refusal('email_exists', 422, 'A user with this email address has already been registered')
  await db.query(
    `update auth.users set email = $2, updated_at = now(),
       email_confirmed_at = case when $3 then coalesce(email_confirmed_at, now()) end where id = $1`,
    [userId, next?.email ?? null, next?.isVerified ?? false],
  )
}

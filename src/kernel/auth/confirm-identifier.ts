// Marks an email address or a phone number as verified: by a code or link that was sent there, or by autoconfirm.
import type { Db } from '../postgres/transaction.ts'
import { insertIdentity, metadataWith } from './users.ts'

/** Sets the user's email address as verified. An anonymous user becomes a permanent one. */
export async function confirmEmail(db: Db, userId: string, email: string) {
  const proven = { email, email_verified: true }
  const { before } = await db.one<{ before: string | null }>(
    `update auth.users u set email = $2, email_confirmed_at = coalesce(u.email_confirmed_at, now()),
       raw_user_meta_data = ${metadataWith('$3')}, is_anonymous = false, updated_at = now()
     from (select id, email from auth.users where id = $1) as old where u.id = old.id returning old.email as before`,
    [userId, email, JSON.stringify(proven)],
  )
  await confirmIdentity(db, userId, 'email', proven, before !== email)
}

/** Sets the user's phone number as verified. */
export async function confirmPhone(db: Db, userId: string, phone: string) {
  const proven = { phone, phone_verified: true }
  const { before } = await db.one<{ before: string | null }>(
    `update auth.users u set phone = $2, phone_confirmed_at = coalesce(u.phone_confirmed_at, now()),
       raw_user_meta_data = ${metadataWith('$3')}, is_anonymous = false, updated_at = now()
     from (select id, phone from auth.users where id = $1) as old where u.id = old.id returning old.phone as before`,
    [userId, phone, JSON.stringify(proven)],
  )
  await confirmIdentity(db, userId, 'phone', proven, before !== phone)
}

/**
 * Updates the email or phone identity. A changed email creates an identity; an email that only a provider supplies has
 * none.
 */
async function confirmIdentity(db: Db, userId: string, provider: 'email' | 'phone', proven: object, isNew: boolean) {
  const updated = await db.query(
    `update auth.identities set identity_data = identity_data || $3, updated_at = now()
     where user_id = $1 and provider = $2 returning id`,
    [userId, provider, JSON.stringify(proven)],
  )
  if (updated.length > 0 || !isNew) return
  await insertIdentity(db, userId, { provider, providerId: userId, data: { sub: userId, ...proven } })
  await syncProviders(db, userId)
}

/** Writes provider and providers of app_metadata from the user's identities, oldest first. */
export async function syncProviders(db: Db, userId: string) {
  await db.query(
    `update auth.users set updated_at = now(), raw_app_meta_data = raw_app_meta_data || (
       select case when count(*) = 0 then '{}' else
         jsonb_build_object('provider', (jsonb_agg(provider order by created_at, provider)) -> 0,
           'providers', jsonb_agg(provider order by created_at, provider)) end
       from (select provider, min(created_at) as created_at from auth.identities where user_id = $1 group by provider) as way
     ) where id = $1`,
    [userId],
  )
}

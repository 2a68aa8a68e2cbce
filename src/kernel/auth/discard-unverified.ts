// Pre-registration attack: an attacker signs up with a victim's unverified address and waits for the owner to verify it.
import type { Db } from '../postgres/transaction.ts'
import { syncProviders } from './confirm-identifier.ts'
import { type NewIdentity, type UserRow, insertIdentity, metadataWith } from './users.ts'

/**
 * Removes every credential from before the owner verified `identity`, so that nothing set by an attacker opens the account.
 * If another identifier is already verified, the account belongs to its owner: then only the password is removed.
 */
export async function discardUnverified(db: Db, { id, confirmed_at }: UserRow, identity: NewIdentity) {
  await db.query('update auth.users set encrypted_password = null, updated_at = now() where id = $1', [id])
  if (confirmed_at) return
  const { provider, providerId, data } = identity
  await db.query(
    `update auth.users set phone = case when phone = $3 then phone end, email_change = '', email_change_confirm_status = 0,
       phone_change = '', raw_user_meta_data = ${metadataWith('$2')} where id = $1`,
    [id, JSON.stringify(data), data['phone'] ?? null],
  )
  await db.query('delete from auth.identities where user_id = $1 and (provider <> $2 or provider_id <> $3)', [
    id,
    provider,
    providerId,
  ])
  const [remaining] = await db.query('select from auth.identities where user_id = $1', [id])
  if (!remaining) await insertIdentity(db, id, identity)
  for (const table of ['sessions', 'one_time_tokens', 'mfa_factors'])
    await db.query(`delete from auth.${table} where user_id = $1`, [id])
  await revokeFlows(db, id)
  await syncProviders(db, id)
}

/** Deletes pending flows that would still open the account: issued auth codes, and provider accounts being linked. */
export async function revokeFlows(db: Db, userId: string) {
  await db.query(
    'delete from auth.flow_state where (user_id = $1 and auth_code is not null) or linking_target_id = $1',
    [userId],
  )
}

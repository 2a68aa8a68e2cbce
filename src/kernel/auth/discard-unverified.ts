// Before an address is proven a stranger may have come with it, and wait for its owner.
import type { Db } from '../postgres/as-role.ts'
import { noteProviders } from './confirm-identifier.ts'
import { type NewIdentity, type UserRow, insertIdentity } from './users.ts'

/**
 * The owner comes, known by `identity`: nothing that a stranger knows opens the account afterwards. Where something else was proven
 * the account is its prover's, who keeps their second factors; there only the password goes.
 */
export async function forgetUnproven(db: Db, { id, confirmed_at }: UserRow, identity: NewIdentity) {
  await db.query('update auth.users set encrypted_password = null, updated_at = now() where id = $1', [id])
  if (confirmed_at) return
  const { provider, providerId, data } = identity
  await db.query(
    `update auth.users set phone = case when phone = $3 then phone end, email_change = '', email_change_confirm_status = 0,
       phone_change = '', raw_user_meta_data = raw_user_meta_data || $2 where id = $1`,
    [id, JSON.stringify(data), data['phone'] ?? null],
  )
  await db.query('delete from auth.identities where user_id = $1 and (provider <> $2 or provider_id <> $3)', [
    id,
    provider,
    providerId,
  ])
  const [kept] = await db.query('select from auth.identities where user_id = $1', [id])
  if (!kept) await insertIdentity(db, id, identity)
  for (const table of ['sessions', 'one_time_tokens', 'mfa_factors'])
    await db.query(`delete from auth.${table} where user_id = $1`, [id])
  await endFlows(db, id)
  await noteProviders(db, id)
}

/** What is under way and would still open the account: codes that were given out, and other parties' accounts about to be added to it. */
export async function endFlows(db: Db, userId: string) {
  await db.query(
    'delete from auth.flow_state where (user_id = $1 and auth_code is not null) or linking_target_id = $1',
    [userId],
  )
}

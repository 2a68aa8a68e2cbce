// Linking and unlinking of provider identities.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import { type Db, inTransaction } from '../../postgres/transaction.ts'
import { isUuid } from '../admin/admin-user.ts'
import { currentUser, signedIn } from '../caller.ts'
import { confirmEmail, syncProviders } from '../confirm-identifier.ts'
import { requireAal2ForIdentities } from '../factors/assurance.ts'
import type { Auth } from '../instance.ts'
import { mailConfirmation } from '../mail/mails.ts'
import { insertIdentity, isBanned, userById } from '../users.ts'
import type { ResolvedAccount } from './resolve-account.ts'
import { syncPrimaryEmail } from './identities.ts'
import { requireManualLinking } from './manual-linking.ts'
import type { ProviderProfile } from './provider-profile.ts'

type ProviderSignIn = { auth: Auth; request: FastifyRequest; redirectTo: string }

/** Links a provider identity to an account. An anonymous user becomes permanent by its address. */
export async function linkProvider(
  db: Db,
  signIn: ProviderSignIn,
  targetId: string,
  profile: ProviderProfile,
): Promise<ResolvedAccount> {
  const { provider, subject, data } = profile
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${provider} ${subject}`])
  await db.query('select from auth.users where id = $1 for update', [targetId])
  const target = await userById(db, targetId)
  if (!target) throw new Refusal('user_not_found', 422, 'Linking target user not found')
  if (isBanned(target)) throw new Refusal('user_banned', 403, 'User is banned')
  const [conflicting] = await db.query<{ userId: string }>(
    'select user_id as "userId" from auth.identities where provider = $1 and provider_id = $2',
    [provider, subject],
  )
  if (conflicting) {
    const whose = conflicting.userId === targetId ? '' : ' to another user'
    throw new Refusal('identity_already_exists', 422, `Identity is already linked${whose}`)
  }
  await insertIdentity(db, targetId, { provider, providerId: subject, data })
  await syncProviders(db, targetId)
  if (target.email) return { user: (await userById(db, targetId))! }
  return assignAddress(db, signIn, targetId, profile)
}

async function assignAddress(
  db: Db,
  signIn: ProviderSignIn,
  id: string,
  { provider, email, isEmailVerified }: ProviderProfile,
) {
  await syncPrimaryEmail(db, id)
  const user = (await userById(db, id))!
  if (!user.email) return { user }
  if (email && !isEmailVerified) {
    signIn.auth.limits.checkMail('confirm_signup', email, signIn.request)
    await mailConfirmation(db, signIn.auth, user, { redirectTo: signIn.redirectTo })
    const message = `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`
    return { user, refusal: new Refusal('email_not_confirmed', 422, message) }
  }
  await confirmEmail(db, id, user.email)
  return { user: (await userById(db, id))! }
}

/** DELETE user/identities/{id}: unlinks an identity. The last one cannot be unlinked. */
export async function unlinkIdentity(auth: Auth, request: FastifyRequest) {
  const caller = signedIn(request)
  const { identityId } = request.params as { identityId: string }
  await inTransaction(auth.pool, undefined, async (db) => {
    const { id } = await currentUser(db, caller)
    requireManualLinking(auth)
    await requireAal2ForIdentities(db, caller)
    if (!isUuid(identityId)) throw new Refusal('validation_failed', 404, 'identity_id must be an UUID')
    await db.query('select from auth.users where id = $1 for update', [id])
    const { identities } = (await userById(db, id))!
    const identity = identities.find((one) => one.id === identityId.toLowerCase())
    if (identities.length <= 1)
      throw new Refusal('single_identity_not_deletable', 422, 'User must have at least 1 identity after unlinking')
    if (!identity) throw new Refusal('identity_not_found', 422, "Identity doesn't exist")
    await db.query('delete from auth.identities where id = $1', [identity.id])
    if (identity.provider === 'phone')
      await db.query('update auth.users set phone = null, phone_confirmed_at = null where id = $1', [id])
    else await syncPrimaryEmail(db, id).catch(asConflict)
    await syncProviders(db, id)
  })
  return {}
}

function asConflict(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  throw new Refusal('email_conflict_identity_not_deletable', 422, 'Unable to unlink identity due to email conflict')
}

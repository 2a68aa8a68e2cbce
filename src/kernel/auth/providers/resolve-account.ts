// Account resolution for a provider profile. Accounts are matched by address only if both sides have verified it.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { confirmEmail, syncProviders } from '../confirm-identifier.ts'
import { discardUnverified } from '../discard-unverified.ts'
import type { Auth } from '../instance.ts'
import { mailConfirmation } from '../mail/mails.ts'
import { type UserRow, insertIdentity, insertUser, isBanned, userById } from '../users.ts'
import { mergeProviderData } from './identities.ts'
import type { ProviderProfile } from './provider-profile.ts'

/** `refusal` is thrown after the commit: the sign-in waits for the confirmation mail that was sent. */
export type ResolvedAccount = { user: UserRow; refusal?: Refusal }

type ProviderSignIn = { auth: Auth; request: FastifyRequest; redirectTo: string }

/** The account of a provider profile: by identity, else by the verified address, else a new one. */
export async function resolveAccount(
  db: Db,
  signIn: ProviderSignIn,
  profile: ProviderProfile,
): Promise<ResolvedAccount> {
  const { provider, subject } = profile
  // Serializes concurrent first sign-ins of one provider account.
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${provider} ${subject}`])
  const existing = await userOfIdentity(db, profile)
  const found = existing ?? (await userOfAddress(db, profile))
  const user = found ?? (await insertNewAccount(db, signIn, profile))
  if (isBanned(user)) throw new Refusal('user_banned', 403, 'User is banned')
  if (found) {
    await db.query('select from auth.users where id = $1 for update', [user.id])
    await upsertIdentity(db, user, profile, existing !== undefined)
  }
  if (user.email_confirmed_at || profile.hasNoEmail) return { user: (await userById(db, user.id))! }
  if (found) await discardPreRegistration(db, user, profile)
  return confirmAddress(db, signIn, user, profile)
}

async function userOfIdentity(db: Db, { provider, subject }: ProviderProfile) {
  const [identity] = await db.query<{ userId: string }>(
    'select user_id as "userId" from auth.identities where provider = $1 and provider_id = $2',
    [provider, subject],
  )
  return identity && userById(db, identity.userId)
}

/** Finds the account of an address that the provider has verified: by its own address, else by a verified identity. */
async function userOfAddress(db: Db, { email, isEmailVerified }: ProviderProfile) {
  if (!email || !isEmailVerified) return undefined
  const owners = await db.query<{ id: string }>(
    `select id from auth.users where email = $1 and not is_sso_user and deleted_at is null`,
    [email],
  )
  const holders =
    owners.length > 0
      ? owners
      : await db.query<{ id: string }>(
          `select distinct i.user_id as id from auth.identities i join auth.users u on u.id = i.user_id
           where i.email = $1 and i.identity_data ->> 'email_verified' = 'true' and i.provider not like 'sso:%'
             and not u.is_sso_user and u.deleted_at is null`,
          [email],
        )
  if (holders.length > 1)
    throw new Refusal(
      'conflict',
      409,
      'Several accounts hold this email address: sign in to one of them and link it there',
    )
  return holders[0] && userById(db, holders[0].id)
}

async function insertNewAccount(
  db: Db,
  { auth }: ProviderSignIn,
  { provider, subject, email, isEmailVerified, hasNoEmail, data }: ProviderProfile,
) {
  if (auth.settings.signupDisabled) throw new Refusal('signup_disabled', 422, 'Signups not allowed for this instance')
  // An unverified address is not assigned while another account has it.
  const [conflicting] = email
    ? await db.query('select from auth.users where email = $1 and not is_sso_user', [email])
    : [!hasNoEmail]
  if (conflicting) throw unverified(provider)
  const isConfirmed = !hasNoEmail && (isEmailVerified || auth.settings.autoconfirm)
  try {
    const identity = { provider, providerId: subject, data }
    return await insertUser(db, { email: email ?? null, passwordHash: null, isConfirmed, identity })
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'users_email_partial_key') throw error
    throw new Refusal('conflict', 409, 'Another sign-up with this address is in progress, please retry.')
  }
}

async function upsertIdentity(db: Db, user: UserRow, { provider, subject, data }: ProviderProfile, isKnown: boolean) {
  if (isKnown)
    await db.query(
      `update auth.identities set identity_data = $3, updated_at = now() where provider = $1 and provider_id = $2`,
      [provider, subject, JSON.stringify(data)],
    )
  else await insertIdentity(db, user.id, { provider, providerId: subject, data })
  await mergeProviderData(db, user, data)
  await syncProviders(db, user.id)
}

/** Discards an unverified sign-up, which may be an attacker's waiting for the owner of the address. */
async function discardPreRegistration(db: Db, user: UserRow, { provider, subject, data }: ProviderProfile) {
  await discardUnverified(db, user, { provider, providerId: subject, data })
  if (user.confirmed_at) return
  await db.query('update auth.users set raw_user_meta_data = $2 where id = $1', [user.id, JSON.stringify(data)])
}

async function confirmAddress(
  db: Db,
  signIn: ProviderSignIn,
  { id, email: own }: UserRow,
  profile: ProviderProfile,
): Promise<ResolvedAccount> {
  const { auth, request, redirectTo } = signIn
  const { provider, email, isEmailVerified } = profile
  const address = own ?? email
  const isVerified = isEmailVerified && address === email
  if (address && (isVerified || auth.settings.autoconfirm) && !(await isTakenByOther(db, id, address))) {
    await confirmEmail(db, id, address)
    return { user: (await userById(db, id))! }
  }
  const user = (await userById(db, id))!
  // An account with a verified number: its owner linked this provider.
  if (!own && user.phone_confirmed_at) return { user }
  if (!own) return { user, refusal: unverified(provider) }
  auth.limits.checkMail('confirm_signup', own, request)
  await mailConfirmation(db, auth, user, { redirectTo })
  const message = `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`
  return { user, refusal: new Refusal('provider_email_needs_verification', 422, message) }
}

async function isTakenByOther(db: Db, id: string, address: string) {
  const [other] = await db.query('select from auth.users where email = $1 and id <> $2 and not is_sso_user', [
    address,
    id,
  ])
  return other !== undefined
}

const unverified = (provider: string) => {
  const message = `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`
  return new Refusal('provider_email_needs_verification', 422, message)
}

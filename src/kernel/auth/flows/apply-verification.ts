// Effects of a verified one-time token: confirms the identifier, or completes its change.
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { confirmEmail, confirmPhone } from '../confirm-identifier.ts'
import { discardUnverified } from '../discard-unverified.ts'
import type { Auth } from '../instance.ts'
import { confirmedByNew, confirmedByOld } from '../mail/mails.ts'
import type { OneTimeToken } from '../mail/one-time-tokens.ts'
import type { UserRow } from '../users.ts'
import { unverifiedIdentity } from './new-users.ts'

/** Applies the token. Returns false while a second confirmation is missing. */
export async function applyVerification(db: Db, auth: Auth, user: UserRow, token: OneTimeToken): Promise<boolean> {
  switch (token.type) {
    case 'confirmation_token':
    case 'recovery_token':
      await confirmReached(db, user, token)
      return true
    case 'phone_change_token':
      await changePhone(db, user, token)
      return true
    case 'email_change_token_new':
    case 'email_change_token_current':
      return changeEmail(db, auth, user, token)
    case 'reauthentication_token':
      throw new Error('A reauthentication token cannot be verified')
  }
}

const expired = () => new Refusal('otp_expired', 403, 'Email link is invalid or has expired')

/** Any token that was sent to an identifier verifies it. */
async function confirmReached(db: Db, user: UserRow, { type, address }: OneTimeToken) {
  if (address === user.phone) return confirmPhone(db, user.id, address)
  if (address !== user.email) throw expired()
  // Recovery of an unverified sign-up: its earlier credentials may be an attacker's.
  if (type === 'recovery_token' && !user.email_confirmed_at)
    await discardUnverified(db, user, unverifiedIdentity(user.id, { kind: 'email', address }))
  await confirmEmail(db, user.id, address)
}

/**
 * The new address always has to confirm, with confirmEmailChangeTwice the old one too. Repeated confirmations by one
 * address count as one.
 */
async function changeEmail(db: Db, auth: Auth, user: UserRow, { type, address }: OneTimeToken): Promise<boolean> {
  const agreed = type === 'email_change_token_current' ? confirmedByOld : confirmedByNew
  // The token is older than a later change of the account's address or of the requested address.
  if (address !== (agreed === confirmedByOld ? user.email : user.email_change)) throw expired()
  const needsOld = auth.settings.confirmEmailChangeTwice && user.email !== null
  const all = [agreed, user.email_change_confirm_status]
  if (!all.includes(confirmedByNew) || (needsOld && !all.includes(confirmedByOld))) {
    await db.query('update auth.users set email_change_confirm_status = $2 where id = $1', [user.id, agreed])
    return false
  }
  const [conflicting] = await db.query('select from auth.users where email = $1 and id <> $2 and not is_sso_user', [
    user.email_change,
    user.id,
  ])
  if (conflicting) throw new Refusal('email_exists', 422, 'A user with this email address has already been registered')
  await confirmEmail(db, user.id, user.email_change)
  await db.query(`update auth.users set email_change = '', email_change_confirm_status = 0 where id = $1`, [user.id])
  await db.query('delete from auth.one_time_tokens where user_id = $1', [user.id])
  return true
}

async function changePhone(db: Db, user: UserRow, { address }: OneTimeToken) {
  if (address !== user.phone_change) throw expired()
  const [conflicting] = await db.query('select from auth.users where phone = $1 and id <> $2', [
    user.phone_change,
    user.id,
  ])
  if (conflicting) throw new Refusal('phone_exists', 422, 'A user with this phone number has already been registered')
  await confirmPhone(db, user.id, user.phone_change)
  await db.query(`update auth.users set phone_change = '' where id = $1`, [user.id])
}

// Password change of a signed-in user: required proofs, and the sessions and tokens that it revokes.
import { Refusal } from '../../errors.ts'
import { type Db, inTransaction } from '../../postgres/transaction.ts'
import { invalid } from '../auth-errors.ts'
import type { SignedIn } from '../caller.ts'
import { revokeFlows } from '../discard-unverified.ts'
import type { Auth } from '../instance.ts'
import { checkPassword, hashPassword, verifyPassword } from '../passwords/passwords.ts'
import { endSessions } from '../sessions/sessions.ts'
import type { UserRow } from '../users.ts'
import { checkNonce } from './reauthenticate.ts'

type Proofs = { current_password?: string | undefined; nonce?: string | undefined }

/** Returns the hash of the new password. Throws when it is weak, unchanged, or a required proof of ownership is missing. */
export async function checkNewPassword(
  auth: Auth,
  caller: SignedIn,
  user: UserRow,
  password: string,
  { current_password: current, nonce }: Proofs,
): Promise<string> {
  const { settings } = auth
  if (user.is_anonymous && !user.email && !user.phone)
    throw new Refusal(
      'validation_failed',
      422,
      'Updating password of an anonymous user without an email or phone is not allowed',
    )
  checkPassword(password, settings)
  const session = await inTransaction(auth.pool, undefined, (db) => sessionFacts(db, caller))
  if (settings.reauthenticateForPassword && session.isOld) {
    if (!nonce) throw new Refusal('reauthentication_needed', 400, 'Password update requires reauthentication')
    await checkNonce(auth, user, nonce)
  }
  if (settings.currentPasswordForPassword && user.encrypted_password && !session.isRecovery) {
    const message = 'Current password required when setting new password.'
    if (!current) throw new Refusal('current_password_required', 400, message)
    if (!(await verifyPassword(user.encrypted_password, current)))
      throw new Refusal('current_password_mismatch', 400, message)
  }
  if (await verifyPassword(user.encrypted_password, password))
    throw new Refusal('same_password', 422, 'New password should be different from the old password.')
  return hashPassword(password)
}

/** `isOld`: older than a day. `isRecovery`: started by a mailed link or code, which proves the mailbox when the password is forgotten. */
async function sessionFacts(db: Db, { sessionId }: SignedIn) {
  const [facts] = await db.query<{ isOld: boolean; isRecovery: boolean }>(
    `select created_at < now() - interval '24 hours' as "isOld",
       exists (select from auth.mfa_amr_claims where session_id = $1
         and authentication_method in ('otp', 'magiclink', 'recovery')) as "isRecovery"
     from auth.sessions where id = $1`,
    [sessionId],
  )
  if (!facts) throw invalid('The session has ended')
  return facts
}

/** Sets the password and signs out the other devices, because the old password may have leaked. */
export async function replacePassword(
  db: Db,
  auth: Auth,
  user: UserRow,
  { userId, sessionId }: SignedIn,
  passwordHash: string,
) {
  await db.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [
    userId,
    passwordHash,
  ])
  await endSessions(db, userId, sessionId, 'others')
  // A pending address change would let an attacker back in, unless the old address has to confirm it too.
  const needsOld = auth.settings.confirmEmailChangeTwice && user.email !== null
  await db.query(
    `delete from auth.one_time_tokens where user_id = $1 and (token_type in ('recovery_token', 'reauthentication_token', 'phone_change_token')
       or not $2 and token_type in ('email_change_token_new', 'email_change_token_current'))`,
    [userId, needsOld],
  )
  await revokeFlows(db, userId)
}

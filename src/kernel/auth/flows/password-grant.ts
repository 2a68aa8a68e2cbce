// POST token?grant_type=password. Wrong password, unknown address and missing password get the same response after the
// same time.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../errors.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { invalid } from '../auth-errors.ts'
import { bodyOf, fields } from '../request-body.ts'
import type { Auth } from '../instance.ts'
import { hashPassword, isOutdated, verifyPassword, weaknessOf } from '../passwords/passwords.ts'
import { deviceOf, sessionResponse, startSession } from '../sessions/sessions.ts'
import { type UserRow, isBanned } from '../users.ts'
import { isKnownNetwork, networkOf } from './password-attempts.ts'
import { type Identifier, checkEnabled, isVerified, lockedUserByIdentifier, userByIdentifier } from './identifier.ts'

const PasswordGrant = z.object({ email: fields.email, phone: fields.phone, password: fields.password })

const wrongCredentials = () => new Refusal('invalid_credentials', 400, 'Invalid login credentials')

export async function signInWithPassword(auth: Auth, request: FastifyRequest) {
  const { email, phone, password = '' } = bodyOf(request, PasswordGrant)
  if (email && phone) throw invalid('Only an email address or phone number should be provided on login.')
  // The address is not validated: a malformed one is simply unknown.
  const identifier: Identifier | undefined = email
    ? { kind: 'email', address: email }
    : phone
      ? { kind: 'phone', address: phone.replace(/[+ ]/g, '') }
      : undefined
  if (!identifier) throw invalid('missing email or phone')
  checkEnabled(auth, identifier.kind, 'logins', 422)
  const { found, isKnown } = await inTransaction(auth.pool, undefined, async (db) => {
    const user = await userByIdentifier(db, identifier)
    return { found: user, isKnown: await isKnownNetwork(db, user?.id, request.clientIp) }
  })
  const account = `${identifier.kind} ${identifier.address}`
  const revertTry = auth.limits.passwordAttempts.begin(account, networkOf(request.clientIp), isKnown)
  // Outside a transaction: hashing is slow, and would hold a pooled connection.
  const isRight = await verifyPassword(found?.encrypted_password ?? null, password)
  if (!isRight || !found) throw wrongCredentials()
  revertTry()
  if (isBanned(found)) throw new Refusal('user_banned', 400, 'User is banned')
  checkConfirmed(found, identifier)
  const newHash = isOutdated(found.encrypted_password!) ? await hashPassword(password) : undefined

  const { user, session } = await inTransaction(auth.pool, undefined, async (db) => {
    // Read again and locked: a concurrent password change ends the sessions of the old password, so none may start after it.
    const current = await lockedUserByIdentifier(db, identifier)
    if (current?.encrypted_password !== found.encrypted_password) throw wrongCredentials()
    if (newHash) await db.query('update auth.users set encrypted_password = $2 where id = $1', [current.id, newHash])
    return { user: current, session: await startSession(db, current, 'password', deviceOf(request)) }
  })
  const weakness = weaknessOf(password, auth.settings)
  return { ...(await sessionResponse(auth, user, session)), ...(weakness && { weak_password: weakness }) }
}

function checkConfirmed(user: UserRow, identifier: Identifier) {
  if (isVerified(user, identifier)) return
  if (identifier.kind === 'email') throw new Refusal('email_not_confirmed', 400, 'Email not confirmed')
  throw new Refusal('phone_not_confirmed', 400, 'Phone not confirmed')
}

// POST token: a session for a password, or a new one for a refresh token.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../errors.ts'
import { inTransaction } from '../../postgres/as-role.ts'
import { invalid } from '../answers.ts'
import { bodyOf, fields } from '../body.ts'
import type { Auth } from '../instance.ts'
import { isPassword, weaknessOf } from '../passwords.ts'
import { refresh } from '../sessions/refresh.ts'
import { deviceOf, sessionAnswer, startSession } from '../sessions/sessions.ts'
import { isBanned, userByEmail } from '../users.ts'

type Grant = (auth: Auth, request: FastifyRequest) => Promise<unknown>

const grants: Record<string, Grant> = {
  password: signInWithPassword,
  refresh_token: refresh,
  web3: () => Promise.reject(new Refusal('web3_provider_disabled', 422, 'Web3 provider is disabled')),
}

export async function token(auth: Auth, request: FastifyRequest) {
  const { grant_type: name } = request.query as { grant_type?: string }
  const grant = typeof name === 'string' && Object.hasOwn(grants, name) ? grants[name] : undefined
  if (!grant) throw new Refusal('invalid_credentials', 400, 'unsupported_grant_type')
  return grant(auth, request)
}

const PasswordGrant = z.object({ email: fields.email, phone: fields.phone, password: fields.password })

const wrongCredentials = () => new Refusal('invalid_credentials', 400, 'Invalid login credentials')

async function signInWithPassword(auth: Auth, request: FastifyRequest) {
  const { email, phone, password = '' } = bodyOf(request, PasswordGrant)
  if (email && phone) throw invalid('Only an email address or phone number should be provided on login.')
  if (!email && !phone) throw invalid('missing email or phone')
  const found = email && (await inTransaction(auth.pool, undefined, (db) => userByEmail(db, email)))
  // Outside a transaction: the hash takes its time, and a connection is dear.
  if (!(await isPassword(found ? found.encrypted_password : null, password)) || !found) throw wrongCredentials()
  if (isBanned(found)) throw new Refusal('user_banned', 400, 'User is banned')
  if (!found.confirmed_at) throw new Refusal('email_not_confirmed', 400, 'Email not confirmed')

  const { user, session } = await inTransaction(auth.pool, undefined, async (db) => {
    // Asked again: the password may have changed while the hash was made.
    const current = await userByEmail(db, found.email!)
    if (current?.encrypted_password !== found.encrypted_password) throw wrongCredentials()
    return { user: current, session: await startSession(db, current, 'password', deviceOf(request)) }
  })
  const weakness = weaknessOf(password, auth.settings.passwordMinLength)
  return { ...(await sessionAnswer(auth, user, session)), ...(weakness && { weak_password: weakness }) }
}

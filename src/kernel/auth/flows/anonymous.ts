// Anonymous sign-up: an account without an identifier. Adding a verified address or number makes it permanent.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import type { Auth } from '../instance.ts'
import { deviceOf, sessionResponse, startSession } from '../sessions/sessions.ts'
import { insertUser } from '../users.ts'

export async function signUpAnonymously(auth: Auth, request: FastifyRequest, data: Record<string, unknown>) {
  if (!auth.settings.anonymousUsers)
    throw new Refusal('anonymous_provider_disabled', 422, 'Anonymous sign-ins are disabled')
  auth.limits.checkRequest('anonymous', request)
  const { user, session } = await inTransaction(auth.pool, undefined, async (db) => {
    const user = await insertUser(db, { passwordHash: null, isConfirmed: false, isAnonymous: true, data })
    return { user, session: await startSession(db, user, 'anonymous', deviceOf(request)) }
  })
  return sessionResponse(auth, user, session)
}

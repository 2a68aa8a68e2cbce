// POST token?grant_type=pkce: exchanges an auth code and its verifier for a session.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../errors.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { invalid } from '../auth-errors.ts'
import { bodyOf, fields } from '../request-body.ts'
import type { Auth } from '../instance.ts'
import { deviceOf, sessionResponse, startSession } from '../sessions/sessions.ts'
import { isBanned, lockedUserById } from '../users.ts'
import { consumeAuthCode } from './flow-state.ts'

const PkceGrant = z.object({ auth_code: fields.text, code_verifier: fields.text })

export async function signInWithCode(auth: Auth, request: FastifyRequest) {
  const { auth_code: code, code_verifier: verifier } = bodyOf(request, PkceGrant)
  if (!code || !verifier) throw invalid('invalid request: both auth code and code verifier should be non-empty')
  const { user, session, consumed } = await inTransaction(auth.pool, undefined, async (db) => {
    const consumed = await consumeAuthCode(db, code, verifier)
    const user = await lockedUserById(db, consumed.userId)
    if (!user) throw new Refusal('user_not_found', 404, 'User from this flow does not exist any more')
    if (isBanned(user)) throw new Refusal('user_banned', 400, 'User is banned')
    return { user, session: await startSession(db, user, consumed.method, deviceOf(request)), consumed }
  })
  return {
    ...(await sessionResponse(auth, user, session)),
    ...(consumed.providerToken && { provider_token: consumed.providerToken }),
    ...(consumed.providerRefreshToken && { provider_refresh_token: consumed.providerRefreshToken }),
  }
}

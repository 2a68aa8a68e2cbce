import type { FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction } from '../../postgres/transaction.ts'
import { invalid } from '../auth-errors.ts'
import { currentUser, signedIn } from '../caller.ts'
import type { Auth } from '../instance.ts'
import { endSessions } from './sessions.ts'

/** POST logout: ends the sessions in scope. Issued access tokens stay valid until they expire, within the hour. */
export async function logOut(auth: Auth, request: FastifyRequest, reply: FastifyReply) {
  const { scope = 'global' } = request.query as { scope?: string }
  if (scope !== 'global' && scope !== 'local' && scope !== 'others') throw invalid('Unsupported logout scope')
  const caller = signedIn(request)
  await inTransaction(auth.pool, undefined, async (db) => {
    const user = await currentUser(db, caller)
    await endSessions(db, user.id, caller.sessionId, scope)
  })
  return reply.code(204).send()
}

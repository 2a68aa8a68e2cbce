// The signed-in caller of a request. A valid token is not enough: its session must still exist.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'
import { requireCaller } from '../http/gateway.ts'
import type { Db } from '../postgres/transaction.ts'
import { type UserRow, isBanned, userById } from './users.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export type SignedIn = { userId: string; sessionId: string }

/** User and session of the bearer token. Throws when the token is missing or does not belong to a user. */
export function signedIn(request: FastifyRequest): SignedIn {
  if (!/^Bearer +\S/i.test(request.headers.authorization ?? ''))
    throw new Refusal('no_authorization', 401, 'This endpoint requires a valid Bearer token')
  const { claims, userId } = requireCaller(request)
  if (!userId) throw new Refusal('bad_jwt', 403, 'invalid claim: missing sub claim')
  const sessionId = claims['session_id']
  if (typeof sessionId !== 'string' || !uuid.test(sessionId)) throw sessionNotFound()
  return { userId, sessionId }
}

/** The caller's row. Throws when user or session no longer exist, or the user is banned. */
export async function currentUser(db: Db, { userId, sessionId }: SignedIn): Promise<UserRow> {
  const user = await userById(db, userId)
  if (!user) throw new Refusal('user_not_found', 403, 'User from sub claim in JWT does not exist')
  const [session] = await db.query('select from auth.sessions where id = $1 and user_id = $2', [sessionId, userId])
  if (!session) throw sessionNotFound()
  if (isBanned(user)) throw new Refusal('user_banned', 403, 'User is banned')
  return user
}

const sessionNotFound = () =>
  new Refusal('session_not_found', 403, 'Session from session_id claim in JWT does not exist')

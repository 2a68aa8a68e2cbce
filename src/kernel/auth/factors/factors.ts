// The rows of factors. Whoever changes one holds the user's row first, then the factor's, then sessions: so nobody waits in a circle.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import type { Db } from '../../postgres/as-role.ts'
import { type SignedIn, currentUser } from '../caller.ts'
import type { UserRow } from '../users.ts'
import { type Factor, methodOf } from './factor.ts'

/** The factors of a user, oldest first. */
export const factorsOf = (db: Db, userId: string) =>
  db.query<Factor>('select * from auth.mfa_factors where user_id = $1 order by created_at, id', [userId])

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string) => uuid.test(text)

/** One factor of a user, locked until the transaction ends, so that codes are tried one after another. Throws 404 when there is none. */
export async function factorOf(db: Db, userId: string, factorId: string): Promise<Factor> {
  if (!isUuid(factorId)) throw new Refusal('validation_failed', 404, 'factor_id must be an UUID')
  const [factor] = await db.query<Factor>(
    'select * from auth.mfa_factors where id = $1 and user_id = $2 for no key update',
    [factorId, userId],
  )
  if (!factor) throw new Refusal('mfa_factor_not_found', 404, 'Factor not found')
  return factor
}

/** Takes a factor away. The sessions that it raised go on as if it had never been shown. */
export async function removeFactor(db: Db, factor: Factor) {
  await db.query(
    `delete from auth.mfa_amr_claims where authentication_method in ($2, 'recovery_code')
       and session_id in (select id from auth.sessions where factor_id = $1)`,
    [factor.id, methodOf[factor.factor_type]],
  )
  await db.query(`update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now() where factor_id = $1`, [
    factor.id,
  ])
  await db.query('delete from auth.mfa_factors where id = $1', [factor.id])
}

/** Whoever asks for something about their own factors, their row held: a code shown at the same moment elsewhere may end this session. */
export async function factorHolder(db: Db, caller: SignedIn): Promise<UserRow> {
  await db.query('select from auth.users where id = $1 for no key update', [caller.userId])
  const user = await currentUser(db, caller)
  if (user.is_anonymous)
    throw new Refusal('no_authorization', 403, 'Anonymous user not allowed to perform these actions')
  return user
}

export const factorIdOf = (request: FastifyRequest) => (request.params as { factorId: string }).factorId

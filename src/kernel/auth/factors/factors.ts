// Rows of auth.mfa_factors. Lock order: the user's row, then the factor's, then sessions. This avoids deadlocks.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import type { Db } from '../../postgres/transaction.ts'
import { type SignedIn, currentUser } from '../caller.ts'
import type { UserRow } from '../users.ts'
import { type Factor, methodOf } from './factor.ts'

/** The factors of a user, oldest first. */
export const factorsOf = (db: Db, userId: string) =>
  db.query<Factor>('select * from auth.mfa_factors where user_id = $1 order by created_at, id', [userId])

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string) => uuid.test(text)

/** One factor of a user. The row is locked until the transaction ends, which serializes attempts. Throws 404 when it does not exist. */
export async function factorOf(db: Db, userId: string, factorId: string): Promise<Factor> {
  if (!isUuid(factorId)) throw new Refusal('validation_failed', 404, 'factor_id must be an UUID')
  const [factor] = await db.query<Factor>(
    'select * from auth.mfa_factors where id = $1 and user_id = $2 for no key update',
    [factorId, userId],
  )
  if (!factor) throw new Refusal('mfa_factor_not_found', 404, 'Factor not found')
  return factor
}

/** Deletes a factor. The sessions that it raised fall back to aal1. */
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

/** The caller, with the user's row locked: a code verified concurrently in another session may end this one. */
export async function factorOwner(db: Db, caller: SignedIn): Promise<UserRow> {
  await db.query('select from auth.users where id = $1 for no key update', [caller.userId])
  const user = await currentUser(db, caller)
  if (user.is_anonymous)
    throw new Refusal('no_authorization', 403, 'Anonymous user not allowed to perform these actions')
  return user
}

export const factorIdOf = (request: FastifyRequest) => (request.params as { factorId: string }).factorId

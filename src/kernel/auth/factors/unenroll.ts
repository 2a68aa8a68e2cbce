import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { signedIn } from '../caller.ts'
import type { Auth } from '../instance.ts'
import { isAal2 } from './assurance.ts'
import { factorOwner, factorIdOf, factorOf, removeFactor } from './factors.ts'

/** DELETE factors/{id}: deletes a factor. A verified one can be deleted only at aal2. */
export async function unenrollFactor(auth: Auth, request: FastifyRequest) {
  const caller = signedIn(request)
  return inTransaction(auth.pool, undefined, async (db) => {
    const user = await factorOwner(db, caller)
    const factor = await factorOf(db, user.id, factorIdOf(request))
    if (factor.status === 'verified' && !(await isAal2(db, caller)))
      throw new Refusal('insufficient_aal', 422, 'AAL2 required to unenroll verified factor')
    await removeFactor(db, factor)
    return { id: factor.id }
  })
}

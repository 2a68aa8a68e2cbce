// admin/users/{id}/factors: lets an administrator list, change and delete a user's factors, for example after a lost phone.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../errors.ts'
import { type Db, inTransaction } from '../../postgres/transaction.ts'
import { bodyOf, checkPhone, fields } from '../request-body.ts'
import { type Factor, factorResponse } from '../factors/factor.ts'
import { factorOf, factorsOf, removeFactor } from '../factors/factors.ts'
import type { Auth } from '../instance.ts'
import { adminUser, userIdOf } from './admin-user.ts'

export async function listFactors(auth: Auth, request: FastifyRequest) {
  const userId = userIdOf(request)
  return inTransaction(auth.pool, undefined, async (db) => {
    await adminUser(db, userId)
    return (await factorsOf(db, userId)).map(factorResponse)
  })
}

export async function deleteFactor(auth: Auth, request: FastifyRequest) {
  return withFactor(auth, request, async (db, factor) => {
    await removeFactor(db, factor)
    return factorResponse(factor)
  })
}

const FactorChange = z.object({ friendly_name: fields.text, phone: fields.phone })

export async function changeFactor(auth: Auth, request: FastifyRequest) {
  const { friendly_name: name, phone } = bodyOf(request, FactorChange)
  const number = phone && checkPhone(phone)
  const work = withFactor(auth, request, async (db, factor) => {
    const changed = await db.one<Factor>(
      `update auth.mfa_factors set friendly_name = coalesce($2, friendly_name),
         phone = case when factor_type = 'phone' then coalesce($3, phone) end, updated_at = now() where id = $1 returning *`,
      [factor.id, name ?? null, number ?? null],
    )
    return factorResponse(changed)
  })
  return work.catch((error: { constraint?: string }) => {
    if (error.constraint === 'mfa_factors_user_friendly_name_unique')
      throw new Refusal('mfa_factor_name_conflict', 422, 'A factor with this friendly name already exists')
    if (error.constraint === 'unique_phone_factor_per_user')
      throw new Refusal('mfa_verified_factor_exists', 422, 'A factor with this phone number already exists')
    throw error
  })
}

function withFactor<T>(auth: Auth, request: FastifyRequest, work: (db: Db, factor: Factor) => Promise<T>) {
  const userId = userIdOf(request)
  const { factorId } = request.params as { factorId: string }
  return inTransaction(auth.pool, undefined, async (db) => {
    await adminUser(db, userId)
    return work(db, await factorOf(db, userId, factorId))
  })
}

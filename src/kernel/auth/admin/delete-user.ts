// DELETE admin/users/{id}: a hard delete, or a soft delete that keeps an anonymized row without credentials.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../errors.ts'
import { type Db, inTransaction } from '../../postgres/transaction.ts'
import { bodyOf } from '../request-body.ts'
import type { Auth } from '../instance.ts'
import { type UserRow, deleteUser } from '../users.ts'
import { adminUser, userIdOf } from './admin-user.ts'

const Deletion = z.object({ should_soft_delete: z.boolean().nullish() })

export async function removeUser(auth: Auth, request: FastifyRequest) {
  const userId = userIdOf(request)
  const { should_soft_delete: isSoft } = bodyOf(request, Deletion)
  await inTransaction(auth.pool, undefined, async (db) => {
    const user = await adminUser(db, userId)
    if (!isSoft) await hardDelete(db, userId)
    else if (!user.deleted_at) await softDelete(db, user)
  })
  return {}
}

async function hardDelete(db: Db, userId: string) {
  try {
    await deleteUser(db, userId)
  } catch (error) {
    const { code = '' } = error as { code?: string }
    // A foreign key or a trigger of another table forbids the deletion.
    if (/^23|^P0001$/.test(code)) throw new Refusal('conflict', 409, 'Other data still needs this user')
    throw error
  }
}

async function softDelete(db: Db, user: UserRow) {
  const { id } = user
  const hidden = (value: string | null) => value && obscure(id, value)
  await db.query(
    `update auth.users set email = $2, phone = $3, email_change = $4, phone_change = $5, encrypted_password = null,
       raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = now(), updated_at = now() where id = $1`,
    [id, hidden(user.email), hidden(user.phone), hidden(user.email_change), hidden(user.phone_change)],
  )
  for (const identity of user.identities)
    await db.query(
      `update auth.identities set identity_data = '{}', provider_id = $2, updated_at = now() where id = $1`,
      [identity.id, obscure(id, `${identity.provider}:${identity.provider_id}`)],
    )
  for (const table of ['mfa_factors', 'sessions', 'one_time_tokens', 'flow_state'])
    await db.query(`delete from auth.${table} where user_id = $1`, [id])
}

/** A deterministic hash of the value, salted per user: another account with the same address gets another hash. */
const obscure = (id: string, value: string) =>
  createHash('sha256')
    .update(id + value)
    .digest('base64url')

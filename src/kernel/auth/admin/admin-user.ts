// The user that an admin request refers to.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import type { Db } from '../../postgres/transaction.ts'
import { type UserRow, userRows } from '../users.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string) => uuid.test(text)

/** The user id of the path. Throws 404 when it is not a UUID. */
export function userIdOf(request: FastifyRequest): string {
  const { userId } = request.params as { userId: string }
  if (!isUuid(userId)) throw new Refusal('validation_failed', 404, 'user_id must be an UUID')
  return userId
}

/** The user, soft-deleted ones included. Locks the row until the transaction ends. Throws 404 when it does not exist. */
export async function adminUser(db: Db, userId: string): Promise<UserRow> {
  await db.query('select from auth.users where id = $1 for update', [userId])
  const user = await findUser(db, userId)
  if (!user) throw new Refusal('user_not_found', 404, 'User not found')
  return user
}

export const findUser = async (db: Db, userId: string): Promise<UserRow | undefined> =>
  (await db.query<UserRow>(`${userRows} where u.id = $1`, [userId]))[0]

export const emailExists = () =>
  new Refusal('email_exists', 422, 'A user with this email address has already been registered')

const phoneExists = () => new Refusal('phone_exists', 422, 'Phone number already registered by another user')

/** Whether another user has the address, as primary address or in an identity. */
export async function isEmailTaken(db: Db, email: string, exceptUserId: string | null = null): Promise<boolean> {
  const [conflicting] = await db.query(
    `select from auth.users where email = $1 and not is_sso_user and id is distinct from $2
     union all
     select from auth.identities where email = $1 and provider not like 'sso:%' and user_id is distinct from $2 limit 1`,
    [email, exceptUserId],
  )
  return conflicting !== undefined
}

/** Turns unique violations on users into refusals. Other errors are rethrown. */
export async function mapUniqueViolations<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { constraint } = error as { constraint?: string }
    if (constraint === 'users_email_partial_key') throw emailExists()
    if (constraint === 'users_phone_key') throw phoneExists()
    if (constraint === 'users_pkey') throw new Refusal('conflict', 409, 'A user with this id already exists')
    throw error
  }
}

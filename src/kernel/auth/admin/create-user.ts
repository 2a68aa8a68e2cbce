// POST admin/users: creates an account without sending a mail.
import type { FastifyRequest } from 'fastify'
import { type Db, inTransaction } from '../../postgres/transaction.ts'
import { invalid } from '../auth-errors.ts'
import { bodyOf, checkEmail, checkPhone } from '../request-body.ts'
import type { Auth } from '../instance.ts'
import { checkPassword, hashPassword } from '../passwords/passwords.ts'
import { insertUser, userResponse } from '../users.ts'
import { emailExists, isEmailTaken, isUuid, findUser, mapUniqueViolations } from './admin-user.ts'
import { banMs } from './ban-duration.ts'
import { AdminUser, mergeMetadata } from './user-fields.ts'

export async function createUser(auth: Auth, request: FastifyRequest) {
  const input = bodyOf(request, AdminUser)
  if (!input.email && !input.phone) throw invalid('Cannot create a user without either an email or phone')
  const email = input.email && checkEmail(input.email)
  const phone = input.phone && checkPhone(input.phone)
  const passwordHash = await hashOf(input)
  const id = input.id && newId(input.id)
  const bannedMs = input.ban_duration && banMs(input.ban_duration)

  const work = inTransaction(auth.pool, undefined, async (db) => {
    if (email && (await isEmailTaken(db, email))) throw emailExists()
    const user = await insertUser(db, {
      ...(id && { id }),
      ...(input.aud && { aud: input.aud }),
      ...(input.role && { role: input.role }),
      ...(email && { email }),
      ...(phone && { phone }),
      passwordHash,
      isConfirmed: !!email && input.email_confirm === true,
      isPhoneConfirmed: !!phone && input.phone_confirm === true,
      data: mergeMetadata({}, input.user_metadata ?? {}),
      appData: mergeMetadata({}, input.app_metadata ?? {}),
    })
    if (bannedMs) await ban(db, user.id, bannedMs)
    return userResponse((await findUser(db, user.id))!)
  })
  return mapUniqueViolations(work)
}

/** Bans the user for a duration from now. Zero lifts the ban. */
export async function ban(db: Db, userId: string, ms: number) {
  await db.query(
    `update auth.users set banned_until = case when $2 <> 0 then now() + make_interval(secs => $2 / 1000) end,
       updated_at = now() where id = $1`,
    [userId, ms],
  )
}

// Like upstream, an administrator may set a short password or import a hash.
const supportedHash =
  /^\$(2[aby]\$\d\d\$[./A-Za-z0-9]{53}|argon2(i|id|d)\$v=19\$[a-z0-9=,]+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+)$/

async function hashOf({ password, password_hash: hash }: AdminUser): Promise<string | null> {
  if (typeof password === 'string' && hash) throw invalid('Only a password or a password hash should be provided')
  if (hash) {
    if (hash.length > 255 || !supportedHash.test(hash)) throw invalid('The password hash has to be of bcrypt or argon2')
    return hash
  }
  if (!password) return null
  checkPassword(password, { passwordMinLength: 1, allowsGuessable: true })
  return hashPassword(password)
}

function newId(id: string): string {
  if (!isUuid(id)) throw invalid('ID must conform to the uuid v4 format')
  if (/^[0-]+$/.test(id)) throw invalid('ID cannot be a nil uuid')
  return id.toLowerCase()
}

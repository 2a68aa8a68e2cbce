// GET and PUT admin/users/{id}.
import type { FastifyRequest } from 'fastify'
import { type Db, inTransaction } from '../../postgres/transaction.ts'
import { bodyOf, checkEmail, checkPhone } from '../request-body.ts'
import type { Auth } from '../instance.ts'
import { confirmEmail } from '../confirm-identifier.ts'
import { revokeFlows } from '../discard-unverified.ts'
import { checkPassword, hashPassword } from '../passwords/passwords.ts'
import { type UserRow, insertIdentity, metadataWith, userResponse } from '../users.ts'
import { adminUser, emailExists, isEmailTaken, findUser, mapUniqueViolations, userIdOf } from './admin-user.ts'
import { banMs } from './ban-duration.ts'
import { ban } from './create-user.ts'
import { AdminUser, mergeMetadata } from './user-fields.ts'

export async function showUser(auth: Auth, request: FastifyRequest) {
  const userId = userIdOf(request)
  return userResponse(await inTransaction(auth.pool, undefined, (db) => adminUser(db, userId)))
}

type Change = Omit<AdminUser, 'email' | 'phone'> & {
  email: string | undefined
  phone: string | undefined
  passwordHash: string | undefined
  bannedMs: number | undefined
}

export async function changeUser(auth: Auth, request: FastifyRequest) {
  const userId = userIdOf(request)
  const input = bodyOf(request, AdminUser)
  const { email, phone, password, ban_duration: banned } = input
  await inTransaction(auth.pool, undefined, (db) => adminUser(db, userId))
  if (typeof password === 'string') checkPassword(password, auth.settings)
  const change = {
    ...input,
    email: email && checkEmail(email),
    phone: phone && checkPhone(phone),
    bannedMs: banned === undefined ? undefined : banMs(banned),
    passwordHash: password ? await hashPassword(password) : undefined,
  }
  const work = inTransaction(auth.pool, undefined, async (db) => {
    await applyChange(db, await adminUser(db, userId), change)
    return userResponse((await findUser(db, userId))!)
  })
  return mapUniqueViolations(work)
}

async function applyChange(db: Db, user: UserRow, change: Change) {
  const { id } = user
  if (change.role)
    await db.query('update auth.users set role = $2, updated_at = now() where id = $1', [id, change.role])
  if (change.passwordHash) await setPassword(db, id, change.passwordHash)
  if (change.email) await setEmail(db, user, change.email, change.email_confirm === true)
  if (change.phone) await setPhone(db, user, change.phone, change.phone_confirm === true)
  const email = change.email ?? user.email
  if (change.email_confirm && email) {
    await confirmEmail(db, id, email)
    await revokeOneTimeTokens(db, id)
  }
  if (change.phone_confirm && (change.phone ?? user.phone)) await confirmPhone(db, id)
  if (change.app_metadata || change.user_metadata) await setMetadata(db, id, change)
  if (change.bannedMs !== undefined) await ban(db, id, change.bannedMs)
}

/** Sets the password, ends all sessions, and invalidates mailed links, codes and pending flows. */
async function setPassword(db: Db, id: string, passwordHash: string) {
  await db.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [id, passwordHash])
  await db.query('delete from auth.sessions where user_id = $1', [id])
  await revokeOneTimeTokens(db, id)
  await revokeFlows(db, id)
}

const revokeOneTimeTokens = (db: Db, id: string) =>
  db.query('delete from auth.one_time_tokens where user_id = $1', [id])

async function setEmail(db: Db, { id, email: before, identities }: UserRow, email: string, isConfirmed: boolean) {
  if (await isEmailTaken(db, email, id)) throw emailExists()
  const data = { email, email_verified: isConfirmed }
  await db.query(
    `update auth.users set email = $2, raw_user_meta_data = ${metadataWith('$3')},
       is_anonymous = is_anonymous and not $4, updated_at = now() where id = $1`,
    [id, email, JSON.stringify(data), isConfirmed],
  )
  await setIdentity(db, id, identities, 'email', data)
  if (email === before) return
  // A pending address change could still be confirmed from the previous address, and would replace the new one.
  await db.query(`update auth.users set email_change = '', email_change_confirm_status = 0 where id = $1`, [id])
  await revokeOneTimeTokens(db, id)
}

async function setPhone(db: Db, { id, identities }: UserRow, phone: string, isConfirmed: boolean) {
  const data = { phone, phone_verified: isConfirmed }
  await db.query(
    `update auth.users set phone = $2, raw_user_meta_data = ${metadataWith('$3')},
       is_anonymous = is_anonymous and not $4, updated_at = now() where id = $1`,
    [id, phone, JSON.stringify(data), isConfirmed],
  )
  await setIdentity(db, id, identities, 'phone', data)
}

async function setIdentity(db: Db, id: string, identities: UserRow['identities'], provider: string, data: object) {
  if (!identities.some((identity) => identity.provider === provider)) {
    const whole = { sub: id, email_verified: false, phone_verified: false, ...data }
    return insertIdentity(db, id, { provider, providerId: id, data: whole })
  }
  await db.query(
    `update auth.identities set identity_data = identity_data || $3, updated_at = now() where user_id = $1 and provider = $2`,
    [id, provider, JSON.stringify(data)],
  )
}

async function confirmPhone(db: Db, id: string) {
  const proven = JSON.stringify({ phone_verified: true })
  await db.query(
    `update auth.users set phone_confirmed_at = coalesce(phone_confirmed_at, now()),
       raw_user_meta_data = ${metadataWith('$2')}, updated_at = now() where id = $1`,
    [id, proven],
  )
  await db.query(
    `update auth.identities set identity_data = identity_data || $2, updated_at = now() where user_id = $1 and provider = 'phone'`,
    [id, proven],
  )
  await revokeOneTimeTokens(db, id)
}

async function setMetadata(db: Db, id: string, { app_metadata: app, user_metadata: own }: Change) {
  const user = (await findUser(db, id))!
  const { sub, email, email_verified, phone_verified } = user.raw_user_meta_data
  await db.query(
    'update auth.users set raw_app_meta_data = $2, raw_user_meta_data = $3, updated_at = now() where id = $1',
    [
      id,
      JSON.stringify(mergeMetadata(user.raw_app_meta_data, app ?? {})),
      JSON.stringify(mergeMetadata(user.raw_user_meta_data, { ...own, sub, email, email_verified, phone_verified })),
    ],
  )
}

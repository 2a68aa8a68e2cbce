// GET and PUT user: what people see and change about themselves.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../errors.ts'
import { type Db, inTransaction } from '../postgres/as-role.ts'
import { bodyOf, checkEmail, checkMetadata, fields } from './body.ts'
import { currentUser, signedIn } from './caller.ts'
import type { Auth } from './instance.ts'
import { mailEmailChange } from './mail/mails.ts'
import { checkPassword, hashPassword, isPassword } from './passwords.ts'
import { redirectOf } from './redirects.ts'
import { endSessions } from './sessions/sessions.ts'
import { type UserRow, confirmEmail, userAnswer, userById } from './users.ts'

export async function getUser(auth: Auth, request: FastifyRequest) {
  const caller = signedIn(request)
  return userAnswer(await inTransaction(auth.pool, undefined, (db) => currentUser(db, caller)))
}

const UserChange = z.object({
  email: fields.email,
  phone: fields.phone,
  password: fields.password,
  data: fields.data,
  app_metadata: z.unknown().optional(),
})

export async function updateUser(auth: Auth, request: FastifyRequest) {
  const caller = signedIn(request)
  const change = bodyOf(request, UserChange)
  if (change.app_metadata != null)
    throw new Refusal('not_admin', 403, 'Updating app_metadata requires admin privileges')
  if (change.phone) throw new Refusal('phone_provider_disabled', 400, 'Phone logins are disabled')
  const email = change.email && checkEmail(change.email)
  const before = await inTransaction(auth.pool, undefined, (db) => currentUser(db, caller))
  const passwordHash = change.password && (await newPassword(auth, before, change.password))
  const isNewEmail = email !== undefined && email !== before.email
  if (isNewEmail && !auth.settings.autoconfirm) auth.limits.checkMail('change_email', email, request)

  return inTransaction(auth.pool, undefined, async (db) => {
    const user = await lockUser(db, await currentUser(db, caller))
    await mergeData(db, user, change.data)
    if (passwordHash) {
      await db.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [
        user.id,
        passwordHash,
      ])
      // Whoever changes the password may do so because somebody else knows it.
      await endSessions(db, user.id, caller.sessionId, 'others')
      await db.query(`delete from auth.one_time_tokens where user_id = $1 and token_type = 'recovery_token'`, [user.id])
    }
    if (isNewEmail) await changeEmail(db, auth, user, email, redirectOf(request, auth))
    return userAnswer((await userById(db, user.id))!)
  })
}

async function newPassword({ settings }: Auth, user: UserRow, password: string) {
  checkPassword(password, settings.passwordMinLength)
  if (await isPassword(user.encrypted_password, password))
    throw new Refusal('same_password', 422, 'New password should be different from the old password.')
  return hashPassword(password)
}

async function lockUser(db: Db, user: UserRow) {
  await db.query('select from auth.users where id = $1 for update', [user.id])
  return (await userById(db, user.id))!
}

/** New keys are added, null takes one away. What says who the user is cannot be talked away. */
async function mergeData(db: Db, user: UserRow, data: Record<string, unknown>) {
  if (Object.keys(data).length === 0) return
  const { sub, email, email_verified, phone_verified } = user.raw_user_meta_data
  const merged = { ...user.raw_user_meta_data, ...data, sub, email, email_verified, phone_verified }
  const kept = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))
  await db.query('update auth.users set raw_user_meta_data = $2, updated_at = now() where id = $1', [
    user.id,
    JSON.stringify(checkMetadata(kept)),
  ])
}

async function changeEmail(db: Db, auth: Auth, user: UserRow, email: string, redirectTo: string) {
  const [taken] = await db.query('select from auth.users where email = $1 and not is_sso_user', [email])
  if (taken) throw new Refusal('email_exists', 422, 'A user with this email address has already been registered')
  if (auth.settings.autoconfirm) return confirmEmail(db, user.id, email)
  await db.query(
    'update auth.users set email_change = $2, email_change_confirm_status = 0, updated_at = now() where id = $1',
    [user.id, email],
  )
  return mailEmailChange(db, auth, (await userById(db, user.id))!, redirectTo)
}

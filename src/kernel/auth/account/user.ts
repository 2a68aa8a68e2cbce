// GET and PUT user: the signed-in user's own account.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../errors.ts'
import { type Db, inTransaction } from '../../postgres/transaction.ts'
import { bodyOf, checkEmail, checkMetadata, checkPhone, fields } from '../request-body.ts'
import { currentUser, signedIn } from '../caller.ts'
import { requireAal2ForUser } from '../factors/assurance.ts'
import { checkEnabled, checkSending } from '../flows/identifier.ts'
import { challengeOf } from '../flows/flow-state.ts'
import type { Auth } from '../instance.ts'
import { sendSms } from '../phone/send-sms.ts'
import { redirectOf } from '../flows/redirects.ts'
import { type UserRow, lockedUserById, userResponse, userById } from '../users.ts'
import { changeEmail, changePhone } from './change-identifier.ts'
import { checkNewPassword, replacePassword } from './new-password.ts'

export async function getUser(auth: Auth, request: FastifyRequest) {
  const caller = signedIn(request)
  return userResponse(await inTransaction(auth.pool, undefined, (db) => currentUser(db, caller)))
}

const UserChange = z.object({
  email: fields.email,
  phone: fields.phone,
  password: fields.password,
  current_password: fields.password,
  nonce: fields.text,
  data: fields.data,
  channel: fields.channel,
  app_metadata: z.unknown().optional(),
  ...fields.challenge,
})

export async function updateUser(auth: Auth, request: FastifyRequest) {
  const caller = signedIn(request)
  const change = bodyOf(request, UserChange)
  if (change.app_metadata != null)
    throw new Refusal('not_admin', 403, 'Updating app_metadata requires admin privileges')
  const linkTarget = { redirectTo: redirectOf(request, auth), challenge: challengeOf(change) }
  if (change.phone) checkEnabled(auth, 'phone', 'logins')
  const requested = { email: change.email && checkEmail(change.email), phone: change.phone && checkPhone(change.phone) }
  const before = await inTransaction(auth.pool, undefined, async (db) => {
    const user = await currentUser(db, caller)
    if (change.email || change.phone || change.password) await requireAal2ForUser(db, caller)
    return user
  })
  const email = requested.email !== before.email ? requested.email : undefined
  const phone = requested.phone !== before.phone ? requested.phone : undefined
  const { settings } = auth
  if (email && !settings.autoconfirm) checkSending(auth, { kind: 'email', address: email }, 'change_email', request)
  if (phone && !settings.phone.autoconfirm)
    checkSending(auth, { kind: 'phone', address: phone }, 'phone_change', request)
  const passwordHash = change.password && (await checkNewPassword(auth, caller, before, change.password, change))

  const { response, sms } = await inTransaction(auth.pool, undefined, async (db) => {
    await currentUser(db, caller)
    const user = (await lockedUserById(db, before.id))!
    await mergeData(db, user, change.data)
    if (passwordHash) await replacePassword(db, auth, user, caller, passwordHash)
    if (email) await changeEmail(db, auth, user, email, linkTarget)
    const sms = phone ? await changePhone(db, auth, user, phone, change.channel) : undefined
    return { response: userResponse((await userById(db, user.id))!), sms }
  })
  if (sms) await sendSms(auth, sms, request.log)
  return response
}

/** Merges top-level keys; null deletes a key. Keys that identify the user are protected. */
async function mergeData(db: Db, user: UserRow, data: Record<string, unknown>) {
  if (Object.keys(data).length === 0) return
  const { sub, email, email_verified, phone, phone_verified } = user.raw_user_meta_data
  const merged = { ...user.raw_user_meta_data, ...data, sub, email, email_verified, phone, phone_verified }
  const withoutNulls = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))
  await db.query('update auth.users set raw_user_meta_data = $2, updated_at = now() where id = $1', [
    user.id,
    JSON.stringify(checkMetadata(withoutNulls)),
  ])
}

// People are reached by mail or by phone. What a flow does with the one it does with the other.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/as-role.ts'
import { checkEmail, checkPhone } from '../request-body.ts'
import type { Auth } from '../instance.ts'
import { type UserRow, userByEmail, userByPhone } from '../users.ts'

export type Handle = { kind: 'email' | 'phone'; address: string }

/** The address or the number that was sent, in the form in which it is stored. Throws when neither can be one. */
export function handleOf({
  email,
  phone,
}: {
  email?: string | undefined
  phone?: string | undefined
}): Handle | undefined {
  if (email) return { kind: 'email', address: checkEmail(email) }
  return phone ? { kind: 'phone', address: checkPhone(phone) } : undefined
}

/** Throws where the instance does not know people by this. `what` is in upstream's words what is disabled: logins, signups. */
export function checkEnabled({ settings }: Auth, kind: Handle['kind'], what: string, status = 400) {
  if (kind === 'email' && !settings.emailEnabled)
    throw new Refusal('email_provider_disabled', status, `Email ${what} are disabled`)
  if (kind === 'phone' && !settings.phone.enabled)
    throw new Refusal('phone_provider_disabled', status, `Phone ${what} are disabled`)
}

/** Throws when something was sent there a moment ago, whether anybody is known by it or not. */
export function checkSending(auth: Auth, { kind, address }: Handle, purpose: string, request: FastifyRequest) {
  if (kind === 'email') auth.limits.checkMail(purpose, address, request)
  else auth.limits.checkSms(purpose, address, request)
}

export const isAutoconfirmed = ({ settings }: Auth, { kind }: Handle) =>
  kind === 'email' ? settings.autoconfirm : settings.phone.autoconfirm

export const userByHandle = (db: Db, { kind, address }: Handle) =>
  kind === 'email' ? userByEmail(db, address) : userByPhone(db, address)

/** Holds the row until the transaction ends: two sign-ups of one address go one after the other. */
export async function lockedUserByHandle(db: Db, handle: Handle): Promise<UserRow | undefined> {
  const column = handle.kind === 'email' ? 'email' : 'phone'
  await db.query(`select from auth.users where ${column} = $1 and not is_sso_user for update`, [handle.address])
  return userByHandle(db, handle)
}

/** Has the person shown that it is theirs? */
export const isProven = (user: UserRow, { kind }: Handle) =>
  (kind === 'email' ? user.email_confirmed_at : user.phone_confirmed_at) !== null

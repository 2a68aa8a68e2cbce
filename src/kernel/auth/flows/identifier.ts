// The identifier of a sign-in or sign-up: an email address or a phone number. All flows handle both kinds.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { checkEmail, checkPhone } from '../request-body.ts'
import type { Auth } from '../instance.ts'
import { type UserRow, userByEmail, userByPhone } from '../users.ts'

export type Identifier = { kind: 'email' | 'phone'; address: string }

/** The normalized identifier of a request body. Throws when it is malformed. */
export function identifierOf({
  email,
  phone,
}: {
  email?: string | undefined
  phone?: string | undefined
}): Identifier | undefined {
  if (email) return { kind: 'email', address: checkEmail(email) }
  return phone ? { kind: 'phone', address: checkPhone(phone) } : undefined
}

/**
 * Throws when this kind of identifier is disabled. `what` is upstream's term for the refused operation: logins,
 * signups.
 */
export function checkEnabled({ settings }: Auth, kind: Identifier['kind'], what: string, status = 400) {
  if (kind === 'email' && !settings.emailEnabled)
    throw new Refusal('email_provider_disabled', status, `Email ${what} are disabled`)
  if (kind === 'phone' && !settings.phone.enabled)
    throw new Refusal('phone_provider_disabled', status, `Phone ${what} are disabled`)
}

/** Checks the send rate limit of the identifier, whether or not it has an account. */
export function checkSending(auth: Auth, { kind, address }: Identifier, purpose: string, request: FastifyRequest) {
  if (kind === 'email') auth.limits.checkMail(purpose, address, request)
  else auth.limits.checkSms(purpose, address, request)
}

export const isAutoconfirmed = ({ settings }: Auth, { kind }: Identifier) =>
  kind === 'email' ? settings.autoconfirm : settings.phone.autoconfirm

export const userByIdentifier = (db: Db, { kind, address }: Identifier) =>
  kind === 'email' ? userByEmail(db, address) : userByPhone(db, address)

/** Locks the row until the transaction ends, which serializes concurrent sign-ups of one identifier. */
export async function lockedUserByIdentifier(db: Db, identifier: Identifier): Promise<UserRow | undefined> {
  const column = identifier.kind === 'email' ? 'email' : 'phone'
  await db.query(`select from auth.users where ${column} = $1 and not is_sso_user for update`, [identifier.address])
  return userByIdentifier(db, identifier)
}

/** Whether the user has verified this identifier. */
export const isVerified = (user: UserRow, { kind }: Identifier) =>
  (kind === 'email' ? user.email_confirmed_at : user.phone_confirmed_at) !== null

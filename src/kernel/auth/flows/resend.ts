// POST resend: sends a pending confirmation again. The response does not reveal whether one is pending.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Db, inTransaction } from '../../postgres/transaction.ts'
import { invalid } from '../auth-errors.ts'
import { bodyOf, fields } from '../request-body.ts'
import type { Auth } from '../instance.ts'
import { type LinkTarget, mailConfirmation, mailEmailChange } from '../mail/mails.ts'
import { withMinimumDuration } from '../mail/constant-time-response.ts'
import type { Sms } from '../phone/send-sms.ts'
import { codeForPhone, sendSmsLater } from '../phone/sms-codes.ts'
import { redirectOf } from './redirects.ts'
import { type UserRow, lockedUserById } from '../users.ts'
import { type Identifier, checkEnabled, checkSending, identifierOf, lockedUserByIdentifier } from './identifier.ts'
import { challengeOf } from './flow-state.ts'

const Resend = z.object({ type: fields.text, email: fields.email, phone: fields.phone, ...fields.challenge })

const types = {
  signup: { kind: 'email', purpose: 'confirm_signup' },
  email_change: { kind: 'email', purpose: 'change_email' },
  sms: { kind: 'phone', purpose: 'confirm_signup' },
  phone_change: { kind: 'phone', purpose: 'phone_change' },
} as const

type ResendType = keyof typeof types

export async function resend(auth: Auth, request: FastifyRequest) {
  const { type, email, phone, ...sent } = bodyOf(request, Resend)
  if (!isResendType(type)) throw invalid(`Missing one of these types: ${Object.keys(types).join(', ')}`)
  const { kind, purpose } = types[type]
  if (email && phone) throw invalid('Only an email address or phone number should be provided.')
  if (kind === 'email' && !email) throw invalid('Type provided requires an email address')
  if (kind === 'phone' && !phone) throw invalid('Type provided requires a phone number')
  checkEnabled(auth, kind, 'logins')
  const identifier = identifierOf({ email, phone })!
  const linkTarget = { redirectTo: redirectOf(request, auth), challenge: challengeOf(sent) }
  checkSending(auth, identifier, purpose, request)
  const work = inTransaction(auth.pool, undefined, (db) => sendAgain(db, auth, type, identifier, linkTarget))
  const sms = await withMinimumDuration(work)
  if (sms) sendSmsLater(auth, sms, request)
  return {}
}

const isResendType = (type: string | undefined): type is ResendType => type !== undefined && Object.hasOwn(types, type)

async function sendAgain(
  db: Db,
  auth: Auth,
  type: ResendType,
  identifier: Identifier,
  linkTarget: LinkTarget,
): Promise<Sms | undefined> {
  const user = (await lockedUserByIdentifier(db, identifier)) ?? (await userChangingTo(db, identifier, type))
  if (!user) return undefined
  if (type === 'sms' && !user.phone_confirmed_at)
    return codeForPhone(db, user, 'confirmation_token', identifier.address)
  if (type === 'phone_change' && user.phone_change)
    return codeForPhone(db, user, 'phone_change_token', user.phone_change)
  if (type === 'signup' && !user.email_confirmed_at) await mailConfirmation(db, auth, user, linkTarget)
  if (type === 'email_change' && user.email_change) await mailEmailChange(db, auth, user, linkTarget)
  return undefined
}

/** Finds the user by the requested new identifier: an anonymous user has no current one. */
async function userChangingTo(db: Db, { kind, address }: Identifier, type: ResendType): Promise<UserRow | undefined> {
  if (type !== `${kind}_change`) return undefined
  const [row] = await db.query<{ id: string }>(
    `select id from auth.users where ${kind}_change = $1 order by ${kind}_change_sent_at desc nulls last limit 1`,
    [address],
  )
  return row && lockedUserById(db, row.id)
}

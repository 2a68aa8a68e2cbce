// POST otp (and its older name, magiclink): passwordless sign-in by a mailed link or a sent code.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../errors.ts'
import { type Db, inTransaction } from '../../postgres/transaction.ts'
import { invalid } from '../auth-errors.ts'
import { bodyOf, checkMetadata, fields } from '../request-body.ts'
import type { Auth } from '../instance.ts'
import { type LinkTarget, mailConfirmation, mailMagicLink } from '../mail/mails.ts'
import { withMinimumDuration } from '../mail/constant-time-response.ts'
import { sendSms } from '../phone/send-sms.ts'
import { codeForPhone } from '../phone/sms-codes.ts'
import { redirectOf } from './redirects.ts'
import type { UserRow } from '../users.ts'
import {
  type Identifier,
  checkEnabled,
  checkSending,
  identifierOf,
  isAutoconfirmed,
  isVerified,
  lockedUserByIdentifier,
} from './identifier.ts'
import { challengeOf } from './flow-state.ts'
import { concurrentSignUp, canRestartSignUp, insertIfFree, restartSignUp } from './new-users.ts'

const Otp = z.object({
  email: fields.email,
  phone: fields.phone,
  create_user: z
    .boolean()
    .nullish()
    .transform((value) => value ?? true),
  data: fields.data,
  channel: fields.channel,
  ...fields.challenge,
})

export async function otp(auth: Auth, request: FastifyRequest) {
  const { email, phone, create_user: mayCreate, channel, ...body } = bodyOf(request, Otp)
  if (email && phone) throw invalid('Only an email address or phone number should be provided')
  if (email && channel) throw invalid('Channel should only be specified with Phone OTP')
  const challenge = challengeOf(body)
  if (!email && !phone) throw invalid('One of email or phone must be set')
  if (phone && !auth.settings.phone.enabled)
    throw new Refusal('phone_provider_disabled', 400, 'Unsupported phone provider')
  if (email) checkEnabled(auth, 'email', 'logins', 422)
  const identifier = identifierOf({ email, phone })!
  const data = checkMetadata(body.data)
  checkSending(auth, identifier, 'magic_link', request)

  const linkTarget = { redirectTo: redirectOf(request, auth), challenge }
  const work = inTransaction(auth.pool, undefined, async (db) => {
    const user = await userToSignIn(db, auth, identifier, { mayCreate, data })
    if (identifier.kind === 'phone') return codeForPhone(db, user, 'confirmation_token', identifier.address, channel)
    return mailSignInLink(db, auth, user, identifier, linkTarget)
  })
  const sms = await withMinimumDuration(work)
  if (sms) await sendSms(auth, sms, request.log)
  return {}
}

type SignUpOptions = { mayCreate: boolean; data: Record<string, unknown> }

async function userToSignIn(
  db: Db,
  auth: Auth,
  identifier: Identifier,
  { mayCreate, data }: SignUpOptions,
): Promise<UserRow> {
  const existing = await lockedUserByIdentifier(db, identifier)
  if (existing)
    return restartsSignUp(existing, identifier) ? restartSignUp(db, existing, identifier, null, data) : existing
  if (!mayCreate) throw new Refusal('otp_disabled', 422, 'Signups not allowed for otp')
  if (auth.settings.signupDisabled) throw new Refusal('signup_disabled', 422, 'Signups not allowed for this instance')
  const isConfirmed = isAutoconfirmed(auth, identifier)
  const user = await insertIfFree(db, { identifier, passwordHash: null, isConfirmed, data })
  if (!user) throw concurrentSignUp()
  return user
}

/**
 * A password set before verification may be an attacker's. An email sign-up stays pending until its own link confirms
 * it; the magic link removes the password. A phone sign-up is restarted, because both flows would use the same code.
 */
const restartsSignUp = (user: UserRow, identifier: Identifier) =>
  canRestartSignUp(user, identifier) && (identifier.kind === 'phone' || user.encrypted_password === null)

async function mailSignInLink(
  db: Db,
  auth: Auth,
  user: UserRow,
  identifier: Identifier,
  linkTarget: LinkTarget,
): Promise<undefined> {
  if (isVerified(user, identifier) || user.encrypted_password !== null) await mailMagicLink(db, auth, user, linkTarget)
  else await mailConfirmation(db, auth, user, linkTarget)
}

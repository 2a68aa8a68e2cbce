// POST otp (and its older name, magiclink): passwordless sign-in by a mailed link or a sent code.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../errors.ts'
import { type Db, inTransaction } from '../../postgres/as-role.ts'
import { invalid } from '../auth-errors.ts'
import { bodyOf, checkMetadata, fields } from '../request-body.ts'
import type { Auth } from '../instance.ts'
import { type Way, mailConfirmation, mailMagicLink } from '../mail/mails.ts'
import { quietly } from '../mail/constant-time-response.ts'
import { sendSms } from '../phone/send-sms.ts'
import { codeForPhone } from '../phone/sms-codes.ts'
import { redirectOf } from './redirects.ts'
import type { UserRow } from '../users.ts'
import {
  type Handle,
  checkEnabled,
  checkSending,
  handleOf,
  isAutoconfirmed,
  isProven,
  lockedUserByHandle,
} from './identifier.ts'
import { challengeOf } from './flow-state.ts'
import { atTheSameMoment, canStartAgain, insertUnlessTaken, startAgain } from './new-users.ts'

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
  const handle = handleOf({ email, phone })!
  const data = checkMetadata(body.data)
  checkSending(auth, handle, 'magic_link', request)

  const way = { redirectTo: redirectOf(request, auth), challenge }
  const work = inTransaction(auth.pool, undefined, async (db) => {
    const user = await userToSignIn(db, auth, handle, { mayCreate, data })
    if (handle.kind === 'phone') return codeForPhone(db, user, 'confirmation_token', handle.address, channel)
    return mailWayIn(db, auth, user, handle, way)
  })
  const sms = await quietly(work)
  if (sms) await sendSms(auth, sms, request.log)
  return {}
}

type Terms = { mayCreate: boolean; data: Record<string, unknown> }

async function userToSignIn(db: Db, auth: Auth, handle: Handle, { mayCreate, data }: Terms): Promise<UserRow> {
  const known = await lockedUserByHandle(db, handle)
  if (known) return isStartedAgain(known, handle) ? startAgain(db, known, handle, null, data) : known
  if (!mayCreate) throw new Refusal('otp_disabled', 422, 'Signups not allowed for otp')
  if (auth.settings.signupDisabled) throw new Refusal('signup_disabled', 422, 'Signups not allowed for this instance')
  const isConfirmed = isAutoconfirmed(auth, handle)
  const made = await insertUnlessTaken(db, { handle, passwordHash: null, isConfirmed, data })
  if (!made) throw atTheSameMoment()
  return made
}

/**
 * A password set before verification may be an attacker's. By email it is removed when the link is opened, not when it is requested:
 * until then the sign-up with that password may still be confirmed. By phone both would use the same code.
 */
const isStartedAgain = (user: UserRow, handle: Handle) =>
  canStartAgain(user, handle) && (handle.kind === 'phone' || user.encrypted_password === null)

async function mailWayIn(db: Db, auth: Auth, user: UserRow, handle: Handle, way: Way): Promise<undefined> {
  if (isProven(user, handle) || user.encrypted_password !== null) await mailMagicLink(db, auth, user, way)
  else await mailConfirmation(db, auth, user, way)
}

// POST otp (and its older name, magiclink): signing in without a password, by what is sent to an address or a number.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../errors.ts'
import { type Db, inTransaction } from '../../postgres/as-role.ts'
import { invalid } from '../answers.ts'
import { bodyOf, checkMetadata, fields } from '../body.ts'
import type { Auth } from '../instance.ts'
import { type Way, mailConfirmation, mailMagicLink } from '../mail/mails.ts'
import { quietly } from '../mail/quiet.ts'
import { sendSms } from '../phone/send-sms.ts'
import { codeForPhone } from '../phone/sms-codes.ts'
import { redirectOf } from '../redirects.ts'
import type { UserRow } from '../users.ts'
import {
  type Contact,
  checkEnabled,
  checkSending,
  contactOf,
  isAutoconfirmed,
  isProven,
  lockedUserByContact,
} from './contact.ts'
import { challengeOf } from './flow-state.ts'
import { atTheSameMoment, canStartAgain, insertUnlessTaken, startAgain } from './newcomers.ts'

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
  const contact = contactOf({ email, phone })!
  const data = checkMetadata(body.data)
  checkSending(auth, contact, 'magic_link', request)

  const way = { redirectTo: redirectOf(request, auth), challenge }
  const work = inTransaction(auth.pool, undefined, async (db) => {
    const user = await userToSignIn(db, auth, contact, { mayCreate, data })
    if (contact.kind === 'phone') return codeForPhone(db, user, 'confirmation_token', contact.address, channel)
    return mailWayIn(db, auth, user, contact, way)
  })
  const sms = await quietly(work)
  if (sms) await sendSms(auth, sms, request.log)
  return {}
}

type Terms = { mayCreate: boolean; data: Record<string, unknown> }

async function userToSignIn(db: Db, auth: Auth, contact: Contact, { mayCreate, data }: Terms): Promise<UserRow> {
  const known = await lockedUserByContact(db, contact)
  if (known) return isStartedAgain(known, contact) ? startAgain(db, known, contact, null, data) : known
  if (!mayCreate) throw new Refusal('otp_disabled', 422, 'Signups not allowed for otp')
  if (auth.settings.signupDisabled) throw new Refusal('signup_disabled', 422, 'Signups not allowed for this instance')
  const isConfirmed = isAutoconfirmed(auth, contact)
  const made = await insertUnlessTaken(db, { contact, passwordHash: null, isConfirmed, data })
  if (!made) throw atTheSameMoment()
  return made
}

/**
 * A password from before the address was proven may be a stranger's. A mail takes it away when its link is opened, not when it is
 * asked for: until then the sign-up with that password may still be confirmed. A message to a phone carries no such difference.
 */
const isStartedAgain = (user: UserRow, contact: Contact) =>
  canStartAgain(user, contact) && (contact.kind === 'phone' || user.encrypted_password === null)

async function mailWayIn(db: Db, auth: Auth, user: UserRow, contact: Contact, way: Way): Promise<undefined> {
  if (isProven(user, contact) || user.encrypted_password !== null) await mailMagicLink(db, auth, user, way)
  else await mailConfirmation(db, auth, user, way)
}

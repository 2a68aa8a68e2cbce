// POST signup. To prevent account enumeration, a taken address gets the same response as a new one.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../errors.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { invalid } from '../auth-errors.ts'
import { bodyOf, checkMetadata, fields } from '../request-body.ts'
import type { Auth } from '../instance.ts'
import { mailConfirmation } from '../mail/mails.ts'
import { withMinimumDuration } from '../mail/constant-time-response.ts'
import { checkPassword, hashPassword, verifyPassword } from '../passwords/passwords.ts'
import { codeForPhone, sendSmsLater } from '../phone/sms-codes.ts'
import { redirectOf } from './redirects.ts'
import { deviceOf, sessionResponse, startSession } from '../sessions/sessions.ts'
import { type UserRow, userResponse } from '../users.ts'
import { signUpAnonymously } from './anonymous.ts'
import {
  checkEnabled,
  checkSending,
  identifierOf,
  isAutoconfirmed,
  lockedUserByIdentifier,
  userByIdentifier,
} from './identifier.ts'
import { type Challenge, challengeOf } from './flow-state.ts'
import {
  type NewUserInput,
  concurrentSignUp,
  canRestartSignUp,
  insertIfFree,
  fakeNewUser,
  restartSignUp,
} from './new-users.ts'

const SignUp = z.object({
  email: fields.email,
  phone: fields.phone,
  password: fields.password,
  data: fields.data,
  channel: fields.channel,
  ...fields.challenge,
})

export async function signUp(auth: Auth, request: FastifyRequest) {
  const { settings } = auth
  const body = bodyOf(request, SignUp)
  if (settings.signupDisabled) throw new Refusal('signup_disabled', 422, 'Signups not allowed for this instance')
  if (!body.email && !body.phone) return signUpAnonymously(auth, request, checkMetadata(body.data))
  if (!body.password) throw invalid('Signup requires a valid password')
  checkPassword(body.password, settings)
  const challenge = challengeOf(body)
  if (body.email && body.phone) throw invalid('Only an email address or phone number should be provided on signup.')
  checkEnabled(auth, body.email ? 'email' : 'phone', 'signups')
  const identifier = identifierOf(body)!
  const data = checkMetadata(body.data)
  const isConfirmed = isAutoconfirmed(auth, identifier)
  if (!isConfirmed) checkSending(auth, identifier, 'confirm_signup', request)
  // Hashed before the lookup, because hashing dominates the response time, which must not depend on the result.
  const passwordHash = await hashPassword(body.password)
  const newUserInput = { identifier, passwordHash, data, isConfirmed }
  if (isConfirmed) return signUpConfirmed(auth, request, newUserInput)

  const known = await inTransaction(auth.pool, undefined, (db) => userByIdentifier(db, identifier))
  const before = known?.encrypted_password ?? null
  const isSame = await verifyPassword(before, body.password)
  return signUpUnconfirmed(auth, request, { ...newUserInput, before, isSame, challenge, channel: body.channel })
}

async function signUpConfirmed(auth: Auth, request: FastifyRequest, newUserInput: NewUserInput) {
  const { user, session } = await inTransaction(auth.pool, undefined, async (db) => {
    const user = await insertIfFree(db, newUserInput)
    if (!user) throw new Refusal('user_already_exists', 422, 'User already registered')
    return { user, session: await startSession(db, user, 'password', deviceOf(request)) }
  })
  return sessionResponse(auth, user, session)
}

/** `before` is the password hash read before the transaction, `isSame` whether it matches the submitted password. */
type PendingSignUp = NewUserInput & {
  before: string | null
  isSame: boolean
  challenge: Challenge | undefined
  channel: string | undefined
}

async function signUpUnconfirmed(auth: Auth, request: FastifyRequest, newUserInput: PendingSignUp) {
  const { identifier, challenge, channel } = newUserInput
  const redirectTo = redirectOf(request, auth)
  const work = inTransaction(auth.pool, undefined, async (db) => {
    const user = (await insertIfFree(db, newUserInput)) ?? (await restartExisting())
    if (!user) return { response: fakeNewUser(newUserInput) }
    if (identifier.kind === 'phone') {
      const sms = await codeForPhone(db, user, 'confirmation_token', identifier.address, channel)
      return { response: userResponse(user), sms }
    }
    await mailConfirmation(db, auth, user, { redirectTo, challenge })
    return { response: userResponse(user) }

    /**
     * Of two unconfirmed sign-ups one may be an attacker's, and the mailed link does not identify which.
     * With different passwords neither is stored: the owner of the mailbox signs in by the link and sets one by recovery.
     */
    async function restartExisting(): Promise<UserRow | undefined> {
      const existing = await lockedUserByIdentifier(db, identifier)
      if (!existing || !canRestartSignUp(existing, identifier)) return undefined
      if (existing.encrypted_password !== newUserInput.before) throw concurrentSignUp()
      return restartSignUp(
        db,
        existing,
        identifier,
        newUserInput.isSame ? newUserInput.before : null,
        newUserInput.data,
      )
    }
  })
  const { response, sms } = await withMinimumDuration<{ response: object; sms?: Parameters<typeof sendSmsLater>[1] }>(
    work,
  )
  if (sms) sendSmsLater(auth, sms, request)
  return response
}

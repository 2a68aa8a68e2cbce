// POST signup. To prevent account enumeration, a taken address gets the same response as a new one.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../errors.ts'
import { inTransaction } from '../../postgres/as-role.ts'
import { invalid } from '../auth-errors.ts'
import { bodyOf, checkMetadata, fields } from '../request-body.ts'
import type { Auth } from '../instance.ts'
import { mailConfirmation } from '../mail/mails.ts'
import { quietly } from '../mail/constant-time-response.ts'
import { checkPassword, hashPassword, isPassword } from '../passwords/passwords.ts'
import { codeForPhone, sendSmsLater } from '../phone/sms-codes.ts'
import { redirectOf } from './redirects.ts'
import { deviceOf, sessionAnswer, startSession } from '../sessions/sessions.ts'
import { type UserRow, userAnswer } from '../users.ts'
import { signUpAnonymously } from './anonymous.ts'
import {
  checkEnabled,
  checkSending,
  handleOf,
  isAutoconfirmed,
  lockedUserByHandle,
  userByHandle,
} from './identifier.ts'
import { type Challenge, challengeOf } from './flow-state.ts'
import {
  type Newcomer,
  atTheSameMoment,
  canStartAgain,
  insertUnlessTaken,
  pretendToBeNew,
  startAgain,
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
  const handle = handleOf(body)!
  const data = checkMetadata(body.data)
  const isConfirmed = isAutoconfirmed(auth, handle)
  if (!isConfirmed) checkSending(auth, handle, 'confirm_signup', request)
  // Before the lookup: hashing dominates the response time, and must not depend on its result.
  const passwordHash = await hashPassword(body.password)
  const newcomer = { handle, passwordHash, data, isConfirmed }
  if (isConfirmed) return signUpAtOnce(auth, request, newcomer)

  const known = await inTransaction(auth.pool, undefined, (db) => userByHandle(db, handle))
  const before = known?.encrypted_password ?? null
  const isSame = await isPassword(before, body.password)
  return signUpByProof(auth, request, { ...newcomer, before, isSame, challenge, channel: body.channel })
}

async function signUpAtOnce(auth: Auth, request: FastifyRequest, newcomer: Newcomer) {
  const { user, session } = await inTransaction(auth.pool, undefined, async (db) => {
    const made = await insertUnlessTaken(db, newcomer)
    if (!made) throw new Refusal('user_already_exists', 422, 'User already registered')
    return { user: made, session: await startSession(db, made, 'password', deviceOf(request)) }
  })
  return sessionAnswer(auth, user, session)
}

/** `before` is the password hash read before the transaction, `isSame` whether it matches the submitted password. */
type Applicant = Newcomer & {
  before: string | null
  isSame: boolean
  challenge: Challenge | undefined
  channel: string | undefined
}

async function signUpByProof(auth: Auth, request: FastifyRequest, newcomer: Applicant) {
  const { handle, challenge, channel } = newcomer
  const redirectTo = redirectOf(request, auth)
  const work = inTransaction(auth.pool, undefined, async (db) => {
    const user = (await insertUnlessTaken(db, newcomer)) ?? (await returning())
    if (!user) return { answer: pretendToBeNew(newcomer) }
    if (handle.kind === 'phone') {
      const sms = await codeForPhone(db, user, 'confirmation_token', handle.address, channel)
      return { answer: userAnswer(user), sms }
    }
    await mailConfirmation(db, auth, user, { redirectTo, challenge })
    return { answer: userAnswer(user) }

    /**
     * Of two unconfirmed sign-ups one may be an attacker's, and the mailed link does not identify which.
     * With different passwords neither is stored: the owner of the mailbox signs in by the link and sets one by recovery.
     */
    async function returning(): Promise<UserRow | undefined> {
      const known = await lockedUserByHandle(db, handle)
      if (!known || !canStartAgain(known, handle)) return undefined
      if (known.encrypted_password !== newcomer.before) throw atTheSameMoment()
      return startAgain(db, known, handle, newcomer.isSame ? newcomer.before : null, newcomer.data)
    }
  })
  const { answer, sms } = await quietly<{ answer: object; sms?: Parameters<typeof sendSmsLater>[1] }>(work)
  if (sms) sendSmsLater(auth, sms, request)
  return answer
}

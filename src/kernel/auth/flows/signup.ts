// POST signup. Whether an address already has an account is nobody's business but its owner's, so both answers look like a first time.
import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../errors.ts'
import { type Db, inTransaction } from '../../postgres/as-role.ts'
import { invalid } from '../answers.ts'
import { bodyOf, checkEmail, checkMetadata, fields } from '../body.ts'
import type { Auth } from '../instance.ts'
import { mailConfirmation } from '../mail/mails.ts'
import { quietly } from '../mail/quiet.ts'
import { checkPassword, hashPassword, isPassword } from '../passwords.ts'
import { redirectOf } from '../redirects.ts'
import { deviceOf, sessionAnswer, startSession } from '../sessions/sessions.ts'
import {
  type NewUser,
  type UserRow,
  insertUser,
  userAnswer,
  lockedUserByEmail,
  userByEmail,
  userById,
} from '../users.ts'

const SignUp = z.object({ email: fields.email, phone: fields.phone, password: fields.password, data: fields.data })

export async function signUp(auth: Auth, request: FastifyRequest) {
  const { settings } = auth
  const body = bodyOf(request, SignUp)
  if (settings.signupDisabled) throw new Refusal('signup_disabled', 422, 'Signups not allowed for this instance')
  if (!body.email && !body.phone)
    throw new Refusal('anonymous_provider_disabled', 422, 'Anonymous sign-ins are disabled')
  if (!body.password) throw invalid('Signup requires a valid password')
  checkPassword(body.password, settings.passwordMinLength)
  if (!body.email) throw new Refusal('phone_provider_disabled', 400, 'Phone signups are disabled')
  const email = checkEmail(body.email)
  const data = checkMetadata(body.data)
  if (!settings.autoconfirm) auth.limits.checkMail('confirm_signup', email, request)
  // Before anything is looked up: it is most of the time that the answer takes.
  const passwordHash = await hashPassword(body.password)
  const newcomer = { email, passwordHash, data, isConfirmed: settings.autoconfirm }
  if (settings.autoconfirm) return signUpAtOnce(auth, request, newcomer)

  const before = (await inTransaction(auth.pool, undefined, (db) => userByEmail(db, email)))?.encrypted_password ?? null
  const isSame = await isPassword(before, body.password)
  return signUpByMail(auth, redirectOf(request, auth), { ...newcomer, before, isSame })
}

type Newcomer = NewUser & { email: string; data: Record<string, unknown> }
/** `before` is the hash of the password that the address had a moment ago, `isSame` whether it is that of this password too. */
type Returning = Newcomer & { before: string | null; isSame: boolean }

async function signUpAtOnce(auth: Auth, request: FastifyRequest, newcomer: Newcomer) {
  const { user, session } = await inTransaction(auth.pool, undefined, async (db) => {
    const made = await insertUnlessTaken(db, newcomer)
    if (!made) throw new Refusal('user_already_exists', 422, 'User already registered')
    return { user: made, session: await startSession(db, made, 'password', deviceOf(request)) }
  })
  return sessionAnswer(auth, user, session)
}

async function signUpByMail(auth: Auth, redirectTo: string, newcomer: Returning) {
  const work = inTransaction(auth.pool, undefined, async (db) => {
    const made = await insertUnlessTaken(db, newcomer)
    const user = made ?? (await startAgain(db, newcomer))
    if (!user) return pretendToBeNew(newcomer)
    await mailConfirmation(db, auth, user, redirectTo)
    return userAnswer(user)
  })
  return quietly<object>(work)
}

async function insertUnlessTaken(db: Db, newcomer: Newcomer) {
  if (await lockedUserByEmail(db, newcomer.email)) return undefined
  try {
    return await insertUser(db, newcomer)
  } catch (error) {
    const { constraint } = error as { constraint?: string }
    if (constraint !== 'users_email_partial_key') throw error
    throw atTheSameMoment()
  }
}

const atTheSameMoment = () =>
  new Refusal('conflict', 409, 'Somebody signed up with this address at the same moment, please retry.')

/**
 * One of two sign-ups before the address is confirmed may be a stranger's, and the link of the mail does not say whose it was.
 * So of two passwords neither stays: whoever opens the mail is in, and chooses one by recovery.
 */
async function startAgain(db: Db, { email, data, before, isSame }: Returning): Promise<UserRow | undefined> {
  const user = await lockedUserByEmail(db, email)
  if (!user || user.confirmed_at) return undefined
  if (user.encrypted_password !== before) throw atTheSameMoment()
  await db.query(
    `update auth.users set encrypted_password = $2, raw_user_meta_data = $3, updated_at = now() where id = $1`,
    [user.id, isSame ? before : null, JSON.stringify({ ...data, ...unproven(user.id, email) })],
  )
  return userById(db, user.id)
}

const unproven = (sub: string, email: string) => ({ sub, email, email_verified: false, phone_verified: false })

function pretendToBeNew({ email, data }: Newcomer) {
  const now = new Date()
  const id = randomUUID()
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { ...data, ...unproven(id, email) },
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}

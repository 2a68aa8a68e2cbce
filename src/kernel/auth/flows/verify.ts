// POST verify: a typed code or the hash of a link becomes a session.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../errors.ts'
import { type Db, inTransaction } from '../../postgres/as-role.ts'
import { invalid } from '../answers.ts'
import { bodyOf, fields } from '../body.ts'
import type { Auth } from '../instance.ts'
import { agreedByNew, agreedByOld } from '../mail/mails.ts'
import { type OneTimeToken, type TokenType, spendToken, tokenOfCode, tokenOfLink } from '../mail/one-time-tokens.ts'
import { type Device, deviceOf, sessionAnswer, startSession } from '../sessions/sessions.ts'
import { type UserRow, confirmEmail, isBanned, userById } from '../users.ts'

/** Which tokens a type of the wire may mean. */
const tokensOfType: Record<string, TokenType[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  magiclink: ['recovery_token'],
  recovery: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
}

export const linkExpired = () => new Refusal('otp_expired', 403, 'Email link is invalid or has expired')
const codeExpired = () => new Refusal('otp_expired', 403, 'Token has expired or is invalid')

export function tokenTypesOf(type: string | undefined): TokenType[] {
  if (!type) throw invalid('Verify requires a verification type')
  // Types that we never mail, those of phones, find no token.
  return Object.hasOwn(tokensOfType, type) ? tokensOfType[type]! : []
}

const Verify = z.object({
  type: fields.text,
  token: fields.text,
  token_hash: fields.text,
  email: fields.email,
  phone: fields.phone,
})

export async function verify(auth: Auth, request: FastifyRequest) {
  const { type, token, token_hash: hash, email, phone } = bodyOf(request, Verify)
  const types = tokenTypesOf(type)
  if (token && hash) throw invalid('Verify requires either a token or a token hash')
  if (!token && !hash) throw invalid('Verify requires a token or a token hash')
  if (hash) {
    if (email || phone) throw invalid('Only the token_hash and type should be provided')
    return answerOf(auth, await redeemLink(auth, hash, types, deviceOf(request)))
  }
  if (!email === !phone) throw invalid('Only an email address or phone number should be provided on verify')
  const redeemed = await inTransaction(auth.pool, undefined, async (db) => {
    const found = email && (await tokenOfCode(db, email, token!, types, auth.settings.mailedTokenSeconds))
    // Not thrown in here: the wrong code that was counted has to be committed.
    return found && !found.isExpired ? redeem(db, auth, found, deviceOf(request)) : undefined
  })
  if (!redeemed) throw codeExpired()
  return answerOf(auth, redeemed)
}

export type Redeemed = Awaited<ReturnType<typeof redeem>>

/** Consumes the token of a link and signs its user in. */
export async function redeemLink(auth: Auth, hash: string, types: TokenType[], device: Device): Promise<Redeemed> {
  return inTransaction(auth.pool, undefined, async (db) => {
    const token = await tokenOfLink(db, hash, types, auth.settings.mailedTokenSeconds)
    if (!token || token.isExpired) throw linkExpired()
    return redeem(db, auth, token, device)
  })
}

export const halfDone = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

async function answerOf(auth: Auth, redeemed: Redeemed) {
  if (!redeemed.session) return { msg: halfDone, code: '200' }
  return sessionAnswer(auth, redeemed.user, redeemed.session)
}

async function redeem(db: Db, auth: Auth, token: OneTimeToken, device: Device) {
  if (!(await spendToken(db, token))) throw linkExpired()
  const user = await lockedUser(db, token.userId)
  if (isBanned(user)) throw new Refusal('user_banned', 403, 'User is banned')
  const isDone = await takeEffect(db, auth, user, token)
  const changed = (await userById(db, user.id))!
  return { user: changed, session: isDone ? await startSession(db, changed, 'otp', device) : undefined }
}

async function lockedUser(db: Db, id: string): Promise<UserRow> {
  await db.query('select from auth.users where id = $1 for update', [id])
  const user = await userById(db, id)
  if (!user) throw linkExpired()
  return user
}

/** What the token was for. False when a second confirmation is still missing. */
async function takeEffect(db: Db, auth: Auth, user: UserRow, { type }: OneTimeToken): Promise<boolean> {
  if (type === 'confirmation_token' || type === 'recovery_token') {
    // Who opens a mail has proven the address, whatever the mail was for.
    await confirmEmail(db, user.id, user.email!)
    return true
  }
  const needsBoth = auth.settings.confirmEmailChangeTwice && user.email !== null
  const agreed = type === 'email_change_token_current' ? agreedByOld : agreedByNew
  // The same side may agree twice, after a resend. That is still one side.
  const otherAgreed = user.email_change_confirm_status !== 0 && user.email_change_confirm_status !== agreed
  if (needsBoth && !otherAgreed) {
    await db.query('update auth.users set email_change_confirm_status = $2 where id = $1', [user.id, agreed])
    return false
  }
  await moveToNewEmail(db, user)
  return true
}

async function moveToNewEmail(db: Db, user: UserRow) {
  const [taken] = await db.query('select from auth.users where email = $1 and id <> $2 and not is_sso_user', [
    user.email_change,
    user.id,
  ])
  if (taken) throw new Refusal('email_exists', 422, 'A user with this email address has already been registered')
  await confirmEmail(db, user.id, user.email_change)
  await db.query(`update auth.users set email_change = '', email_change_confirm_status = 0 where id = $1`, [user.id])
  await db.query('delete from auth.one_time_tokens where user_id = $1', [user.id])
}

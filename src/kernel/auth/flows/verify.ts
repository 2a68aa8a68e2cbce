// POST verify: exchanges a typed code or the hash of a link for a session. A link of a PKCE flow returns an auth code.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../errors.ts'
import { type Db, inTransaction } from '../../postgres/transaction.ts'
import { invalid } from '../auth-errors.ts'
import { bodyOf, fields } from '../request-body.ts'
import type { Auth } from '../instance.ts'
import { type OneTimeToken, type TokenType, consumeToken, tokenOfCode, tokenOfLink } from '../mail/one-time-tokens.ts'
import { type Device, type Session, deviceOf, sessionResponse, startSession } from '../sessions/sessions.ts'
import { type UserRow, isBanned, lockedUserById, userById } from '../users.ts'
import { type Identifier, identifierOf } from './identifier.ts'
import { issueAuthCode } from './flow-state.ts'
import { applyVerification } from './apply-verification.ts'

/** Token types that each `type` of the request may refer to. */
const tokensOfType: Record<Identifier['kind'], Record<string, TokenType[]>> = {
  email: {
    signup: ['confirmation_token'],
    invite: ['confirmation_token'],
    magiclink: ['recovery_token'],
    recovery: ['recovery_token'],
    email: ['confirmation_token', 'recovery_token'],
    email_change: ['email_change_token_new', 'email_change_token_current'],
  },
  phone: {
    sms: ['confirmation_token'],
    phone_change: ['phone_change_token'],
  },
}

export const linkExpired = () => new Refusal('otp_expired', 403, 'Email link is invalid or has expired')
const codeExpired = () => new Refusal('otp_expired', 403, 'Token has expired or is invalid')

export function tokenTypesOf(type: string | undefined, kind: Identifier['kind'] = 'email'): TokenType[] {
  if (!type) throw invalid('Verify requires a verification type')
  const types = tokensOfType[kind]
  return Object.hasOwn(types, type) ? types[type]! : []
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
  tokenTypesOf(type)
  if (token && hash) throw invalid('Verify requires either a token or a token hash')
  if (!token && !hash) throw invalid('Verify requires a token or a token hash')
  if (hash) {
    if (email || phone) throw invalid('Only the token_hash and type should be provided')
    // The caller has the token hash itself and gets a session. Auth codes are only for browsers that follow the link.
    return toResponse(auth, await redeemHash(auth, hash, tokenTypesOf(type), deviceOf(request)))
  }
  const identifier = identifierOf({ email, phone })
  if (!identifier || (email && phone))
    throw invalid('Only an email address or phone number should be provided on verify')
  const redeemed = await inTransaction(auth.pool, undefined, async (db) => {
    const types = tokenTypesOf(type, identifier.kind)
    const found = await tokenOfCode(db, identifier.address, token!, types, validForSeconds(auth, identifier))
    // Thrown after the transaction, so that the count of wrong codes is committed.
    return found && !found.isExpired ? redeem(db, auth, found, deviceOf(request)) : undefined
  })
  if (!redeemed) throw codeExpired()
  return toResponse(auth, redeemed)
}

const validForSeconds = ({ settings }: Auth, { kind }: Identifier) =>
  kind === 'email' ? settings.mailedTokenSeconds : settings.phone.codeSeconds

export type VerificationResult = { user: UserRow; session: Session | undefined }

/** Consumes the token of a link: starts a session, or issues the auth code of a PKCE flow. */
export async function redeemLink(
  auth: Auth,
  hash: string,
  types: TokenType[],
  device: Device,
): Promise<VerificationResult | { code: string }> {
  return inTransaction(auth.pool, undefined, async (db) => {
    const token = await validToken(db, auth, hash, types)
    if (!token.flowId) return redeem(db, auth, token, device)
    const { user, isDone } = await consume(db, auth, token)
    return isDone ? { code: await issueAuthCode(db, token.flowId, user) } : { user, session: undefined }
  })
}

const redeemHash = (auth: Auth, hash: string, types: TokenType[], device: Device) =>
  inTransaction(auth.pool, undefined, async (db) => redeem(db, auth, await validToken(db, auth, hash, types), device))

async function validToken(db: Db, auth: Auth, hash: string, types: TokenType[]) {
  const token = await tokenOfLink(db, hash, types, auth.settings.mailedTokenSeconds)
  if (!token || token.isExpired) throw linkExpired()
  return token
}

export const otherAddressPending = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

async function toResponse(auth: Auth, redeemed: VerificationResult) {
  if (!redeemed.session) return { msg: otherAddressPending, code: '200' }
  return sessionResponse(auth, redeemed.user, redeemed.session)
}

async function redeem(db: Db, auth: Auth, token: OneTimeToken, device: Device): Promise<VerificationResult> {
  const { user, isDone } = await consume(db, auth, token)
  return { user, session: isDone ? await startSession(db, user, 'otp', device) : undefined }
}

async function consume(db: Db, auth: Auth, token: OneTimeToken) {
  // Lock order: the user's row before the token's, as when a new token replaces this one.
  const user = await lockedUserById(db, token.userId)
  if (!user || !(await consumeToken(db, token))) throw linkExpired()
  if (isBanned(user)) throw new Refusal('user_banned', 403, 'User is banned')
  const isDone = await applyVerification(db, auth, user, token)
  return { user: (await userById(db, user.id))!, isDone }
}

// GET reauthenticate: sends a nonce with which a signed-in user confirms their identity again.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { invalid } from '../auth-errors.ts'
import { currentUser, signedIn } from '../caller.ts'
import { type Identifier, checkSending } from '../flows/identifier.ts'
import type { Auth } from '../instance.ts'
import { mailReauthentication } from '../mail/mails.ts'
import { consumeToken, tokenOfCode } from '../mail/one-time-tokens.ts'
import { sendSms } from '../phone/send-sms.ts'
import { codeForPhone } from '../phone/sms-codes.ts'
import type { UserRow } from '../users.ts'

export async function reauthenticate(auth: Auth, request: FastifyRequest) {
  const caller = signedIn(request)
  const user = await inTransaction(auth.pool, undefined, (db) => currentUser(db, caller))
  const identifier = identifierOfUser(user)
  if (!identifier) throw invalid('Reauthentication requires the user to have an email or a phone number')
  if (identifier.kind === 'email' && !user.email_confirmed_at)
    throw new Refusal('email_not_confirmed', 422, 'Please verify your email first.')
  if (identifier.kind === 'phone' && !user.phone_confirmed_at)
    throw new Refusal('phone_not_confirmed', 422, 'Please verify your phone first.')
  checkSending(auth, identifier, 'reauthenticate', request)

  const sms = await inTransaction(auth.pool, undefined, async (db) => {
    if (identifier.kind === 'phone') return codeForPhone(db, user, 'reauthentication_token', identifier.address)
    await mailReauthentication(db, auth, user)
    return undefined
  })
  if (sms) await sendSms(auth, sms, request.log)
  return {}
}

function identifierOfUser({ email, phone }: UserRow): Identifier | undefined {
  if (email) return { kind: 'email', address: email }
  return phone ? { kind: 'phone', address: phone } : undefined
}

/** Consumes the nonce. Throws when it is wrong or expired. */
export async function checkNonce(auth: Auth, user: UserRow, nonce: string): Promise<void> {
  const identifier = identifierOfUser(user)
  const { mailedTokenSeconds, phone } = auth.settings
  const isValid = await inTransaction(auth.pool, undefined, async (db) => {
    if (!identifier) return false
    const seconds = identifier.kind === 'email' ? mailedTokenSeconds : phone.codeSeconds
    const token = await tokenOfCode(db, identifier.address, nonce, ['reauthentication_token'], seconds)
    return token !== undefined && !token.isExpired && token.userId === user.id && (await consumeToken(db, token))
  })
  if (!isValid) throw new Refusal('reauthentication_not_valid', 422, 'Nonce has expired or is invalid')
}

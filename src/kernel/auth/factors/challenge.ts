// POST factors/{id}/challenge: starts a challenge. For a phone factor a code is sent; an authenticator app generates its own.
import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../errors.ts'
import { type Db, inTransaction } from '../../postgres/transaction.ts'
import { bodyOf, fields } from '../request-body.ts'
import { signedIn } from '../caller.ts'
import type { Auth } from '../instance.ts'
import { sendSms } from '../phone/send-sms.ts'
import { asInet } from '../sessions/sessions.ts'
import type { UserRow } from '../users.ts'
import type { Factor } from './factor.ts'
import { factorOwner, factorIdOf, factorOf } from './factors.ts'
import { sentCodeHash, newSentCode } from './sent-code.ts'

const Challenge = z.object({ channel: fields.channel })
type PendingChallenge = {
  user: UserRow
  factor: Factor
  challengeId: string
  code: string | undefined
  expiresAt: number
}

export async function challengeFactor(auth: Auth, request: FastifyRequest) {
  const caller = signedIn(request)
  const { channel } = bodyOf(request, Challenge)
  const pending = await inTransaction(auth.pool, undefined, async (db): Promise<PendingChallenge> => {
    const user = await factorOwner(db, caller)
    const factor = await factorOf(db, user.id, factorIdOf(request))
    checkVerifiable(auth, factor)
    if (factor.factor_type === 'phone') await checkInterval(db, auth, factor)
    return { user, factor, ...(await startChallenge(db, auth, factor, request.clientIp)) }
  })
  if (pending.code !== undefined) await sendCode(auth, request, { ...pending, code: pending.code, channel })
  return { id: pending.challengeId, type: pending.factor.factor_type, expires_at: pending.expiresAt }
}

/** Throws when verification is disabled for this type of factor. */
export function checkVerifiable({ settings: { mfa } }: Auth, { factor_type: type }: Factor) {
  if (type === 'totp' && !mfa.totpVerify) throw isDisabled('mfa_totp_verify_not_enabled', 'TOTP')
  if (type === 'phone' && !mfa.phoneVerify) throw isDisabled('mfa_phone_verify_not_enabled', 'Phone')
  if (type === 'webauthn') throw isDisabled('mfa_webauthn_verify_not_enabled', 'WebAuthn')
}

const isDisabled = (code: string, type: string) => new Refusal(code, 422, `MFA verification is disabled for ${type}`)

async function checkInterval(db: Db, { settings: { mfa } }: Auth, { id }: Factor) {
  const { seconds } = await db.one<{ seconds: number | null }>(
    `select ceil(extract(epoch from last_challenged_at + make_interval(secs => $2) - now()))::float8 as seconds
     from auth.mfa_factors where id = $1`,
    [id, mfa.secondsBetweenTexts],
  )
  if (seconds === null || seconds <= 0) return
  const message = `For security purposes, you can only request this after ${seconds} seconds.`
  throw new Refusal('over_sms_send_rate_limit', 429, message)
}

async function startChallenge(db: Db, auth: Auth, factor: Factor, ip: string | undefined) {
  const challengeId = randomUUID()
  const code = factor.factor_type === 'phone' ? newSentCode() : undefined
  const { expiresAt } = await db.one<{ expiresAt: number }>(
    `with asked as (update auth.mfa_factors set last_challenged_at = now() where id = $2)
     insert into auth.mfa_challenges (id, factor_id, ip_address, otp_code) values ($1, $2, $3, $4)
     returning floor(extract(epoch from created_at) + $5)::float8 as "expiresAt"`,
    [
      challengeId,
      factor.id,
      asInet(ip),
      code === undefined ? null : sentCodeHash(challengeId, code),
      auth.settings.mfa.challengeSeconds,
    ],
  )
  return { challengeId, code, expiresAt }
}

type CodeMessage = PendingChallenge & { code: string; channel: string | undefined }

/** Sends the code. On failure the challenge is deleted and the minimum interval is reset, so that a retry is possible at once. */
async function sendCode(
  auth: Auth,
  request: FastifyRequest,
  { user, factor, challengeId, code, channel }: CodeMessage,
) {
  try {
    // The interval between two codes is checked per factor; this call checks only the hourly quota.
    auth.limits.checkSms(`mfa ${challengeId}`, factor.phone!, request)
    await sendSms(auth, { user, phone: factor.phone!, code, channel, type: 'mfa' }, request.log)
  } catch (error) {
    await inTransaction(auth.pool, undefined, async (db) => {
      await db.query('delete from auth.mfa_challenges where id = $1', [challengeId])
      await db.query('update auth.mfa_factors set last_challenged_at = $2 where id = $1', [
        factor.id,
        factor.last_challenged_at,
      ])
    })
    throw error
  }
}

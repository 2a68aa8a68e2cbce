// POST factors/{id}/challenge: asks for a code. An app shows its own; a phone is sent one.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import { type Db, inTransaction } from '../../postgres/as-role.ts'
import { signedIn } from '../caller.ts'
import type { Auth } from '../instance.ts'
import { asInet } from '../sessions/sessions.ts'
import type { Factor } from './factor.ts'
import { factorHolder, factorIdOf, factorOf } from './factors.ts'

export async function challengeFactor(auth: Auth, request: FastifyRequest) {
  const caller = signedIn(request)
  return inTransaction(auth.pool, undefined, async (db) => {
    const user = await factorHolder(db, caller)
    const factor = await factorOf(db, user.id, factorIdOf(request))
    checkVerifiable(auth, factor)
    return startChallenge(db, auth, factor, request.clientIp)
  })
}

/** Throws where codes of this kind are not asked for. */
export function checkVerifiable({ settings: { mfa } }: Auth, { factor_type: type }: Factor) {
  if (type === 'totp' && !mfa.totpVerify) throw isDisabled('mfa_totp_verify_not_enabled', 'TOTP')
  if (type === 'phone' && !mfa.phoneVerify) throw isDisabled('mfa_phone_verify_not_enabled', 'Phone')
  if (type === 'webauthn') throw isDisabled('mfa_webauthn_verify_not_enabled', 'WebAuthn')
}

const isDisabled = (code: string, type: string) => new Refusal(code, 422, `MFA verification is disabled for ${type}`)

async function startChallenge(db: Db, auth: Auth, factor: Factor, ip: string | undefined) {
  const { id, expires } = await db.one<{ id: string; expires: number }>(
    `with asked as (update auth.mfa_factors set last_challenged_at = now() where id = $1)
     insert into auth.mfa_challenges (factor_id, ip_address) values ($1, $2)
     returning id, floor(extract(epoch from created_at) + $3)::int as expires`,
    [factor.id, asInet(ip), auth.settings.mfa.challengeSeconds],
  )
  return { id, type: factor.factor_type, expires_at: expires }
}

// POST factors/{id}/verify: a correct code verifies the factor and raises the session to aal2.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../errors.ts'
import { type Db, inTransaction } from '../../postgres/transaction.ts'
import { invalid } from '../auth-errors.ts'
import { bodyOf, fields } from '../request-body.ts'
import { signedIn } from '../caller.ts'
import type { Auth } from '../instance.ts'
import { type Session, asInet, sessionResponse } from '../sessions/sessions.ts'
import { type UserRow, userById } from '../users.ts'
import { raiseSession, requireAal2ForFactors } from './assurance.ts'
import { checkVerifiable } from './challenge.ts'
import type { Factor } from './factor.ts'
import { factorOwner, factorIdOf, factorOf, isUuid } from './factors.ts'
import { matchesSentCode } from './sent-code.ts'
import { matchesTotp } from './totp.ts'

const Verify = z.object({
  challenge_id: fields.text.refine((id) => !id || isUuid(id), { error: 'has to be a UUID' }),
  code: fields.text,
})

export async function verifyFactor(auth: Auth, request: FastifyRequest) {
  const caller = signedIn(request)
  const { challenge_id: challengeId, code } = bodyOf(request, Verify)
  const outcome = await inTransaction(auth.pool, undefined, async (db) => {
    const holder = await factorOwner(db, caller)
    const factor = await factorOf(db, holder.id, factorIdOf(request))
    if (!code) throw invalid('Code needs to be non-empty')
    checkVerifiable(auth, factor)
    // The enrollment may be older than another verified factor: a stolen password must not add the thief's own phone.
    if (factor.status === 'unverified') await requireAal2ForFactors(db, caller)
    const challenge = await openChallenge(db, auth, factor, challengeId, request.clientIp)
    if (challenge instanceof Refusal) return challenge
    if (!isCorrect(factor, challenge, code)) return countWrongCode(db, factor)
    await acceptCode(db, factor, challenge)
    const session = await raiseSession(db, caller.sessionId, factor)
    return { user: (await userById(db, holder.id))!, session }
  })
  return toResponse(auth, outcome)
}

/** Refusals are thrown after the transaction, so that the count of wrong codes is committed. */
function toResponse(auth: Auth, outcome: Refusal | { user: UserRow; session: Session }) {
  if (outcome instanceof Refusal) throw outcome
  return sessionResponse(auth, outcome.user, outcome.session)
}

// Brute-force limit per factor, because an attacker with the password can use many addresses: 15 wrong codes in 15 minutes.
const maxWrongCodes = 15
const isWrongLately = `last_wrong_code_at > now() - interval '15 minutes'`

type Challenge = {
  id: string
  isSpent: boolean
  isElsewhere: boolean
  isExpired: boolean
  isClosed: boolean
  otp_code: string | null
}

async function openChallenge(db: Db, auth: Auth, factor: Factor, id: string | undefined, ip: string | undefined) {
  const [challenge] = await db.query<Challenge>(
    `select c.id, c.otp_code, c.verified_at is not null as "isSpent", c.ip_address is distinct from $3 as "isElsewhere",
       c.created_at < now() - make_interval(secs => $4) as "isExpired",
       coalesce(f.wrong_codes >= ${maxWrongCodes} and f.${isWrongLately}, false) as "isClosed"
     from auth.mfa_challenges c join auth.mfa_factors f on f.id = c.factor_id where c.id = $1 and c.factor_id = $2`,
    [id ?? null, factor.id, asInet(ip), auth.settings.mfa.challengeSeconds],
  )
  if (!challenge) throw new Refusal('mfa_factor_not_found', 422, 'MFA factor with the provided challenge ID not found')
  if (challenge.isSpent || challenge.isElsewhere)
    throw new Refusal('mfa_ip_address_mismatch', 422, 'Challenge and verify IP addresses mismatch.')
  if (challenge.isClosed) throw new Refusal('over_request_rate_limit', 429, 'Request rate limit reached')
  if (!challenge.isExpired) return challenge
  await db.query('delete from auth.mfa_challenges where id = $1', [challenge.id])
  const message = `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`
  return new Refusal('mfa_challenge_expired', 422, message)
}

const isCorrect = (factor: Factor, { id, otp_code: storedHash }: Challenge, code: string) =>
  factor.factor_type === 'totp' ? matchesTotp(factor.secret ?? '', code) : matchesSentCode(id, storedHash, code)

async function countWrongCode(db: Db, factor: Factor) {
  await db.query(
    `update auth.mfa_factors set wrong_codes = case when ${isWrongLately} then wrong_codes + 1 else 1 end,
       last_wrong_code_at = now() where id = $1`,
    [factor.id],
  )
  const message = factor.factor_type === 'totp' ? 'Invalid TOTP code entered' : 'Invalid MFA Phone code entered'
  return new Refusal('mfa_verification_failed', 422, message)
}

/** Consumes the challenge, verifies the factor, and deletes unverified factors of the same type. */
async function acceptCode(db: Db, factor: Factor, challenge: Challenge) {
  await db.query('update auth.mfa_challenges set verified_at = now(), otp_code = null where id = $1', [challenge.id])
  await db.query(
    `update auth.mfa_factors set status = 'verified', wrong_codes = 0,
       updated_at = case when status = 'verified' then updated_at else now() end where id = $1`,
    [factor.id],
  )
  await db.query(`delete from auth.mfa_factors where user_id = $1 and factor_type = $2 and status = 'unverified'`, [
    factor.user_id,
    factor.factor_type,
  ])
}

// POST factors: enrolls an authenticator app or a phone. The factor is unverified until its first correct code.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../errors.ts'
import { type Db, inTransaction } from '../../postgres/transaction.ts'
import { invalid } from '../auth-errors.ts'
import { bodyOf, checkPhone, fields } from '../request-body.ts'
import { type SignedIn, signedIn } from '../caller.ts'
import type { Auth } from '../instance.ts'
import type { UserRow } from '../users.ts'
import { requireAal2ForFactors } from './assurance.ts'
import { factorOwner, factorsOf } from './factors.ts'
import { maxIssuerLength, newEnrollment } from './totp.ts'

const label = (max: number) =>
  fields.text.refine((text) => !text || (text.length <= max && text.isWellFormed()), {
    error: `has to be text of at most ${max} characters`,
  })

const NewFactor = z.object({
  factor_type: fields.text,
  friendly_name: label(100),
  issuer: label(maxIssuerLength),
  phone: fields.phone,
})
type NewFactor = z.infer<typeof NewFactor>

export async function enrollFactor(auth: Auth, request: FastifyRequest) {
  const caller = signedIn(request)
  const input = bodyOf(request, NewFactor)
  const { mfa } = auth.settings
  if (input.factor_type === 'totp') {
    if (!mfa.totpEnroll) throw isDisabled('mfa_totp_enroll_not_enabled', 'TOTP')
    return inTransaction(auth.pool, undefined, (db) => enrollApp(db, auth, caller, input))
  }
  if (input.factor_type === 'phone') {
    if (!mfa.phoneEnroll) throw isDisabled('mfa_phone_enroll_not_enabled', 'Phone')
    return inTransaction(auth.pool, undefined, (db) => enrollPhone(db, auth, caller, input))
  }
  if (input.factor_type === 'webauthn') throw isDisabled('mfa_webauthn_enroll_not_enabled', 'WebAuthn')
  throw invalid('factor_type needs to be totp, phone, or webauthn')
}

const isDisabled = (code: string, type: string) => new Refusal(code, 422, `MFA enroll is disabled for ${type}`)

async function enrollApp(db: Db, auth: Auth, caller: SignedIn, input: NewFactor) {
  const user = await factorOwner(db, caller)
  await checkEnrollable(db, auth, caller, input)
  const issuer = input.issuer ?? new URL(auth.siteUrl).host
  const { secret, ...ways } = newEnrollment(issuer, user.email || user.phone || user.id)
  const { id } = await insertFactor(db, user, { ...input, secret })
  return { id, type: 'totp', friendly_name: input.friendly_name ?? '', totp: { ...ways, secret } }
}

async function enrollPhone(db: Db, auth: Auth, caller: SignedIn, input: NewFactor) {
  if (!input.phone) throw invalid('Phone number required to enroll Phone factor')
  const phone = checkPhone(input.phone)
  const user = await factorOwner(db, caller)
  const [same] = (await factorsOf(db, user.id)).filter((factor) => factor.phone === phone)
  if (same?.status === 'verified') {
    const message = 'A verified phone factor already exists, unenroll the existing factor to continue'
    throw new Refusal('mfa_verified_factor_exists', 422, message)
  }
  if (same) await db.query('delete from auth.mfa_factors where id = $1', [same.id])
  await checkEnrollable(db, auth, caller, input)
  const { id } = await insertFactor(db, user, { ...input, phone })
  return { id, type: 'phone', friendly_name: input.friendly_name ?? '', phone: input.phone }
}

/** Throws when the name is taken, the maximum of factors is reached, or the session lacks aal2. */
async function checkEnrollable(db: Db, { settings }: Auth, caller: SignedIn, { friendly_name = '' }: NewFactor) {
  await deleteAbandoned(db, caller, settings.mfa.unverifiedSeconds, settings.mfa.challengeSeconds)
  const factors = await factorsOf(db, caller.userId)
  if (factors.some((factor) => (factor.friendly_name ?? '') === friendly_name)) {
    const message = `A factor with the friendly name ${JSON.stringify(friendly_name)} for this user already exists`
    throw new Refusal('mfa_factor_name_conflict', 422, message)
  }
  if (factors.length >= settings.mfa.maxFactors) {
    const message = 'Maximum number of verified factors reached, unenroll to continue'
    throw new Refusal('too_many_enrolled_mfa_factors', 422, message)
  }
  await requireAal2ForFactors(db, caller)
}

/** Deletes abandoned enrollments, so that their names can be used again. */
async function deleteAbandoned(db: Db, { userId }: SignedIn, waitSeconds: number, challengeSeconds: number) {
  await db.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified'
       and created_at < now() - make_interval(secs => $2)
       and coalesce(last_challenged_at < now() - make_interval(secs => $3), true)`,
    [userId, waitSeconds, challengeSeconds],
  )
}

type Insert = NewFactor & { secret?: string }

const insertFactor = (db: Db, { id }: UserRow, { factor_type, friendly_name, secret, phone }: Insert) =>
  db.one<{ id: string }>(
    `insert into auth.mfa_factors (user_id, factor_type, friendly_name, secret, phone) values ($1, $2, $3, $4, $5) returning id`,
    [id, factor_type, friendly_name ?? '', secret ?? null, factor_type === 'phone' ? phone : null],
  )

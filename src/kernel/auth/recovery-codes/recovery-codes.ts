// factors/recovery-codes: ten printable codes for a lost authenticator app. Upstream has none; see decision 014.
import { createHash, randomInt } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../errors.ts'
import { type Db, inTransaction } from '../../postgres/transaction.ts'
import { bodyOf, fields } from '../request-body.ts'
import { signedIn } from '../caller.ts'
import { isAal2, raiseSession } from '../factors/assurance.ts'
import type { Factor } from '../factors/factor.ts'
import { factorOwner, factorsOf } from '../factors/factors.ts'
import type { Auth } from '../instance.ts'
import { sessionResponse } from '../sessions/sessions.ts'
import { userById } from '../users.ts'

const codesPerSet = 10
/** Excludes characters that look alike in handwriting. A code of twelve characters resists brute force. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

const newCode = () =>
  Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')

/** The stored hash. Case and separators of the typed code are ignored. */
const hashOf = (userId: string, code: string) =>
  createHash('sha256')
    .update(`${userId} ${code.toUpperCase().replace(/[^0-9A-Z]/g, '')}`)
    .digest('hex')

/** Returns how many codes are left and when they were created, but not the codes. */
export async function showRecoveryCodes(auth: Auth, request: FastifyRequest) {
  const { userId } = signedIn(request)
  return inTransaction(auth.pool, undefined, (db) =>
    db.one<{ left: number; created_at: Date | null }>(
      `select count(*) filter (where used_at is null)::int as left, min(created_at) as created_at
       from auth.recovery_codes where user_id = $1`,
      [userId],
    ),
  )
}

/** Replaces all codes by ten new ones. They are readable only in this response, and only at aal2. */
export async function makeRecoveryCodes(auth: Auth, request: FastifyRequest) {
  const caller = signedIn(request)
  return inTransaction(auth.pool, undefined, async (db) => {
    const user = await factorOwner(db, caller)
    await verifiedFactor(db, user.id)
    if (!(await isAal2(db, caller))) throw new Refusal('insufficient_aal', 403, 'AAL2 required to make recovery codes')
    const codes = Array.from({ length: codesPerSet }, newCode)
    await db.query('delete from auth.recovery_codes where user_id = $1', [user.id])
    await db.query('insert into auth.recovery_codes (user_id, code_hash) select $1, unnest($2::text[])', [
      user.id,
      codes.map((code) => hashOf(user.id, code)),
    ])
    return { codes }
  })
}

const Verify = z.object({ code: fields.text })

/** Accepts a recovery code once in place of a TOTP code, and raises the session to aal2. */
export async function verifyRecoveryCode(auth: Auth, request: FastifyRequest) {
  const caller = signedIn(request)
  const { code = '' } = bodyOf(request, Verify)
  const { user, session } = await inTransaction(auth.pool, undefined, async (db) => {
    const holder = await factorOwner(db, caller)
    const factor = await verifiedFactor(db, holder.id)
    const spent = await db.query(
      'update auth.recovery_codes set used_at = now() where user_id = $1 and code_hash = $2 and used_at is null returning user_id',
      [holder.id, hashOf(holder.id, code)],
    )
    if (spent.length === 0) throw new Refusal('recovery_code_invalid', 422, 'Invalid or used recovery code')
    const session = await raiseSession(db, caller.sessionId, factor, 'recovery_code')
    return { user: (await userById(db, holder.id))!, session }
  })
  return sessionResponse(auth, user, session)
}

/** The verified factor that a recovery code replaces. Throws when there is none. */
async function verifiedFactor(db: Db, userId: string): Promise<Factor> {
  const factor = (await factorsOf(db, userId)).find(({ status }) => status === 'verified')
  if (!factor) throw new Refusal('mfa_factor_not_found', 404, 'There is no factor that a recovery code could replace')
  return factor
}

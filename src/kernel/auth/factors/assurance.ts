// Authenticator assurance levels: aal1 after a password or a mailed link, aal2 after a second factor as well.
import { Refusal } from '../../errors.ts'
import type { Db } from '../../postgres/transaction.ts'
import type { SignedIn } from '../caller.ts'
import type { Session } from '../sessions/sessions.ts'
import { type Factor, methodOf } from './factor.ts'

/** Whether a second factor was verified in this session. */
export async function isAal2(db: Db, { sessionId }: SignedIn): Promise<boolean> {
  const [session] = await db.query(`select from auth.sessions where id = $1 and aal >= 'aal2'`, [sessionId])
  return session !== undefined
}

/** Throws when the user has a verified factor and the session is aal1: a password alone must not change credentials. */
async function requireAal2(db: Db, caller: SignedIn, refusal: Refusal): Promise<void> {
  const [factor] = await db.query(
    `select from auth.mfa_factors where user_id = $1 and status = 'verified' and factor_type in ('totp', 'phone') limit 1`,
    [caller.userId],
  )
  if (factor && !(await isAal2(db, caller))) throw refusal
}

const insufficient = (status: number, message: string) => new Refusal('insufficient_aal', status, message)

export const requireAal2ForUser = (db: Db, caller: SignedIn) =>
  requireAal2(
    db,
    caller,
    insufficient(401, 'AAL2 session is required to update email or password when MFA is enabled.'),
  )

export const requireAal2ForIdentities = (db: Db, caller: SignedIn) =>
  requireAal2(db, caller, insufficient(403, 'AAL2 required to link or unlink an identity'))

export const requireAal2ForFactors = (db: Db, caller: SignedIn) =>
  requireAal2(db, caller, insufficient(403, 'AAL2 required to enroll a new factor'))

/**
 * Raises the session to aal2 and ends the user's aal1 sessions, which may be an attacker's.
 * The refresh token counter advances by two, so that no token from before counts as the parent of the next one.
 */
export async function raiseSession(
  db: Db,
  sessionId: string,
  factor: Factor,
  method = methodOf[factor.factor_type],
): Promise<Session> {
  const session = await db.one<{ key: string; counter: string }>(
    `update auth.sessions set aal = 'aal2', factor_id = $2, refresh_token_counter = refresh_token_counter + 2,
       raised_at_counter = refresh_token_counter + 2, refreshed_at = now(), updated_at = now()
     where id = $1 returning refresh_token_hmac_key as key, refresh_token_counter as counter`,
    [sessionId, factor.id],
  )
  await db.query(
    `insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, $2)
     on conflict on constraint mfa_amr_claims_session_id_authentication_method_pkey do update set updated_at = now()`,
    [sessionId, method],
  )
  await db.query(`delete from auth.sessions where user_id = $1 and aal < 'aal2'`, [factor.user_id])
  const amr = await db.query<Session['amr'][number]>(
    `select authentication_method as method, floor(extract(epoch from updated_at))::float8 as timestamp
     from auth.mfa_amr_claims where session_id = $1 order by updated_at desc`,
    [sessionId],
  )
  return { id: sessionId, aal: 'aal2', key: session.key, counter: Number(session.counter), amr }
}

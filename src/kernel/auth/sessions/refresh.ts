// Refresh token rotation. The session row holds the counter of the newest token. The parent token still gets the newest one, because
// several tabs refresh concurrently and a lost response is retried. Reuse of an older token counts as theft.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../errors.ts'
import { type Db, inTransaction } from '../../postgres/transaction.ts'
import { OAuthRefusal, invalid } from '../auth-errors.ts'
import { bodyOf, fields } from '../request-body.ts'
import type { Auth } from '../instance.ts'
import type { AuthSettings } from '../settings.ts'
import { isBanned, userById } from '../users.ts'
import { type RefreshToken, isSignedWith, readRefreshToken } from './refresh-token.ts'
import { type Device, type Session, asInet, deviceOf, sessionResponse } from './sessions.ts'

const RefreshGrant = z.object({ refresh_token: fields.text })

export async function refresh(auth: Auth, request: FastifyRequest) {
  const { refresh_token: sent } = bodyOf(request, RefreshGrant)
  if (!sent) throw new OAuthRefusal('invalid_request', 'refresh_token required')
  const token = readRefreshToken(sent)
  if (!token) throw invalid('Refresh token is not valid')
  const refreshed = await inTransaction(auth.pool, undefined, (db) =>
    refreshSession(db, token, deviceOf(request), auth.settings),
  )
  if (!refreshed) throw new Refusal('refresh_token_already_used', 400, 'Invalid Refresh Token: Already Used')
  return sessionResponse(auth, refreshed.user, refreshed.session)
}

type SessionRow = Session & { userId: string; end: End | null; isFresh: boolean; raisedAt: string | null }

/** Reasons why a session has expired, with the suffix of the error message. */
const ends = { over: '', idle: ' (Inactivity)', replaced: ' (Revoked by Newer Login)' }
type End = keyof typeof ends

/** Advances the session, or returns undefined when the reuse of an old token ended it: that deletion has to be committed. */
async function refreshSession(db: Db, token: RefreshToken, device: Device, settings: AuthSettings) {
  await db.query(`select set_config('lock_timeout', '5s', true)`)
  const session = await lockSession(db, token.sessionId, settings)
  if (!session || !isSignedWith(token, session.key))
    throw new Refusal('refresh_token_not_found', 400, 'Invalid Refresh Token: Refresh Token Not Found')
  if (session.end)
    throw new Refusal('session_expired', 400, `Invalid Refresh Token: Session Expired${ends[session.end]}`)
  const user = await userById(db, session.userId)
  if (!user) throw new Refusal('session_not_found', 400, 'Invalid Refresh Token: No Valid Session Found')
  if (isBanned(user)) throw new Refusal('user_banned', 400, 'Invalid Refresh Token: User Banned')

  const behind = session.counter - token.counter
  const predatesRaise = token.counter < Number(session.raisedAt ?? 0)
  if (behind > 1 && (!session.isFresh || predatesRaise)) {
    await db.query('delete from auth.sessions where id = $1', [session.id])
    return undefined
  }
  // After a restore from a backup, a valid token can have a higher counter than the row.
  if (behind <= 0) {
    session.counter = token.counter + 1
    await db.query(
      `update auth.sessions set refresh_token_counter = $2, refreshed_at = now(), updated_at = now(),
         user_agent = $3, ip = $4 where id = $1`,
      [session.id, session.counter, device.userAgent ?? null, asInet(device.ip)],
    )
  }
  return { user, session }
}

async function lockSession(db: Db, id: string, settings: AuthSettings): Promise<SessionRow | undefined> {
  const { timeboxSeconds, inactivitySeconds, singlePerUser } = settings.sessions
  const [row] = await db.query<Omit<SessionRow, 'counter'> & { counter: string }>(
    `select s.id, s.user_id as "userId", s.aal, s.refresh_token_hmac_key as key, s.refresh_token_counter as counter, s.raised_at_counter as "raisedAt",
       case
         when s.not_after <= now() or s.created_at + make_interval(secs => $3) <= now() then 'over'
         when coalesce(s.refreshed_at, s.created_at) + make_interval(secs => $4) <= now() then 'idle'
         when $5 and exists (
           select from auth.sessions n where n.user_id = s.user_id and (n.created_at, n.id) > (s.created_at, s.id)
         ) then 'replaced'
       end as end,
       coalesce(s.refreshed_at > now() - make_interval(secs => $2), false) as "isFresh",
       (select coalesce(jsonb_agg(jsonb_build_object(
           'method', a.authentication_method, 'timestamp', floor(extract(epoch from a.updated_at))) order by a.updated_at desc), '[]')
         from auth.mfa_amr_claims a where a.session_id = s.id) as amr
     from auth.sessions s where s.id = $1 and s.refresh_token_hmac_key is not null for update`,
    [id, settings.refreshReuseSeconds, timeboxSeconds ?? null, inactivitySeconds ?? null, singlePerUser],
  )
  return row && { ...row, counter: Number(row.counter) }
}

// A session is one signed-in device. The client gets a short-lived access token and a refresh token.
import { randomBytes, randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../postgres/transaction.ts'
import type { Auth } from '../instance.ts'
import { type UserRow, userResponse } from '../users.ts'
import { networkOf } from '../flows/password-attempts.ts'
import { makeRefreshToken } from './refresh-token.ts'

export type Session = {
  id: string
  aal: 'aal1' | 'aal2'
  key: string
  counter: number
  /** Authentication methods, newest first; times in Unix seconds. */
  amr: { method: string; timestamp: number }[]
}

export type Device = { userAgent: string | undefined; ip: string | undefined }

export const deviceOf = (request: FastifyRequest): Device => ({
  userAgent: request.headers['user-agent']?.slice(0, 500),
  ip: request.clientIp,
})

/** Inserts a session and records the sign-in. */
export async function startSession(db: Db, user: UserRow, method: string, device: Device): Promise<Session> {
  const id = randomUUID()
  const key = randomBytes(32).toString('base64')
  const { at } = await db.one<{ at: Date }>(
    `with session as (
       insert into auth.sessions (id, user_id, user_agent, ip, refresh_token_hmac_key, refresh_token_counter)
       values ($1, $2, $3, $4, $5, 0)
     ), proof as (
       insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, $6)
     ), network as (
       insert into auth.known_networks (user_id, network_hash)
       select $2, sha256(convert_to($2::text || $7::text, 'UTF8')) where $7::text is not null
       on conflict (user_id, network_hash) do update set last_used_at = now()
     ), identity as (
       update auth.identities set last_sign_in_at = now() where user_id = $2
     )
     update auth.users set last_sign_in_at = now() where id = $2 returning last_sign_in_at as at`,
    [id, user.id, device.userAgent ?? null, asInet(device.ip), key, method, networkOf(device.ip) ?? null],
  )
  user.last_sign_in_at = at
  return { id, aal: 'aal1', key, counter: 0, amr: [{ method, timestamp: Math.floor(at.getTime() / 1000) }] }
}

/** A proxy header may contain anything; only an IP address fits the inet column. */
export const asInet = (ip: string | undefined) => (ip && isIP(ip) ? ip : null)

/** Ends the sessions of a user: all, only this one, or all but this one. */
export async function endSessions(db: Db, userId: string, sessionId: string, scope: 'global' | 'local' | 'others') {
  const which = { global: '', local: 'and id = $2', others: 'and id <> $2' }[scope]
  const values = scope === 'global' ? [userId] : [userId, sessionId]
  await db.query(`delete from auth.sessions where user_id = $1 ${which}`, values)
}

/** The session as returned by the API, with a new access token. */
export async function sessionResponse({ tokens, settings, address }: Auth, user: UserRow, session: Session) {
  const seconds = settings.accessTokenSeconds
  const claims = {
    iss: address,
    sub: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  }
  return {
    access_token: await tokens.sign(claims, seconds),
    token_type: 'bearer',
    expires_in: seconds,
    expires_at: Math.floor(Date.now() / 1000) + seconds,
    refresh_token: makeRefreshToken(session.id, session.counter, session.key),
    user: userResponse(user),
  }
}

export type SessionResponse = Awaited<ReturnType<typeof sessionResponse>>

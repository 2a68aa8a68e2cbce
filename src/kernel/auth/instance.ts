import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Tokens } from '../jwt.ts'
import type { LimitedEndpoint, Limits } from './rate-limits.ts'
import type { ComposeMail } from './mail/compose.ts'
import type { AuthSettings } from './settings.ts'

/** Dependencies and settings that the endpoints of one instance share. */
export type Auth = {
  /** The login supabase_auth_admin. */
  pool: pg.Pool
  tokens: Tokens
  settings: AuthSettings
  siteUrl: string
  /** Public base URL of this instance: with its path prefix, without a trailing slash. */
  address: string
  composeMail: ComposeMail
  limits: Limits
}

export type Endpoint = (auth: Auth, request: FastifyRequest, reply: FastifyReply) => unknown

/** One route of an instance, with its rate limit. */
export type Route = [
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  endpoint: Endpoint,
  limit?: LimitedEndpoint,
]

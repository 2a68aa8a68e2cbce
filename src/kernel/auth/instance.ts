import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Tokens } from '../jwt.ts'
import type { LimitedEndpoint, Limits } from './rate-limits.ts'
import type { ComposeMail } from './mail/compose.ts'
import type { AuthSettings } from './settings.ts'

/** What the endpoints of one instance share. */
export type Auth = {
  /** The login supabase_auth_admin. */
  pool: pg.Pool
  tokens: Tokens
  settings: AuthSettings
  siteUrl: string
  /** Where this instance is reached from outside, with its prefix and without a slash at the end. */
  address: string
  composeMail: ComposeMail
  limits: Limits
}

export type Endpoint = (auth: Auth, request: FastifyRequest, reply: FastifyReply) => unknown

/** One address of an instance, and how often one client may ask there. */
export type Route = [
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  endpoint: Endpoint,
  limit?: LimitedEndpoint,
]

import type { FastifyRequest } from 'fastify'
import { Refusal } from '#kernel/errors.ts'
import { requireCaller } from '#kernel/http/gateway.ts'

const adminRoles = ['service_role', 'supabase_admin']

/** Throws unless the caller has an admin role, by API key or by token. */
export function requireAdmin(request: FastifyRequest) {
  const { claims } = requireCaller(request)
  if (adminRoles.includes(claims.role)) return
  if (!/^Bearer +\S/i.test(request.headers.authorization ?? ''))
    throw new Refusal('no_authorization', 401, 'This endpoint requires a valid Bearer token')
  throw new Refusal('not_admin', 403, 'User not allowed')
}

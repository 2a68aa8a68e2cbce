// Routes of the admin API. Every endpoint requires an admin role.
import type { Endpoint, Route } from '../instance.ts'
import { changeUser, showUser } from './change-user.ts'
import { createUser } from './create-user.ts'
import { removeUser } from './delete-user.ts'
import { generateLink } from './generate-link.ts'
import { invite } from './invite.ts'
import { listUsers } from './list-users.ts'
import { changeFactor, deleteFactor, listFactors } from './user-factors.ts'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#kernel/errors.ts'
import { requireCaller } from '#kernel/http/gateway.ts'

const forAdmins =
  (endpoint: Endpoint): Endpoint =>
  (auth, request, reply) => {
    requireAdmin(request)
    return endpoint(auth, request, reply)
  }

export const adminRoutes: Route[] = [
  ['POST', '/invite', forAdmins(invite)],
  ['POST', '/admin/generate_link', forAdmins(generateLink)],
  ['GET', '/admin/users', forAdmins(listUsers)],
  ['POST', '/admin/users', forAdmins(createUser)],
  ['GET', '/admin/users/:userId', forAdmins(showUser)],
  ['PUT', '/admin/users/:userId', forAdmins(changeUser)],
  ['DELETE', '/admin/users/:userId', forAdmins(removeUser)],
  ['GET', '/admin/users/:userId/factors', forAdmins(listFactors)],
  ['PUT', '/admin/users/:userId/factors/:factorId', forAdmins(changeFactor)],
  ['DELETE', '/admin/users/:userId/factors/:factorId', forAdmins(deleteFactor)],
]

const adminRoles = ['service_role', 'supabase_admin']

/** Throws unless the caller has an admin role, by API key or by token. */
function requireAdmin(request: FastifyRequest) {
  const { claims } = requireCaller(request)
  if (adminRoles.includes(claims.role)) return
  if (!/^Bearer +\S/i.test(request.headers.authorization ?? ''))
    throw new Refusal('no_authorization', 401, 'This endpoint requires a valid Bearer token')
  throw new Refusal('not_admin', 403, 'User not allowed')
}

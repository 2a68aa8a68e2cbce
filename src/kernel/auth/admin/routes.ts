// Routes of the admin API. Every endpoint requires an admin role.
import type { Endpoint, Route } from '../instance.ts'
import { requireAdmin } from './require-admin.ts'
import { changeUser, showUser } from './change-user.ts'
import { createUser } from './create-user.ts'
import { removeUser } from './delete-user.ts'
import { generateLink } from './generate-link.ts'
import { invite } from './invite.ts'
import { listUsers } from './list-users.ts'
import { changeFactor, deleteFactor, listFactors } from './user-factors.ts'

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

// Who is who: the rows, and what refuses.
import { Instant, z } from '#lib/schema.ts'
import { roles } from './roles.ts'

export { caresForSite, isAdmin, isStaff, type Role, roleLabels, roles, seesContacts } from './roles.ts'

export const UserRole = z.object({
  user_id: z.uuid(),
  role: z.enum(roles),
  is_active: z.boolean(),
  created_at: Instant,
  is_demo: z.boolean(),
  version: z.int(),
})
export type UserRole = z.infer<typeof UserRole>

/** A key with which the first owner's account may be made. Only its SHA-256 is kept, in hex. */
const OwnerInvitation = z.object({
  token_hash: z.string(),
  created_at: Instant,
  expires_at: Instant,
  used_at: Instant.nullable(),
})

/** One row of the call staff_members(): a colleague, for avatars and "assigned to". */
export const StaffMember = z.object({
  user_id: z.uuid(),
  name: z.string(),
  roles: z.array(z.enum(roles)),
  photo_path: z.string().nullable(),
})
export type StaffMember = z.infer<typeof StaffMember>

/** One row of the call my_sessions(): a place where the person is signed in. */
export const OwnSession = z.object({
  id: z.uuid(),
  created_at: Instant,
  last_seen_at: Instant,
  user_agent: z.string(),
  is_current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

/** @public Each table with its row: a test marries them. */
export const rows = { user_roles: UserRole, owner_invitations: OwnerInvitation }

/** @public What the database refuses, in words. */
export const refusals = {
  last_owner: 'חייב להישאר לפחות חשבון בעלות פעיל אחד',
} as const

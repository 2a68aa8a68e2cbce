// Roles, invitations and sessions: row schemas and refusals.
import { Instant, z } from '#lib/schema.ts'
import { roles } from './roles.ts'

export { managesSite, isAdmin, isStaff, type Role, roleLabels, roles, seesContacts } from './roles.ts'

export const UserRole = z.object({
  user_id: z.uuid(),
  role: z.enum(roles),
  is_active: z.boolean(),
  created_at: Instant,
  is_demo: z.boolean(),
  version: z.int(),
})
export type UserRole = z.infer<typeof UserRole>

/** Single-use token for creating the first owner's account. Only its SHA-256 is stored, in hex. */
const OwnerInvitation = z.object({
  token_hash: z.string(),
  created_at: Instant,
  expires_at: Instant,
  used_at: Instant.nullable(),
})

/** Row of the function staff_members(): a colleague, for avatars and assignment. */
export const StaffMember = z.object({
  user_id: z.uuid(),
  name: z.string(),
  roles: z.array(z.enum(roles)),
  photo_path: z.string().nullable(),
})
export type StaffMember = z.infer<typeof StaffMember>

/** Row of the function my_sessions(): an active session of the caller. */
export const OwnSession = z.object({
  id: z.uuid(),
  created_at: Instant,
  last_seen_at: Instant,
  user_agent: z.string(),
  is_current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { user_roles: UserRole, owner_invitations: OwnerInvitation }

/** @public User-facing texts of the refusal codes. */
export const refusals = {
  last_owner: 'חייב להישאר לפחות חשבון בעלות פעיל אחד',
} as const

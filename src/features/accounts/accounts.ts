// Who is who: roles, what they are called, what refuses.
import { Instant, z } from '#lib/schema.ts'

export const roles = ['owner', 'admin', 'coach', 'sales', 'content', 'client'] as const
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

export const roleLabels: Record<Role, string> = {
  owner: 'בעלות',
  admin: 'ניהול',
  coach: 'ליווי',
  sales: 'מכירות',
  content: 'תוכן',
  client: 'לקוחות',
}

export const UserRole = z.object({
  user_id: z.uuid(),
  role: Role,
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
  roles: z.array(Role),
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

/** Whether these roles open the CRM at all. */
export const isStaff = (mine: readonly Role[]) => mine.some((role) => role !== 'client')

/** Whether these roles open the pages below /admin. */
export const isAdmin = (mine: readonly Role[]) => mine.some((role) => role === 'owner' || role === 'admin')

/** Whether these roles may see people and sales. Content staff may not. */
export const seesContacts = (mine: readonly Role[]) => mine.some((role) => role !== 'client' && role !== 'content')

/** Whether these roles write the site, its blog and its mails. */
export const caresForSite = (mine: readonly Role[]) =>
  mine.some((role) => role === 'owner' || role === 'admin' || role === 'content')

/** @public What the database refuses, in words. */
export const refusals = {
  last_owner: 'חייב להישאר לפחות חשבון בעלות פעיל אחד',
} as const

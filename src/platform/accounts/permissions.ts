// Permissions per role, for what the app offers. Row-level security decides; a test compares each permission with the policies.
import type { Role } from './roles.ts'

const sellers = ['owner', 'admin', 'coach', 'sales'] as const
const admins = ['owner', 'admin'] as const

const rolesThatMay = {
  'add contacts': sellers,
  'delete contacts': admins,
  'export contacts': admins,
  'open opportunities': sellers,
  'delete opportunities': admins,
  'add tasks': ['owner', 'admin', 'coach', 'sales', 'content'],
  'give packages': ['owner', 'admin', 'sales'],
  'host appointments': sellers,
  'host webinars': ['owner', 'admin', 'coach', 'content'],
  'record payments': ['owner', 'admin', 'sales'],
  'record refunds': admins,
  'confirm legal texts': admins,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof rolesThatMay

/** @public Used by the test that compares the permissions with the policies. */
export const permissions = Object.entries(rolesThatMay) as [Permission, readonly Role[]][]

export const may = (mine: readonly Role[], permission: Permission): boolean =>
  mine.some((role) => (rolesThatMay[permission] as readonly Role[]).includes(role))
